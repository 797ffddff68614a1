//! The quick reader: YAML without anchors, aliases, tags and directives, and with flow collections
//! only as JSON writes them.
//!
//! One pass, no tokens, no copies where the text stands in the source as it is. It either reads a
//! text completely or declines: [`Declined::Outside`] where the text needs the rest of YAML,
//! [`Declined::Invalid`] where it is no YAML as far as this reader can tell.
//!
//! In the [`Dialect::Strict`] it decides as the parser below the reference validator does, quirks
//! included: quoted scalars may continue in any column, a comment needs no space before it after a
//! quote, a tab is never white space between tokens. In [`Dialect::Yaml`] it declines where that
//! would differ from YAML 1.2.

mod block_scalar;
mod flow;
mod plain;
mod quoted;

pub(crate) use quoted::unescape;

use super::{Node, Problem};
use crate::diagnostic::Span;
use crate::limits;

/// Which decisions to make where parsers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// As YAML 1.2 says.
    Yaml,
    /// As the reference validator's parser does.
    Strict,
}

/// Why the text was not read.
#[derive(Debug)]
pub(crate) enum Declined {
    /// It uses a part of YAML that is not handled here.
    Outside(Problem),
    /// It is not valid as far as this reader can tell.
    Invalid(Problem),
    /// It is not valid, and the full reader would not take it either.
    Refused(Problem),
    /// It is larger or deeper than allowed.
    Limit(Problem),
}

type Read<T> = Result<T, Declined>;

/// Reads the block YAML in `source[range]`; spans are offsets in `source`.
pub(crate) fn read(source: &str, range: Span, dialect: Dialect) -> Read<Node> {
    let mut reader = Reader {
        source,
        bytes: &source.as_bytes()[..range.end as usize],
        at: range.start as usize,
        line: range.start as usize,
        fresh: true,
        dialect,
        depth: 0,
        nodes: 0,
        flowed: false,
        lenient: false,
        entries: Vec::with_capacity(16),
        items: Vec::new(),
    };
    reader.check_characters(range)?;
    if reader.bytes[reader.at..].starts_with("\u{feff}".as_bytes()) {
        reader.at += 3;
        reader.line = reader.at;
    }
    let read = reader.document();
    // With flow collections the full reader has the last word on whatever the two may see
    // differently, as it has on the rest of YAML.
    match read {
        Ok(_) if reader.flowed && reader.lenient => reader.outside("a flow collection"),
        Err(Declined::Invalid(problem) | Declined::Limit(problem)) if reader.flowed => {
            Err(Declined::Outside(problem))
        }
        read => read,
    }
}

struct Reader<'a> {
    source: &'a str,
    /// The source up to the end of the range.
    bytes: &'a [u8],
    at: usize,
    /// Where the current line begins.
    line: usize,
    /// Nothing but space and comments since the line began, or a `- ` or `? ` just before: here a
    /// key may stand.
    fresh: bool,
    dialect: Dialect,
    depth: usize,
    nodes: usize,
    /// A flow collection was read.
    flowed: bool,
    /// Something was read that the full reader may refuse.
    lenient: bool,
    /// What the collections that are still open hold so far, one after the other: a finished one is
    /// taken off the end into a vector that has exactly its size.
    entries: Vec<(Node, Node)>,
    items: Vec<Node>,
}

/// What may follow a `:` or a `-` for it to be an indicator.
fn ends_token(byte: Option<u8>) -> bool {
    matches!(byte, None | Some(b' ' | b'\t' | b'\n' | b'\r'))
}

