//! What an agent answered.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// One agent's answer to one scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// The scenario's name.
    pub scenario: String,
    /// The agent's name.
    pub agent: String,
    /// The version of the program that answered.
    pub version: String,
    /// What it lists, by name and path.
    pub skills: Vec<Listed>,
    /// What it complains about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

/// A skill as an agent lists it. What the agent does not tell is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its file, with `{root}` for the sandbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where it is from, in the agent's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// False where it is listed and cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// True where the model is not told about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// True where the path and the rest change from run to run and are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub racy: Option<bool>,
}

/// The vectors of a file with one a line; none where there is no file.
pub fn read_vectors(file: &Path) -> Result<Vec<Vector>, String> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("{}: {error}", file.display())),
    };
    let parse = |(index, line)| {
        serde_json::from_str(line)
            .map_err(|error| format!("{}:{}: {error}", file.display(), index + 1))
    };
    text.lines().enumerate().map(parse).collect()
}

/// A text in which long runs of the letter of `{fill:N}` are written so again.
pub fn with_fills(text: &str) -> String {
    const SHORTEST: usize = 60;
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('x') {
        let (before, run) = rest.split_at(at);
        let length = run.len() - run.trim_start_matches('x').len();
        out.push_str(before);
        if length >= SHORTEST {
            out += &format!("{{fill:{length}}}");
        } else {
            out.push_str(&run[..length]);
        }
        rest = &run[length..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_runs_are_fills() {
        let text = format!("ax xx y{}z", "x".repeat(64));
        assert_eq!(with_fills(&text), "ax xx y{fill:64}z");
    }
}
