//! Text of skills on a terminal: nothing in it may steer the terminal or hide.

/// A text on one line: line breaks become spaces, characters that cannot be seen become visible.
pub(crate) fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_line(&mut out, text);
    out
}

/// Adds a text to a line, as [`line`] shows it.
pub(crate) fn push_line(out: &mut String, text: &str) {
    // Without a branch a byte, so that the compiler looks at many of them at once: nearly every text
    // of a long listing ends here.
    let visible = |byte: u8| byte.wrapping_sub(b' ') <= b'~' - b' ';
    if text.bytes().fold(true, |fine, byte| fine & visible(byte)) {
        return out.push_str(text);
    }
    let mut taken = 0;
    for (at, character) in text.char_indices() {
        if !is_unsafe(character) {
            continue;
        }
        out.push_str(&text[taken..at]);
        taken = at + character.len_utf8();
        match character {
            '\n' | '\r' | '\t' => out.push(' '),
            character => out.extend(character.escape_unicode()),
        }
    }
    out.push_str(&text[taken..]);
}

/// A text of several lines: they stay as they are, other characters that cannot be seen become
/// visible.
pub(crate) fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => out.push(character),
            character if is_unsafe(character) => out.extend(character.escape_unicode()),
            character => out.push(character),
        }
    }
    out
}

/// A source line with the same number of characters, so that columns stay where they are.
pub(crate) fn source(text: &str) -> String {
    text.chars().map(|c| if c != '\t' && is_unsafe(c) { '\u{fffd}' } else { c }).collect()
}

/// Control characters, and the ones that change direction or take no space.
fn is_unsafe(character: char) -> bool {
    !matches!(character, ' '..='~')
        && (character.is_control()
            || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_shown_not_sent() {
        assert_eq!(line("a\u{1b}[2Jb\nc\u{202e}"), "a\\u{1b}[2Jb c\\u{202e}");
        assert_eq!(lines("a\u{1b}[2Jb\n\tc\r"), "a\\u{1b}[2Jb\n\tc\\u{d}");
        assert_eq!(source("a\u{1b}\tb").chars().count(), 4);
    }
}
