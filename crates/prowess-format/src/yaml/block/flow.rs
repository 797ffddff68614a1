//! Flow collections as most people and all JSON writers write them: `{"a": [b, 'c']}`.
//!
//! Whatever else YAML allows between brackets (comments, tabs, keys without values, commas at the
//! end, texts over several lines) is left to the full reader.

use super::super::{Kind, Node, Style, Text, is_merge_key};
use super::{Read, Reader};
use crate::diagnostic::Span;
use crate::limits;

/// A key may have so many bytes here; YAML allows a few more.
const KEY_BYTES: usize = 1000;

impl Reader<'_> {
    /// A flow collection in a block collection at column `parent`, with nothing behind it.
    pub(super) fn flow(&mut self, parent: Option<usize>) -> Read<Node> {
        let Some(parent) = parent else {
            return self.outside("a flow collection as the whole text");
        };
        self.flowed = true;
        let node = self.flow_collection(parent + 1)?;
        self.fresh = false;
        let rest = &self.bytes[self.at..];
        let space = rest.iter().take_while(|&&byte| byte == b' ').count();
        match rest.get(space) {
            None | Some(b'\n' | b'\r') => Ok(node),
            Some(b'#') if space > 0 => Ok(node),
            Some(_) => self.outside("text behind a flow collection"),
        }
    }

    /// The collection whose bracket stands here; its lines are indented to `indent` at least.
    fn flow_collection(&mut self, indent: usize) -> Read<Node> {
        let start = self.at;
        let is_mapping = self.peek(0) == Some(b'{');
        let close = if is_mapping { b'}' } else { b']' };
        // Which limit is hit, and where, the full reader says.
        if self.depth >= limits::YAML_DEPTH {
            return self.outside("deep nesting");
        }
        self.depth += 1;
        self.at += 1;
        let (entries, items) = (self.entries.len(), self.items.len());
        self.flow_space(indent)?;
        if self.peek(0) != Some(close) {
            self.flow_items(is_mapping, close, indent)?;
        }
        self.at += 1;
        self.depth -= 1;
        let kind = match is_mapping {
            true => Kind::Mapping(self.entries.drain(entries..).collect()),
            false => Kind::Sequence(self.items.drain(items..).collect()),
        };
        Ok(Node { span: Span::new(start, self.at), kind })
    }

    /// What stands between the brackets, up to the closing one.
    fn flow_items(&mut self, is_mapping: bool, close: u8, indent: usize) -> Read<()> {
        loop {
            let item = self.flow_item(indent)?;
            if is_mapping {
                let value = self.flow_value(&item, indent)?;
                self.entries.push((item, value));
            } else {
                self.items.push(item);
            }
            self.flow_space(indent)?;
            match self.peek(0) {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => return Ok(()),
                _ => return self.outside("an uncommon flow collection"),
            }
            self.flow_space(indent)?;
        }
    }

    /// The value of a key that was just read.
    fn flow_value(&mut self, key: &Node, indent: usize) -> Read<Node> {
        let fits = matches!(key.kind, Kind::Scalar(_)) && key.span.range().len() <= KEY_BYTES;
        while self.peek(0) == Some(b' ') {
            self.at += 1;
        }
        if !fits || is_merge_key(key, self.source) || self.peek(0) != Some(b':') {
            return self.outside("an uncommon key in a flow collection");
        }
        self.at += 1;
        self.flow_space(indent)?;
        self.flow_item(indent)
    }

    /// One key, value or item.
    fn flow_item(&mut self, indent: usize) -> Read<Node> {
        self.nodes += 1;
        if self.nodes > limits::YAML_NODES {
            return self.outside("many values");
        }
        match self.peek(0) {
            Some(b'{' | b'[') => self.flow_collection(indent),
            // Over several lines, or with halves of a pair, the whole is left to the full reader.
            Some(b'"') => self.double_quoted(),
            Some(b'\'') => self.single_quoted(),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'/' | b'$' | 0x80..) => {
                self.flow_plain()
            }
            _ => self.outside("an uncommon value in a flow collection"),
        }
    }

    /// A text without quotes, on one line.
    fn flow_plain(&mut self) -> Read<Node> {
        let start = self.at;
        loop {
            match self.peek(0) {
                Some(b',' | b']' | b'}' | b'\n' | b'\r') => break,
                Some(b':') => match self.peek(1) {
                    Some(b' ' | b'\n' | b'\r') => break,
                    Some(b'/' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9')
                        if self.bytes[self.at - 1] != b' ' => {}
                    _ => return self.outside("an uncommon colon in a flow collection"),
                },
                None | Some(b'[' | b'{' | b'#' | b'\t') => {
                    return self.outside("an uncommon text in a flow collection");
                }
                Some(_) => {}
            }
            self.at += 1;
        }
        let end = start + self.source[start..self.at].trim_end_matches(' ').len();
        let span = Span::new(start, end);
        Ok(Node::scalar(span, Style::Plain, Text::Verbatim(span)))
    }

    /// Skips spaces and line breaks before the next token.
    fn flow_space(&mut self, indent: usize) -> Read<()> {
        let line = self.line;
        loop {
            while self.peek(0) == Some(b' ') {
                self.at += 1;
            }
            if !self.line_break() {
                break;
            }
        }
        let indented = self.line == line || self.column() >= indent;
        match self.peek(0) {
            Some(byte) if indented && !matches!(byte, b'#' | b'\t') => Ok(()),
            _ => self.outside("uncommon space in a flow collection"),
        }
    }
}
