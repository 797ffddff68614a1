//! A repair that puts values in quotes: where a frontmatter is no YAML because a value without quotes
//! holds a colon, or begins with a character that YAML reserves.

use super::repair::{self, Mend, Mended, RESERVED_START, UNQUOTED_COLON};
use super::{Kind, Node, Problem};
use crate::Code;
use crate::diagnostic::Span;
use crate::fence::lines;

/// Reads `source[range]` with such values in single quotes; the rest must then be valid.
pub(crate) fn quote_values(source: &str, range: Span) -> Result<Mended, Problem> {
    if let Some(at) = range.of(source).find('\0') {
        return Err(Problem::new(range.start as usize + at, "a NUL byte"));
    }
    let mut rewritten = String::new();
    let mut mends = Vec::new();
    for line in lines(source, range) {
        let content = line.of(source);
        match quotable(content) {
            Some((key, value, code)) => {
                let before = &content[..content.len() - content.trim_start().len()];
                rewritten.push_str(&format!("{before}{key}: '{}'\n", value.replace('\'', "''")));
                let first: String = value.chars().take(1).collect();
                mends.push(Mend {
                    code,
                    span: Span::new(line.start, line.end),
                    values: vec![("key", key.to_owned()), ("character", first)],
                    fix: None,
                });
            }
            None => {
                rewritten.push_str(content);
                rewritten.push('\n');
            }
        }
    }
    let mut node = super::read(&rewritten, Span::new(0, rewritten.len()))?;
    repair::cook(&rewritten, range, &mut node);
    Ok(Mended { node, mends })
}

/// Whether a name or a description is a list or a mapping, so that quotes may help.
pub(crate) fn lacks_text(source: &str, root: &Node) -> bool {
    let is_ours = |key: &Node| key.says("name", source) || key.says("description", source);
    let is_text = |value: &Node| matches!(value.kind, Kind::Scalar(_));
    root.entries().iter().any(|(key, value)| is_ours(key) && !is_text(value))
}

/// The key and the value of a line that needs quotes, and why it does.
fn quotable(line: &str) -> Option<(&str, &str, &'static Code)> {
    let (key, value) = line.trim_start().split_once(": ")?;
    let value = value.trim();
    if key.is_empty() || key.starts_with(['#', '-', '"', '\'', '{', '[']) {
        return None;
    }
    if value.starts_with(['"', '\'', '|', '>', '#']) {
        return None;
    }
    if value.contains(": ") {
        return Some((key, value, &UNQUOTED_COLON));
    }
    let reserved = value.starts_with(['[', '{', '@', '`']);
    let broken = || super::read(value, Span::new(0, value.len())).is_err();
    (reserved && broken()).then_some((key, value, &RESERVED_START))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_quotes() {
        let table = [
            ("description: Use when: asked", Some("Use when: asked")),
            ("  name: {a: b}", Some("{a: b}")),
            ("name: [unclosed", Some("[unclosed")),
            ("description: @you", Some("@you")),
            ("name: [a, b]", None),
            ("name: {a}", None),
            ("description: \"Use\" when: asked", None),
            ("description: *star*", None),
            ("description: %percent", None),
            ("- item: a: b", None),
            ("# a comment: b: c", None),
            ("description:none", None),
        ];
        for (line, expected) in table {
            assert_eq!(quotable(line).map(|(_, value, _)| value), expected, "{line}");
        }
    }

    #[test]
    fn quotes_inside_stay() {
        let source = "name: it's: fine\n";
        let mended = quote_values(source, Span::new(0, source.len())).unwrap();
        assert_eq!(mended.node.entries()[0].1.text(source), Some("it's: fine"));
    }
}
