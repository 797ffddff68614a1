//! The text of a value that is no YAML: what its author meant by quotes, brackets and lines.

use super::block;
use super::repair::{BAD_ESCAPE, QUOTE_UNCLOSED, TEXT_AFTER_QUOTE};
use crate::Code;

/// A value without the bold marks that close a decorated entry.
pub(super) fn undressed(raw: &str) -> &str {
    raw.trim().trim_end_matches("**")
}

/// The lines of a text, trimmed and joined; empty ones are left out.
pub(super) fn join(text: &str, glue: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(glue)
}

pub(super) fn has_blank_line(text: &str) -> bool {
    text.lines().any(|line| line.trim().is_empty())
}

/// `{NAME} does …`: a word in brackets with text behind it, not a list or mapping.
pub(super) fn is_bracketed_word(value: &str) -> bool {
    let close = if value.starts_with('[') { ']' } else { '}' };
    value.find(close).is_some_and(|at| {
        !value[at + 1..].trim().is_empty() && !value[..at].contains([',', '"', ':'])
    })
}

/// What is meant by a quoted text that does not parse, and what is wrong with it.
pub(super) fn unquote(text: &str, quote: char) -> (&'static Code, String) {
    let inner = &text[1..];
    let Some(inner) = inner.strip_suffix(quote) else {
        // An opening quote with no partner is dropped; `"a" b` keeps its quotes.
        return match inner.contains(quote) {
            true => (&TEXT_AFTER_QUOTE, text.to_owned()),
            false => (&QUOTE_UNCLOSED, inner.trim().to_owned()),
        };
    };
    // `"a" and "b"` is text with two quoted words; `"a "b" c"` is a quoted text with one inside.
    let closes_word = inner.find(quote).is_some_and(|at| {
        let after = inner[at + 1..].chars().next();
        !inner[..at].ends_with([' ', '\\']) && after.is_some_and(|c| c.is_whitespace() || c == ':')
    });
    if closes_word {
        return (&TEXT_AFTER_QUOTE, text.to_owned());
    }
    if quote == '\'' {
        let text = inner.replace("''", "'");
        return (&TEXT_AFTER_QUOTE, text);
    }
    let mut out = String::with_capacity(inner.len());
    let mut code = &TEXT_AFTER_QUOTE;
    let mut at = 0;
    while let Some(character) = inner[at..].chars().next() {
        if character != '\\' {
            out.push(character);
            at += character.len_utf8();
            continue;
        }
        match block::unescape(&inner[at..]) {
            Some((character, length)) => {
                out.push(character);
                at += length;
            }
            None => {
                code = &BAD_ESCAPE;
                out.push('\\');
                at += 1;
            }
        }
    }
    (code, out)
}
