//! The source line of a finding, taken while the file is at hand.

use prowess_format::{Location, Span};

/// Bytes before and after a place that are kept, of its line.
const AROUND: usize = 512;

/// A line of a file, or the part of it around a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text.
    pub text: String,
    /// Where in it the place is.
    pub span: Span,
    /// Whether the line begins where the text does.
    pub from_start: bool,
}

impl Excerpt {
    /// The line of a place; nothing where it is not text.
    pub(super) fn of(bytes: &[u8], at: Location) -> Option<Self> {
        let Span { start, end } = at.span;
        let (start, end) = (start as usize, end as usize);
        if start > end || end > bytes.len() {
            return None;
        }
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let line_start = bytes[..start].iter().rposition(is_break).map_or(0, |at| at + 1);
        let line_end =
            bytes[start..].iter().position(is_break).map_or(bytes.len(), |at| start + at);
        let end = end.min(line_end);
        let first = first_of_character(bytes, line_start.max(start.saturating_sub(AROUND)));
        let last = first_of_character(bytes, line_end.min(end.saturating_add(AROUND)));
        let text = std::str::from_utf8(bytes.get(first..last)?).ok()?.to_owned();
        let span = Span::new(start - first, end - first);
        let fits = text.is_char_boundary(start - first) && text.is_char_boundary(end - first);
        fits.then_some(Self { text, span, from_start: first == line_start })
    }
}

/// The place itself, or the first byte of the character it is in the middle of.
fn first_of_character(bytes: &[u8], mut at: usize) -> usize {
    let inside = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0b1100_0000 == 0b1000_0000);
    while at > 0 && inside(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_and_where_in_it() {
        let at = |start, end| Location { span: Span::new(start, end), line: 1, column: 1 };
        let bytes = "ä b\r\nécu rm -rf\nz".as_bytes();
        let found = Excerpt::of(bytes, at(11, 13)).unwrap();
        assert_eq!((found.text.as_str(), found.span.of(&found.text)), ("écu rm -rf", "rm"));
        assert!(found.from_start);
        // What goes on over the line is cut there.
        assert_eq!(Excerpt::of(bytes, at(11, 18)).unwrap().span.range(), 5..11);
        for outside in [at(0, 99), at(5, 4), at(1, 3)] {
            assert_eq!(Excerpt::of(bytes, outside), None);
        }
        assert_eq!(Excerpt::of(b"a\xffb", at(0, 1)), None);
        let long = "é".repeat(4_000);
        let found = Excerpt::of(long.as_bytes(), at(4_000, 4_002)).unwrap();
        assert!(!found.from_start && found.text.len() < 2_000 && found.span.of(&found.text) == "é");
    }
}
