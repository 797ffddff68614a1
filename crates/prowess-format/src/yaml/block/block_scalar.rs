//! Block scalars: literal and folded text after `|` and `>`.

use super::super::{Node, Style, Text};
use super::{Dialect, Read, Reader};
use crate::diagnostic::Span;

impl Reader<'_> {
    pub(super) fn block_scalar(&mut self, parent: Option<usize>) -> Read<Node> {
        let start = self.at;
        let folded = self.peek(0) == Some(b'>');
        self.at += 1;
        let (chomp, increment, header) = self.block_indicators(start)?;
        let least = parent.map_or(0, |parent| parent + 1);
        let mut text = String::new();
        let mut breaks = 0;
        let indent = match increment {
            Some(increment) => {
                let indent = least.max(1) + increment - 1;
                self.block_breaks(indent, &mut breaks);
                indent
            }
            None => {
                let mut most = 0;
                while matches!(self.peek(0), Some(b' ' | b'\n' | b'\r')) {
                    if self.line_break() {
                        breaks += 1;
                    } else {
                        self.at += 1;
                        most = most.max(self.column());
                    }
                }
                if self.dialect == Dialect::Yaml && self.column() < most {
                    return self.invalid(
                        self.at,
                        "empty lines indented past the first line of a block text",
                    );
                }
                least.max(most)
            }
        };
        self.lenient |= increment.is_some() || self.peek(0) == Some(b'\t');
        let mut end = header;
        let mut line_break = "";
        let more = |reader: &Self| {
            let ends = reader.at >= reader.bytes.len() || (least == 0 && reader.at_marker());
            reader.column() == indent && !ends
        };
        while more(self) {
            text.extend(std::iter::repeat_n('\n', breaks));
            let flush = !matches!(self.peek(0), Some(b' ' | b'\t'));
            let line = self.at;
            self.skip_line();
            text.push_str(&self.source[line..self.at]);
            end = self.at;
            // The full reader, as most do, takes the end of the text for the end of a line.
            let ends_line = self.line_break() || self.dialect == Dialect::Yaml;
            line_break = if ends_line { "\n" } else { "" };
            breaks = 0;
            self.block_breaks(indent, &mut breaks);
            if !more(self) {
                break;
            }
            let next_flush = !matches!(self.peek(0), Some(b' ' | b'\t'));
            if folded && line_break == "\n" && flush && next_flush {
                if breaks == 0 {
                    text.push(' ');
                }
            } else {
                text.push_str(line_break);
            }
        }
        let spaces_last = self.at >= self.bytes.len() && self.column() > 0 && self.at > end;
        if self.dialect == Dialect::Yaml && spaces_last {
            return self.outside("a block text that ends in a line of spaces");
        }
        if chomp != Chomp::Strip {
            text.push_str(line_break);
        }
        if chomp == Chomp::Keep {
            text.extend(std::iter::repeat_n('\n', breaks));
        }
        self.fresh = true;
        Ok(Node::scalar(Span::new(start, end), Style::Block, Text::Cooked(text.into())))
    }

    /// The rest of a `|` or `>` line, and where its indicators end.
    fn block_indicators(&mut self, start: usize) -> Read<(Chomp, Option<usize>, usize)> {
        let mut chomp = Chomp::Clip;
        let mut increment = None;
        for _ in 0..2 {
            match self.peek(0) {
                Some(b'+') if chomp == Chomp::Clip => chomp = Chomp::Keep,
                Some(b'-') if chomp == Chomp::Clip => chomp = Chomp::Strip,
                Some(digit @ b'1'..=b'9') if increment.is_none() => {
                    increment = Some(usize::from(digit - b'0'));
                }
                _ => break,
            }
            self.at += 1;
        }
        let header = self.at;
        while self.peek(0) == Some(b' ')
            || (self.dialect == Dialect::Yaml && self.peek(0) == Some(b'\t'))
        {
            self.at += 1;
        }
        match self.peek(0) {
            Some(b'#') if self.at > header => self.skip_line(),
            None | Some(b'\n' | b'\r') => {}
            Some(_) => return self.refused(start, "text on the line of a block indicator"),
        }
        self.line_break();
        Ok((chomp, increment, header))
    }

    /// Skips indentation and empty lines of a block scalar, counting the latter.
    fn block_breaks(&mut self, indent: usize, breaks: &mut usize) {
        loop {
            while self.column() < indent && self.peek(0) == Some(b' ') {
                self.at += 1;
            }
            if !self.line_break() {
                return;
            }
            *breaks += 1;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomp {
    Clip,
    Keep,
    Strip,
}
