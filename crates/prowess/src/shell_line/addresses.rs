//! Finds the addresses in a line as a shell reads it: quotes, substitutions, comments, here-documents.
//!
//! What is not understood stays as it is: an address that is left alone is an error message of the command
//! that gets it, a word too much in a quoted text is not noticed.

/// How an address begins.
const SCHEME: &str = "skill://";

/// Replaces each address. The replacements are quoted here.
pub(super) fn replace<E>(
    line: &str,
    resolve: impl FnMut(&str) -> Result<String, E>,
) -> Result<String, E> {
    let frames = vec![Frame { inside: Inside::Line, double: false, literal: false }];
    let out = String::with_capacity(line.len());
    let (backticks, documents) = (None, Vec::new());
    let mut reader = Reader { line, at: 0, copied: 0, out, frames, backticks, documents, resolve };
    while reader.at < line.len() {
        reader.step()?;
    }
    reader.out.push_str(&line[reader.copied..]);
    Ok(reader.out)
}

/// What a piece of a line is inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Line,
    /// `$( )` or `( )`.
    Parentheses,
    Backticks,
    /// `${ }`.
    Braces,
}

/// One level of that. Quotes begin anew in each.
struct Frame {
    inside: Inside,
    /// In double quotes.
    double: bool,
    /// The braces of a variable in double quotes, where shells disagree about quotes.
    literal: bool,
}

/// A here-document that begins with the next line.
struct Document<'a> {
    end: &'a str,
    /// Tabs before its end do not count.
    tabs: bool,
}

struct Reader<'a, R> {
    line: &'a str,
    at: usize,
    /// What comes before is in the output.
    copied: usize,
    out: String,
    frames: Vec<Frame>,
    /// The frame of backticks; there is never another inside.
    backticks: Option<usize>,
    documents: Vec<Document<'a>>,
    resolve: R,
}

impl<'a, E, R: FnMut(&str) -> Result<String, E>> Reader<'a, R> {
    fn step(&mut self) -> Result<(), E> {
        let rest = &self.line.as_bytes()[self.at..];
        let (inside, double, literal) = match self.frames.last() {
            Some(frame) => (frame.inside, frame.double, frame.literal),
            None => (Inside::Line, false, false),
        };
        let quotes = !double && !literal;
        match rest {
            [b'\\', ..] => self.at = self.line.len().min(self.at + 2),
            [b'$', b'(', ..] => self.enter(Inside::Parentheses, 2),
            [b'$', b'{', ..] => self.enter(Inside::Braces, 2),
            [b'$', b'\'', ..] if quotes => self.skip_escaped_quotes(),
            // What is translated is no address; and `$'` would be something else.
            [b'$', b'"', ..] if quotes => {
                self.turn_double();
                self.at += 2;
            }
            [b'`', ..] => self.backtick(),
            [b'"', ..] => match quotes.then(|| self.quoted(b'"', b"\"$`\\")).flatten() {
                Some(end) => self.replace(self.at + 1..end - 1, end)?,
                None => {
                    self.turn_double();
                    self.at += 1;
                }
            },
            [b'\'', ..] if quotes => match self.quoted(b'\'', b"'") {
                Some(end) => self.replace(self.at + 1..end - 1, end)?,
                None => self.at = self.after(self.at + 1, b'\''),
            },
            [b'}', ..] if inside == Inside::Braces && !double => self.leave(),
            [b')', ..] if inside == Inside::Parentheses && !double => self.leave(),
            [b'(', ..] if inside != Inside::Braces && quotes => self.enter(Inside::Parentheses, 1),
            [b'#', ..] if inside != Inside::Braces && quotes && self.begins_word() => {
                self.skip_comment();
            }
            [b'<', b'<', b'<', ..] if quotes => self.at += 3,
            [b'<', b'<', ..] if quotes => self.document(),
            [b'\n', ..] if quotes => self.skip_documents(),
            [b's', ..] if quotes && self.is_bare(inside) => {
                let stops = |byte: &u8| {
                    byte.is_ascii_whitespace()
                        || b";&|<>()$'\"`\\".contains(byte)
                        || (*byte == b'}' && inside == Inside::Braces)
                };
                let end = self.at + rest.iter().position(stops).unwrap_or(rest.len());
                self.replace(self.at..end, end)?;
            }
            _ => self.at += 1,
        }
        Ok(())
    }

    fn enter(&mut self, inside: Inside, length: usize) {
        let quoted = self.frames.last().is_some_and(|frame| frame.double || frame.literal);
        let literal = quoted && inside == Inside::Braces;
        self.frames.push(Frame { inside, double: false, literal });
        self.at += length;
    }

    fn leave(&mut self) {
        self.frames.pop();
        self.at += 1;
    }

