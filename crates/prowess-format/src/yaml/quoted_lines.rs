//! Repairs that agents make by taking the values of single lines literally.
//!
//! Such lines are rewritten with quotes, and the whole has to be valid then.

use super::Problem;
use super::repair::{Mend, Mended, RESERVED_START, UNQUOTED_COLON, cook};
use crate::diagnostic::Span;
use crate::fence::lines;

/// Characters that mean something to YAML, beside a colon and a space.
const SPECIAL: &[char] = &['{', '}', '[', ']', '*', '&', '#', '!', '|', '>', '%', '@', '`'];

/// Top-level values of any key with a special character are taken literally, unless they are quoted.
/// Tabs in front of a line are spaces.
pub(crate) fn special(source: &str, range: Span) -> Result<Mended, Problem> {
    let literal = |key: &str, value: &str| {
        let fine = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '-');
        let quoted = |quote| value.len() > 1 && value.starts_with(quote) && value.ends_with(quote);
        key.chars().all(fine)
            && !quoted('"')
            && !quoted('\'')
            && (value.contains(SPECIAL) || value.contains(": "))
    };
    literally(source, range, Tabs::Spaces, literal)
}

/// The value of a top-level `description` is taken literally, if there is something on its line, and
/// that is no list or mapping which was never closed.
pub(crate) fn description(source: &str, range: Span) -> Result<Mended, Problem> {
    let unclosed = |value: &str, open, close| value.starts_with(open) && !value.contains(close);
    literally(source, range, Tabs::Kept, |key, value| {
        key == "description" && !unclosed(value, '[', ']') && !unclosed(value, '{', '}')
    })
}

/// What becomes of tabs in front of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tabs {
    Kept,
    Spaces,
}

fn literally(
    source: &str,
    range: Span,
    tabs: Tabs,
    is_literal: impl Fn(&str, &str) -> bool,
) -> Result<Mended, Problem> {
    let mut rewritten = String::new();
    let mut mends = Vec::new();
    for line in lines(source, range) {
        let content = line.of(source);
        let entry = content.split_once(':').filter(|(key, rest)| {
            !key.is_empty() && rest.starts_with([' ', '\t']) && !rest.trim().is_empty()
        });
        match entry.filter(|(key, rest)| is_literal(key, rest.trim())) {
            Some((key, rest)) => {
                let value = rest.trim();
                let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
                rewritten.push_str(&format!("{key}: \"{escaped}\"\n"));
                let code = if value.contains(": ") { &UNQUOTED_COLON } else { &RESERVED_START };
                let first: String = value.chars().take(1).collect();
                let values = vec![("key", key.to_owned()), ("character", first)];
                mends.push(Mend { code, span: Span::new(line.start, line.end), values, fix: None });
            }
            None => {
                let text = content.trim_start_matches([' ', '\t']);
                let white = &content[..content.len() - text.len()];
                match tabs {
                    Tabs::Kept => rewritten.push_str(white),
                    Tabs::Spaces => rewritten.push_str(&white.replace('\t', "  ")),
                }
                rewritten.push_str(text);
                rewritten.push('\n');
            }
        }
    }
    let mut node = super::read(&rewritten, Span::new(0, rewritten.len()))?;
    cook(&rewritten, range, &mut node);
    Ok(Mended { node, mends })
}
