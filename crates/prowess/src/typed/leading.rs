//! The command that a draft begins with, and the words of commands.

use std::ops::Range;

use super::Draft;

/// A `/word`, and what comes after it.
pub(super) struct Command<'a> {
    /// The word without its slash.
    pub(super) name: &'a str,
    /// Where it is, with its slash.
    pub(super) span: Range<usize>,
    /// What follows it.
    pub(super) rest: &'a str,
}

/// The `/word` that a text begins with, after whitespace, from a place of it on.
pub(super) fn word(text: &str, from: usize) -> Option<Command<'_>> {
    let start = text.len() - text[from..].trim_start().len();
    let after = text[start..].strip_prefix('/')?;
    let name = &after[..after.find(char::is_whitespace).unwrap_or(after.len())];
    let span = start..start + 1 + name.len();
    (!name.is_empty()).then(|| Command { name, rest: &text[span.end..], span })
}

/// The command that a draft begins with. One with another slash in it is a path, unless a skill is
/// called so.
pub(super) fn command<'a>(draft: &Draft<'a>) -> Option<Command<'a>> {
    word(draft.text, 0).filter(|word| !word.name.contains('/') || draft.names.has(word.name))
}