impl Reader<'_> {
    fn invalid<T>(&self, at: usize, what: impl Into<String>) -> Read<T> {
        Err(Declined::Invalid(Problem::new(at, what)))
    }

    fn refused<T>(&self, at: usize, what: impl Into<String>) -> Read<T> {
        Err(Declined::Refused(Problem::new(at, what)))
    }

    fn outside<T>(&self, what: &str) -> Read<T> {
        Err(Declined::Outside(Problem::new(self.at, what)))
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn column(&self) -> usize {
        self.at - self.line
    }

    /// Characters that no YAML text may hold.
    fn check_characters(&self, range: Span) -> Read<()> {
        let text = range.of(self.source);
        // Whether a byte can be part of one of the characters below; without a branch, so that the
        // compiler looks at many bytes at once.
        let suspect = |byte: u8| {
            (byte < b' ') & (byte != b'\n') & (byte != b'\r') & (byte != b'\t')
                | (byte == 0x7f)
                | (byte == 0xc2)
                | (byte == 0xef)
        };
        if !text.bytes().fold(false, |found, byte| found | suspect(byte)) {
            return Ok(());
        }
        for (at, character) in text.char_indices() {
            let at = range.start as usize + at;
            match character {
                ' '..='~' | '\n' | '\r' | '\t' => {}
                // Next line: that parser folds it like a space, and the value is all that differs.
                '\u{85}' => {}
                '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                    return self.invalid(at, "a control character");
                }
                // Where it is part of a value and where it is skipped is not decided here.
                '\u{feff}' if self.dialect == Dialect::Yaml && at > self.at => {
                    return self.outside("a byte order mark inside the text");
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn document(&mut self) -> Read<Node> {
        self.skip_to_token()?;
        if self.at_marker() {
            return self.invalid(self.at, "a document marker where keys were expected");
        }
        if self.at_end() {
            return Ok(Node::null(self.at));
        }
        let root = self.node(None)?;
        self.skip_to_token()?;
        if self.at_marker() && self.peek(0) == Some(b'.') {
            self.at += 3;
            self.fresh = false;
            self.skip_to_token()?;
        }
        if self.at < self.bytes.len() {
            return self.invalid(self.at, "text after the end of the mapping");
        }
        Ok(root)
    }

    /// Whether the text, or the document, ends here.
    fn at_end(&self) -> bool {
        self.at >= self.bytes.len() || self.at_marker()
    }

    /// Whether a document marker stands here.
    fn at_marker(&self) -> bool {
        self.column() == 0
            && (self.bytes[self.at..].starts_with(b"---")
                || self.bytes[self.at..].starts_with(b"..."))
            && ends_token(self.peek(3))
    }

    /// Consumes one line break, if there is one.
    fn line_break(&mut self) -> bool {
        match (self.peek(0), self.peek(1)) {
            (Some(b'\r'), Some(b'\n')) => self.at += 2,
            (Some(b'\n' | b'\r'), _) => self.at += 1,
            _ => return false,
        }
        self.line = self.at;
        self.fresh = true;
        true
    }

    fn skip_line(&mut self) {
        while !matches!(self.peek(0), None | Some(b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Skips space, comments and line breaks before the next token.
    fn skip_to_token(&mut self) -> Read<()> {
        loop {
            while self.peek(0) == Some(b' ') || (self.peek(0) == Some(b'\t') && self.tab_is_space())
            {
                self.lenient |= self.peek(0) == Some(b'\t');
                self.at += 1;
            }
            if self.peek(0) == Some(b'#') {
                let glued = self.column() > 0 && !matches!(self.bytes[self.at - 1], b' ' | b'\t');
                if glued && self.dialect == Dialect::Yaml {
                    return self.invalid(self.at, "a comment that is not set off by a space");
                }
                self.skip_line();
                // The empty lines after a comment belong to it.
                while self.line_break() {}
                if self.at >= self.bytes.len() {
                    return Ok(());
                }
                continue;
            }
            if !self.line_break() {
                return Ok(());
            }
            if self.dialect == Dialect::Strict && matches!(self.peek(0), Some(b'\n' | b'\r')) {
                // After an empty line that parser skips tabs too, also before a token.
                while self.line_break() || matches!(self.peek(0), Some(b' ' | b'\t')) {
                    if matches!(self.peek(0), Some(b' ' | b'\t')) {
                        self.at += 1;
                    }
                }
            }
        }
    }

    /// Whether a tab here is white space: between tokens of a line and on empty lines, never in
    /// front of a line's first token, and nowhere in the strict dialect.
    fn tab_is_space(&self) -> bool {
        if self.dialect == Dialect::Strict {
            return false;
        }
        let rest = &self.bytes[self.at..];
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        let leads = self.bytes[self.line..self.at].iter().all(|byte| matches!(byte, b' ' | b'\t'));
        !leads || matches!(next, None | Some(b'\n' | b'\r' | b'#'))
    }

    fn enter(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > limits::YAML_DEPTH {
            let what = format!("nested deeper than {} levels", limits::YAML_DEPTH);
            return Err(Declined::Limit(Problem::limit(self.at, what)));
        }
        Ok(())
    }

    fn count(&mut self) -> Read<()> {
        self.nodes += 1;
        if self.nodes > limits::YAML_NODES {
            let what = format!("more than {} values", limits::YAML_NODES);
            return Err(Declined::Limit(Problem::limit(self.at, what)));
        }
        Ok(())
    }

    /// One node, inside a collection at column `parent`.
    fn node(&mut self, parent: Option<usize>) -> Read<Node> {
        self.count()?;
        let column = self.column();
        match self.peek(0) {
            Some(b'-') if ends_token(self.peek(1)) => {
                if !self.fresh {
                    return self.invalid(self.at, "a list item on the line of its key");
                }
                self.sequence(column, false)
            }
            Some(b'?' | b':') if self.at_explicit_key() && self.fresh => self.mapping(column, None),
            Some(b'?') if ends_token(self.peek(1)) => self.outside("a complex key"),
            Some(b'|' | b'>') => self.block_scalar(parent),
            Some(b'[' | b'{') if self.dialect == Dialect::Yaml => self.flow(parent),
            Some(b'[' | b'{') => self.outside("a flow collection"),
            Some(b'&') => self.outside("an anchor"),
            Some(b'*') => self.outside("an alias"),
            Some(b'!') => self.outside("a tag"),
            Some(b'%') if column == 0 => self.outside("a directive"),
            _ => {
                let key_allowed = self.fresh;
                let line = self.line;
                let scalar = self.flow_scalar(parent)?;
                if key_allowed && self.key_follows(&scalar, line) {
                    self.mapping(column, Some(scalar))
                } else {
                    Ok(scalar)
                }
            }
        }
    }

    /// Whether the scalar just read, which began on the line at `line`, is a key.
    fn key_follows(&mut self, scalar: &Node, line: usize) -> bool {
        let mut at = scalar.span.end as usize;
        while matches!(self.bytes.get(at), Some(b' '))
            || (self.dialect == Dialect::Yaml && matches!(self.bytes.get(at), Some(b'\t')))
        {
            at += 1;
        }
        let one_line = !self.bytes[line..at].iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        let colon =
            self.bytes.get(at) == Some(&b':') && ends_token(self.bytes.get(at + 1).copied());
        let start = scalar.span.start as usize;
        let short = at - start <= 1024 || self.source[start..at].chars().take(1025).count() <= 1024;
        if one_line && colon && short {
            self.at = at;
            return true;
        }
        false
    }

    /// A mapping at `column`. Where its first key is read already, the reader stands on the colon;
    /// else on the `?` of an explicit one.
    fn mapping(&mut self, column: usize, first: Option<Node>) -> Read<Node> {
        self.enter()?;
        let start = first.as_ref().map_or(self.at, |key| key.span.start as usize);
        let mut next = first;
        let own = self.entries.len();
        loop {
            let (key, value) = match next {
                Some(key) => {
                    if self.dialect == Dialect::Yaml && super::is_merge_key(&key, self.source) {
                        return self.outside("a merge key");
                    }
                    self.at += 1;
                    (key, self.value(column)?)
                }
                None => self.explicit_entry(column)?,
            };
            let end = value.span.end as usize;
            let is_plain = value.is_plain();
            self.entries.push((key, value));
            self.skip_to_token()?;
            if self.at_end() || (self.fresh && self.column() < column) {
                self.depth -= 1;
                let span = Span::new(start, end);
                let entries = self.entries.drain(own..).collect();
                return Ok(Node { span, kind: super::Kind::Mapping(entries) });
            }
            if !self.fresh && is_plain && self.peek(0) == Some(b':') {
                return self.refused(self.at, "text after a value");
            }
            if !self.fresh {
                return self.invalid(self.at, "text after a value");
            }
            if self.column() > column {
                return self.invalid(self.at, "a line that is indented too far");
            }
            next = if self.at_explicit_key() { None } else { Some(self.key(column)?) };
        }
    }

    /// Explicit keys are too rare to be read here, unless nobody else is asked.
    fn at_explicit_key(&self) -> bool {
        self.dialect == Dialect::Strict
            && matches!(self.peek(0), Some(b'?' | b':'))
            && ends_token(self.peek(1))
    }

    /// `? key` and, on a line of its own, `: value`; either may be empty, and the first missing.
    fn explicit_entry(&mut self, column: usize) -> Read<(Node, Node)> {
        let key = match self.peek(0) {
            Some(b'?') => self.explicit_part(column)?,
            _ => Node::null(self.at),
        };
        self.skip_to_token()?;
        let colon = self.peek(0) == Some(b':') && ends_token(self.peek(1));
        if self.at_end() || !self.fresh || self.column() != column || !colon {
            let at = key.span.end as usize;
            return Ok((key, Node::null(at)));
        }
        let value = self.explicit_part(column)?;
        Ok((key, value))
    }

    /// What follows the `?` or `:` at which the reader stands.
    fn explicit_part(&mut self, column: usize) -> Read<Node> {
        let (indicator, line) = (self.at, self.line);
        self.at += 1;
        self.fresh = true;
        self.skip_to_token()?;
        if self.at_end() || (self.line != line && self.column() <= column) {
            return Ok(Node::null(indicator + 1));
        }
        self.node(Some(column))
    }

    /// The next key of a mapping at `column`.
    fn key(&mut self, column: usize) -> Read<Node> {
        self.count()?;
        match self.peek(0) {
            Some(b'-') if ends_token(self.peek(1)) => {
                return self.invalid(self.at, "a list item where a key was expected");
            }
            Some(b'?') if ends_token(self.peek(1)) => return self.outside("a complex key"),
            Some(b'[' | b'{') => return self.outside("a flow collection"),
            Some(b'&') => return self.outside("an anchor"),
            Some(b'*') => return self.outside("an alias"),
            Some(b'!') => return self.outside("a tag"),
            Some(b'|' | b'>') => {
                return self.invalid(self.at, "a block text where a key was expected");
            }
            _ => {}
        }
        let (start, line) = (self.at, self.line);
        let key = self.flow_scalar(Some(column))?;
        if self.key_follows(&key, line) {
            return Ok(key);
        }
        self.invalid(start, "a line without a colon")
    }

    /// What stands after the colon of a key at `column`.
    fn value(&mut self, column: usize) -> Read<Node> {
        let colon = self.at;
        self.fresh = false;
        self.skip_to_token()?;
        if self.at_end() {
            return Ok(Node::null(colon));
        }
        if !self.fresh || self.column() > column {
            return self.node(Some(column));
        }
        if self.column() == column && self.peek(0) == Some(b'-') && ends_token(self.peek(1)) {
            self.count()?;
            return self.sequence(column, true);
        }
        Ok(Node::null(colon))
    }

    /// A list at `column`; an indentless one stands in the column of its key.
    fn sequence(&mut self, column: usize, indentless: bool) -> Read<Node> {
        self.enter()?;
        let start = self.at;
        let own = self.items.len();
        loop {
            let dash = self.at;
            self.at += 1;
            let line = self.line;
            self.fresh = true;
            self.skip_to_token()?;
            let inline = self.line == line;
            let item = if !self.at_end() && (inline || self.column() > column) {
                self.node(Some(column))?
            } else {
                Node::null(dash + 1)
            };
            self.items.push(item);
            self.skip_to_token()?;
            if self.at_end() || (self.fresh && self.column() < column) {
                break;
            }
            if !self.fresh {
                return self.invalid(self.at, "text after a value");
            }
            if self.column() > column {
                return self.invalid(self.at, "a line that is indented too far");
            }
            if self.peek(0) == Some(b'-') && ends_token(self.peek(1)) {
                continue;
            }
            if indentless {
                break;
            }
            return self.invalid(self.at, "a line among list items that is none");
        }
        self.depth -= 1;
        let items: Vec<Node> = self.items.drain(own..).collect();
        let end = items.last().map_or(start, |item| item.span.end as usize);
        Ok(Node { span: Span::new(start, end), kind: super::Kind::Sequence(items) })
    }

    fn flow_scalar(&mut self, parent: Option<usize>) -> Read<Node> {
        let node = match self.peek(0) {
            Some(b'\'') => self.single_quoted()?,
            Some(b'"') => self.double_quoted()?,
            Some(byte) => {
                let indicator = match byte {
                    b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>'
                    | b'%' | b'@' | b'`' | b'\t' => true,
                    b'-' | b'?' | b':' => ends_token(self.peek(1)),
                    _ => false,
                };
                if indicator {
                    let what = format!("a value that starts with {:?}", char::from(byte));
                    return self.invalid(self.at, what);
                }
                self.plain(parent)?
            }
            None => return self.invalid(self.at, "the text ends where a value was expected"),
        };
        Ok(node)
    }
}
