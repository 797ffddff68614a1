//! Quoted scalars: single and double quotes, folded over lines, escapes.

use super::super::{Node, Style, Text};
use super::{Read, Reader};
use crate::diagnostic::Span;

impl Reader<'_> {
    pub(super) fn single_quoted(&mut self) -> Read<Node> {
        let start = self.at;
        self.at += 1;
        self.fresh = false;
        let mut quoted = Quoted { text: String::new(), piece: self.at, cooked: false };
        loop {
            match self.peek(0) {
                None => return self.invalid(start, "a quote that is never closed"),
                Some(b'\'') if self.peek(1) == Some(b'\'') => {
                    quoted.take(self.source, self.at);
                    quoted.text.push('\'');
                    self.at += 2;
                    quoted.piece = self.at;
                }
                Some(b'\'') => break,
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.quoted_space(start, &mut quoted)?,
                Some(_) => self.at += 1,
            }
        }
        Ok(self.quoted(start, quoted))
    }

    pub(super) fn double_quoted(&mut self) -> Read<Node> {
        let start = self.at;
        self.at += 1;
        self.fresh = false;
        let mut quoted = Quoted { text: String::new(), piece: self.at, cooked: false };
        loop {
            match self.peek(0) {
                None => return self.invalid(start, "a quote that is never closed"),
                Some(b'"') => break,
                Some(b'\\') => {
                    quoted.take(self.source, self.at);
                    if matches!(self.peek(1), Some(b'\n' | b'\r')) {
                        self.at += 1;
                        self.line_break();
                        self.quoted_breaks(start, &mut quoted)?;
                    } else {
                        let Some((character, length)) =
                            unescape(&self.source[self.at..self.bytes.len()])
                        else {
                            return self.invalid(self.at, "an escape that YAML does not know");
                        };
                        self.lenient |= length >= "\\u0000".len();
                        quoted.text.push(character);
                        self.at += length;
                    }
                    quoted.piece = self.at;
                }
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.quoted_space(start, &mut quoted)?,
                Some(_) => self.at += 1,
            }
        }
        Ok(self.quoted(start, quoted))
    }

    /// Ends a quoted scalar on its closing quote.
    fn quoted(&mut self, start: usize, mut quoted: Quoted) -> Node {
        let text = if quoted.cooked {
            quoted.take(self.source, self.at);
            Text::Cooked(quoted.text.into())
        } else {
            Text::Verbatim(Span::new(start + 1, self.at))
        };
        self.at += 1;
        self.fresh = false;
        Node::scalar(Span::new(start, self.at), Style::Quoted, text)
    }

    /// White space inside quotes: kept within a line, folded around a line break.
    fn quoted_space(&mut self, start: usize, quoted: &mut Quoted) -> Read<()> {
        let space = self.at;
        while matches!(self.peek(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        if !matches!(self.peek(0), Some(b'\n' | b'\r')) {
            return Ok(());
        }
        quoted.take(self.source, space);
        self.line_break();
        let before = quoted.text.len();
        self.quoted_breaks(start, quoted)?;
        if quoted.text.len() == before {
            quoted.text.push(' ');
        }
        quoted.piece = self.at;
        Ok(())
    }

    /// The empty lines after a line break inside quotes; each is a line feed.
    fn quoted_breaks(&mut self, start: usize, quoted: &mut Quoted) -> Read<()> {
        self.lenient = true;
        loop {
            if self.at_marker() {
                return self.invalid(start, "a document marker inside quotes");
            }
            while matches!(self.peek(0), Some(b' ' | b'\t')) {
                self.at += 1;
            }
            if !self.line_break() {
                self.fresh = false;
                return Ok(());
            }
            quoted.text.push('\n');
        }
    }
}

/// A quoted scalar while it is read: what is cooked so far and where the next verbatim piece began.
struct Quoted {
    text: String,
    piece: usize,
    cooked: bool,
}

impl Quoted {
    fn take(&mut self, source: &str, end: usize) {
        self.text.push_str(&source[self.piece..end]);
        self.cooked = true;
    }
}

/// The character an escape at the start of `text` stands for, and the escape's length.
///
/// Two `\u` escapes that are a surrogate pair are one character: JSON in a YAML text has them.
pub(crate) fn unescape(text: &str) -> Option<(char, usize)> {
    let hex = |from: usize, length: usize| {
        let digits = text.get(from..from + length)?;
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
        u32::from_str_radix(digits, 16).ok()
    };
    let simple = match text.as_bytes().get(1)? {
        b'0' => '\0',
        b'a' => '\u{7}',
        b'b' => '\u{8}',
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\u{b}',
        b'f' => '\u{c}',
        b'r' => '\r',
        b'e' => '\u{1b}',
        b' ' => ' ',
        b'"' => '"',
        b'/' => '/',
        b'\\' => '\\',
        b'N' => '\u{85}',
        b'_' => '\u{a0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        b'x' => return Some((char::from_u32(hex(2, 2)?)?, 4)),
        b'U' => return Some((char::from_u32(hex(2, 8)?)?, 10)),
        b'u' => {
            let first = hex(2, 4)?;
            if let Some(character) = char::from_u32(first) {
                return Some((character, 6));
            }
            let pair = text.get(6..8) == Some("\\u");
            let second = if pair { hex(8, 4).unwrap_or(0) } else { 0 };
            let joined = char::decode_utf16([first as u16, second as u16]).next();
            return match joined {
                Some(Ok(character)) => Some((character, 12)),
                _ => Some((char::REPLACEMENT_CHARACTER, 6)),
            };
        }
        _ => return None,
    };
    Some((simple, 2))
}
