//! Reading one settings file of an agent: bounded, whatever it is written in, as one kind of value.

use std::path::Path;

use serde_json::Value;

use super::rule::FileFormat;
use crate::limits;
use crate::read::read_bounded;

/// What a file says; `None` where it is not there. The reason never holds a word of the file, which
/// may be a secret.
pub(super) fn read(path: &Path, format: FileFormat) -> Result<Option<Value>, String> {
    let bytes = match read_bounded(path, limits::AGENT_SETTINGS_BYTES) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => {
            return Err(format!("it has more than {} bytes", limits::AGENT_SETTINGS_BYTES));
        }
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let Ok(text) = String::from_utf8(bytes) else { return Err("it is not UTF-8".to_owned()) };
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Ok(None);
    }
    parse(text, format).map(Some)
}

fn is_absent(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

fn parse(text: &str, format: FileFormat) -> Result<Value, String> {
    match format {
        FileFormat::Json => {
            // Plain JSON first: it is what nearly all of them are, it is read many times faster, and
            // its reader bounds how deep it goes.
            if let Ok(value) = serde_json::from_str(text) {
                return Ok(value);
            }
            if nesting(text) > limits::AGENT_SETTINGS_DEPTH {
                let most = limits::AGENT_SETTINGS_DEPTH;
                return Err(format!("it is nested deeper than {most}"));
            }
            json5::from_str(text).map_err(|_| "it is not valid JSON".to_owned())
        }
        FileFormat::Toml => {
            let table = text.parse::<toml::Table>();
            let table = table.map_err(|_| "it is not valid TOML".to_owned())?;
            serde_json::to_value(table).map_err(|_| "it is not valid TOML".to_owned())
        }
        FileFormat::Yaml => {
            prowess_format::yaml_to_json(text).ok_or_else(|| "it is not valid YAML".to_owned())
        }
    }
}

/// How deep brackets open; those in strings and comments count too, which only errs on the safe side.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_one_kind_of_value() {
        let expected = serde_json::json!({"skills": {"paths": ["a", "b"], "on": true, "n": 3}});
        let table = [
            (FileFormat::Json, r#"{"skills": {"paths": ["a", "b"], "on": true, "n": 3}}"#),
            (
                FileFormat::Json,
                "{\n// why\nskills: {paths: ['a', 'b',], /* on */ on: true, n: 3,},}",
            ),
            (FileFormat::Toml, "[skills]\npaths = [\"a\", \"b\"]\non = true\nn = 3\n"),
            (FileFormat::Yaml, "skills:\n  paths:\n    - a\n    - b\n  on: true\n  n: 3\n"),
        ];
        for (format, text) in table {
            assert_eq!(parse(text, format).as_ref(), Ok(&expected), "{text}");
        }
    }

    #[test]
    fn what_is_broken_is_told_without_a_word_of_it() {
        let deep = "[".repeat(100_000);
        let table = [
            (FileFormat::Json, "{\"token\": \"sk-secret\""),
            (FileFormat::Json, deep.as_str()),
            (FileFormat::Toml, "token = sk-secret"),
            (FileFormat::Yaml, "token: [sk-secret\n"),
        ];
        for (format, text) in table {
            let reason = parse(text, format).unwrap_err();
            assert!(!reason.contains("secret") && !reason.contains("token"), "{reason}");
        }
    }
}