    /// A backtick ends what one began, whatever is open inside of that.
    fn backtick(&mut self) {
        match self.backticks.take() {
            Some(begun) => {
                self.frames.truncate(begun);
                self.at += 1;
            }
            None => {
                self.backticks = Some(self.frames.len());
                self.enter(Inside::Backticks, 1);
            }
        }
    }

    fn turn_double(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.double = !frame.double;
        }
    }

    /// Where a quoted string ends that begins here and is an address and nothing else.
    fn quoted(&self, quote: u8, stops: &[u8]) -> Option<usize> {
        let start = self.at + 1;
        self.line[start..].starts_with(SCHEME).then_some(())?;
        let stop = |byte: &u8| byte.is_ascii_whitespace() || stops.contains(byte);
        let end = start + self.line.as_bytes()[start..].iter().position(stop)?;
        (self.line.as_bytes()[end] == quote).then_some(end + 1)
    }

    /// Whether an address begins here that is no part of a longer word such as `myskill://` or `$skill`.
    /// In braces a word may follow `-` or `+`.
    fn is_bare(&self, inside: Inside) -> bool {
        let joined = |byte: u8| match byte {
            b'-' | b'+' => inside != Inside::Braces,
            b'.' | b'_' | b'$' | b'/' | 0x80.. => true,
            _ => byte.is_ascii_alphanumeric(),
        };
        let before = self.at.checked_sub(1).map(|at| self.line.as_bytes()[at]);
        self.line[self.at..].starts_with(SCHEME) && !before.is_some_and(joined)
    }

    fn begins_word(&self) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.line.as_bytes()[at]);
        before.is_none_or(|byte| byte.is_ascii_whitespace() || b";&|()<>`".contains(&byte))
    }

    /// The place after the next such byte, or the end.
    fn after(&self, from: usize, byte: u8) -> usize {
        let found = memchr::memchr(byte, &self.line.as_bytes()[from..]);
        found.map_or(self.line.len(), |at| from + at + 1)
    }

    fn skip_escaped_quotes(&mut self) {
        self.at += 2;
        while let Some(byte) = self.line.as_bytes().get(self.at) {
            self.at = self.line.len().min(self.at + if *byte == b'\\' { 2 } else { 1 });
            if *byte == b'\'' {
                return;
            }
        }
    }

    /// A comment ends before the line does, or the substitution in which it is.
    fn skip_comment(&mut self) {
        let backticks = self.backticks.is_some();
        let ends = |byte: &u8| *byte == b'\n' || (backticks && *byte == b'`');
        let rest = &self.line.as_bytes()[self.at..];
        self.at += rest.iter().position(ends).unwrap_or(rest.len());
    }

    /// Takes down which word ends the here-document that begins here. A number shifts bits.
    fn document(&mut self) {
        self.at += 2;
        let line = self.line;
        let tabs = line[self.at..].starts_with('-');
        let word = line[self.at + usize::from(tabs)..].trim_start_matches([' ', '\t']);
        let start = line.len() - word.len();
        let (word, quoted) = match word.as_bytes().first() {
            Some(quote @ (b'\'' | b'"')) => {
                let end = self.after(start + 1, *quote);
                (line.get(start + 1..end - 1).unwrap_or_default(), end)
            }
            _ => {
                let word = word.strip_prefix('\\').unwrap_or(word);
                let stop = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '!'));
                let word = &word[..word.find(stop).unwrap_or(word.len())];
                (word, start)
            }
        };
        if word.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '!')) {
            self.documents.push(Document { end: word, tabs });
            self.at = quoted;
        }
    }

    /// Goes past the here-documents that begin after this line.
    fn skip_documents(&mut self) {
        self.at += 1;
        for document in std::mem::take(&mut self.documents) {
            while self.at < self.line.len() {
                let start = self.at;
                self.at = self.after(start, b'\n');
                let text = self.line[start..self.at].trim_end_matches('\n');
                let text = if document.tabs { text.trim_start_matches('\t') } else { text };
                if text == document.end {
                    break;
                }
            }
        }
    }

    /// Puts the path in the place of an address and what is quoted around it.
    fn replace(&mut self, url: std::ops::Range<usize>, end: usize) -> Result<(), E> {
        let path = (self.resolve)(&self.line[url])?;
        self.out.push_str(&self.line[self.copied..self.at]);
        let quoted = format!("'{}'", path.replace('\'', r"'\''"));
        // Backticks take a level of escapes away, also where it is quoted.
        match self.backticks.is_some() {
            true => self.out.push_str(&quoted.replace('\\', r"\\").replace('`', r"\`")),
            false => self.out.push_str(&quoted),
        }
        (self.at, self.copied) = (end, end);
        Ok(())
    }
}
