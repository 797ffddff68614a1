//! Plain scalars: text without quotes, over one or more lines.

use super::super::{Node, Style, Text};
use super::{Dialect, Read, Reader, ends_token};
use crate::diagnostic::Span;

/// Whether a plain scalar may end at a byte, beside the spaces before it. Without a branch, so that
/// the compiler looks at many bytes at once: this is the hot loop.
fn may_end(byte: u8) -> bool {
    (byte == b'\n') | (byte == b'\r') | (byte == b'\t') | (byte == b':') | (byte == b'#')
}

impl Reader<'_> {
    /// A plain scalar, which goes on over lines indented past `parent`.
    pub(super) fn plain(&mut self, parent: Option<usize>) -> Read<Node> {
        let start = self.at;
        let indent = parent.map_or(0, |parent| parent + 1);
        let mut folded: Option<String> = None;
        let mut piece = start;
        let mut end;
        loop {
            self.skip_words();
            end = self.at;
            self.fresh = false;
            let mut space = 0;
            while self.peek(space) == Some(b' ')
                || (self.dialect == Dialect::Yaml && self.peek(space) == Some(b'\t'))
            {
                space += 1;
            }
            match self.peek(space) {
                Some(b'\n' | b'\r') => {}
                None | Some(b'#') => {
                    if space > 0 {
                        self.at += space;
                    }
                    // `#` right after a character is part of the text and was consumed above.
                    break;
                }
                Some(_) if space == 0 => break,
                Some(b':') if ends_token(self.peek(space + 1)) => {
                    self.at += space;
                    break;
                }
                Some(_) => {
                    self.at += space;
                    continue;
                }
            }
            self.at += space;
            let breaks = self.breaks_in_plain();
            let ends = breaks.is_none()
                || self.at >= self.bytes.len()
                || self.peek(0) == Some(b'#')
                || self.column() < indent
                || self.peek(0) == Some(b'\t');
            if ends {
                break;
            }
            let folded = folded.get_or_insert_with(String::new);
            folded.push_str(&self.source[piece..end]);
            match breaks {
                Some(0) | None => folded.push(' '),
                Some(count) => folded.extend(std::iter::repeat_n('\n', count)),
            }
            piece = self.at;
        }
        let text = match folded {
            None => Text::Verbatim(Span::new(start, end)),
            Some(mut folded) => {
                folded.push_str(&self.source[piece..end]);
                Text::Cooked(folded.into())
            }
        };
        Ok(Node::scalar(Span::new(start, end), Style::Plain, text))
    }

    /// Skips what is plainly text: words, the spaces between them, colons and hashes inside them.
    fn skip_words(&mut self) {
        let start = self.at;
        loop {
            self.skip_ordinary();
            match (self.peek(0), self.peek(1)) {
                (Some(b':'), next) if !ends_token(next) => self.at += 1,
                (Some(b'#'), _) if self.at > start && self.bytes[self.at - 1] != b' ' => {
                    self.at += 1;
                }
                _ => break,
            }
        }
        while self.at > start && self.bytes[self.at - 1] == b' ' {
            self.at -= 1;
        }
    }

    /// Skips the bytes at which no plain scalar ends.
    fn skip_ordinary(&mut self) {
        let rest = &self.bytes[self.at..];
        let (chunks, _) = rest.as_chunks::<16>();
        let ordinary =
            |chunk: &&[u8; 16]| !chunk.iter().fold(false, |found, &b| found | may_end(b));
        let skipped = 16 * chunks.iter().take_while(ordinary).count();
        let last = rest[skipped..].iter().position(|&byte| may_end(byte));
        self.at += skipped + last.unwrap_or(rest.len() - skipped);
    }

    /// Skips the line break inside a plain scalar and the empty lines after it; the number of empty
    /// lines, or `None` where a document marker follows.
    fn breaks_in_plain(&mut self) -> Option<usize> {
        self.line_break();
        if self.at_marker() {
            return None;
        }
        let mut empty = 0;
        loop {
            match self.peek(0) {
                Some(b' ') => self.at += 1,
                Some(b'\t') if self.tab_is_space() => self.at += 1,
                Some(b'\n' | b'\r') => {
                    self.line_break();
                    empty += 1;
                    if self.at_marker() {
                        return None;
                    }
                }
                _ => return Some(empty),
            }
        }
    }
}
