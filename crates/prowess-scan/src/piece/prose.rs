//! Sentences.

use std::rc::Rc;

use super::{Context, Unit};
use crate::limits;

/// Abbreviations after which a full stop ends nothing.
const ABBREVIATIONS: &[&str] = &["e.g", "i.e", "etc", "vs", "cf", "mr", "ms", "dr", "no", "fig"];

/// Bytes that two parts of a unit that is too long have in common.
const OVERLAP: usize = 256;

/// Cuts `text[start..end]` into sentences.
pub(crate) fn sentences(
    text: &str,
    start: usize,
    end: usize,
    heading: Option<&Rc<str>>,
    context: Context,
    units: &mut Vec<Unit>,
) {
    let bytes = text.as_bytes();
    let mut from = start;
    let mut at = start;
    while at < end {
        let ends = match bytes[at] {
            b'\n' => bytes.get(at + 1) == Some(&b'\n') || starts_item(&bytes[at + 1..end]),
            b'.' | b'!' | b'?' => {
                matches!(bytes.get(at + 1), None | Some(b' ' | b'\n' | b'\t'))
                    && !is_abbreviation(text, from, at)
            }
            _ => false,
        };
        at += 1;
        if ends {
            push(text, from, at, heading, context, units);
            from = at;
        }
    }
    push(text, from, end, heading, context, units);
}

/// Whether a line begins like an item of a list.
fn starts_item(line: &[u8]) -> bool {
    let first = line
        .iter()
        .position(|byte| !byte.is_ascii_whitespace() || *byte == b'\n')
        .unwrap_or(line.len());
    match line.get(first) {
        Some(b'-' | b'*' | b'+' | b'#' | b'|') => true,
        Some(digit) if digit.is_ascii_digit() => {
            let digits = line[first..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            matches!(line.get(first + digits), Some(b'.' | b')'))
        }
        _ => false,
    }
}

fn is_abbreviation(text: &str, from: usize, at: usize) -> bool {
    let word =
        text.get(from..at).unwrap_or_default().rsplit([' ', '(', '\n']).next().unwrap_or_default();
    // `1.` and `a.` begin items.
    word.len() == 1
        || word.bytes().all(|byte| byte.is_ascii_digit())
        || ABBREVIATIONS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Adds a unit without the white space around it, in pieces that overlap where it is too long.
pub(crate) fn push(
    text: &str,
    start: usize,
    end: usize,
    heading: Option<&Rc<str>>,
    context: Context,
    units: &mut Vec<Unit>,
) {
    let Some(part) = text.get(start..end) else { return };
    let trimmed = part.trim();
    if trimmed.is_empty() {
        return;
    }
    let start = start + (part.len() - part.trim_start().len());
    let end = start + trimmed.len();
    let mut from = start;
    while end - from > limits::UNIT_BYTES {
        let to = boundary(text, from + limits::UNIT_BYTES);
        units.push(Unit { start: from, end: to, heading: heading.cloned(), context });
        from = boundary(text, to - OVERLAP);
    }
    units.push(Unit { start: from, end, heading: heading.cloned(), context });
}

/// The nearest boundary of a character at or before an offset.
pub(crate) fn boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
