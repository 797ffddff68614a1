//! Shortening a text without splitting a character.

use std::borrow::Cow;

use serde::Deserialize;

/// What the length of a description counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Code points.
    Chars,
    /// Units of UTF-16, as JavaScript counts.
    Utf16,
    /// Bytes of UTF-8.
    Bytes,
}

impl Unit {
    fn of_char(self, character: char) -> usize {
        match self {
            Self::Chars => 1,
            Self::Utf16 => character.len_utf16(),
            Self::Bytes => character.len_utf8(),
        }
    }

    /// Whether a text is no longer than that; one that is longer is not read to its end.
    fn holds(self, text: &str, most: usize) -> bool {
        let mut left = most;
        text.chars().all(|character| match left.checked_sub(self.of_char(character)) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        })
    }

    /// How long a text is.
    pub fn measure(self, text: &str) -> usize {
        text.chars().map(|character| self.of_char(character)).sum()
    }
}

/// The text, or its beginning with an ellipsis where it is longer than `cap`; the ellipsis counts.
/// Nothing is split: no code point, no letter from its accents, no joined emoji.
pub fn shorten<'a>(text: &'a str, cap: usize, unit: Unit, ellipsis: &str) -> Cow<'a, str> {
    if unit.holds(text, cap) {
        return Cow::Borrowed(text);
    }
    let own = unit.measure(ellipsis);
    if own > cap {
        return Cow::Borrowed(beginning(text, cap, unit));
    }
    let kept = beginning(text, cap - own, unit).trim_end();
    Cow::Owned(format!("{kept}{ellipsis}"))
}

/// The longest beginning that is not longer than `most`.
fn beginning(text: &str, most: usize, unit: Unit) -> &str {
    let (mut length, mut end, mut joined) = (0, 0, false);
    for (at, character) in text.char_indices() {
        // A place to cut is before a character that belongs to nothing before it.
        if !joined && !continues(character) {
            end = at;
        }
        joined = character == ZERO_WIDTH_JOINER;
        length += unit.of_char(character);
        if length > most {
            return &text[..end];
        }
    }
    text
}

const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// Whether a character is part of the one before it: accents, variation selectors, skin tones.
fn continues(character: char) -> bool {
    character == ZERO_WIDTH_JOINER
        || matches!(character,
            '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}'
            | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}
