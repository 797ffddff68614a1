//! The text of one file, its lines, and where things are in it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;

use prowess_format::{Location, Span};

use crate::finding::fingerprint;
use crate::packs::shared::secret;

/// Bytes of a line from which on what was found out about it is kept: a script may be one line, and
/// have many findings.
const LONG_LINE: usize = 1024;

/// Characters of a line that are shown.
const EVIDENCE: usize = 120;

/// A file's text. Lines end at `\n`, as the scanners that are followed count them.
#[derive(Debug)]
pub(crate) struct Text {
    /// The file inside the skill.
    pub(crate) file: String,
    /// What it says; bytes that are no UTF-8 are U+FFFD.
    pub(crate) text: String,
    starts: Vec<usize>,
    /// The last place that was located: its byte, and its column from 1.
    last: Cell<(usize, u32)>,
    long_lines: RefCell<HashMap<usize, Seen>>,
}

/// What is known of a line's text.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// Stands for all of the line in a fingerprint; spaces do not count.
    pub(crate) digest: String,
    /// Whether it holds a credential.
    pub(crate) secret: bool,
}

/// One line: where it begins, and what it says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) start: usize,
    pub(crate) text: &'t str,
}

impl Text {
    /// The text of a file.
    pub(crate) fn new(file: String, text: String) -> Self {
        let starts =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        let starts = starts.collect();
        Self { file, text, starts, last: Cell::new((0, 1)), long_lines: RefCell::default() }
    }

    /// The lines from a place on.
    pub(crate) fn lines_from(&self, from: usize) -> impl Iterator<Item = Line<'_>> {
        lines(self.text.get(from..).unwrap_or_default())
            .map(move |line| Line { start: line.start + from, ..line })
    }

    /// All lines.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        lines(&self.text)
    }

    /// A line by its number from 0.
    pub(crate) fn line(&self, number: usize) -> Line<'_> {
        let start = self.starts.get(number).copied().unwrap_or(self.text.len());
        let end = self.starts.get(number + 1).map_or(self.text.len(), |next| next - 1);
        Line { start, text: self.text.get(start..end).unwrap_or_default() }
    }

    /// The number, from 0, of the line that a byte is in.
    pub(crate) fn line_number(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at).saturating_sub(1)
    }

    /// The line that a byte is in.
    pub(crate) fn line_at(&self, at: usize) -> Line<'_> {
        self.line(self.line_number(at))
    }

    /// Where a range is.
    pub(crate) fn locate(&self, range: Range<usize>) -> Location {
        let number = self.line_number(range.start);
        // Places mostly come in order: only what is between two in a line is counted.
        let (known, column) = self.last.get();
        let start = self.line(number).start;
        let (from, column) =
            if (start..=range.start).contains(&known) { (known, column) } else { (start, 1) };
        let between = self.text.get(from..range.start).unwrap_or_default();
        let column = column + between.chars().count() as u32;
        self.last.set((range.start, column));
        Location { span: Span::new(range.start, range.end), line: number as u32 + 1, column }
    }

    /// What is known of the text of a line.
    pub(crate) fn seen(&self, line: Line<'_>) -> Seen {
        let look =
            || Seen { digest: fingerprint("", "", line.text, 0), secret: secret::is_in(line.text) };
        if line.text.len() < LONG_LINE {
            return look();
        }
        self.long_lines.borrow_mut().entry(line.start).or_insert_with(look).clone()
    }

    /// A line as it is shown: trimmed, cut, and not at all where it holds a credential.
    pub(crate) fn evidence(&self, line: Line<'_>, ellipsis: &str) -> String {
        if self.seen(line).secret {
            return secret::REDACTED.to_owned();
        }
        let space = |character: char| character.is_whitespace() || character == '\u{feff}';
        let shown = line.text.trim_matches(space);
        match shown.char_indices().nth(EVIDENCE) {
            Some((end, _)) => format!("{}{ellipsis}", &shown[..end]),
            None => shown.to_owned(),
        }
    }
}

/// The lines of a text.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let at = start;
        start += line.len() + 1;
        Line { start: at, text: line }
    })
}

impl Line<'_> {
    /// Where its text is in the file, without the spaces around it.
    pub(crate) fn trimmed(&self) -> Range<usize> {
        let start = self.start + (self.text.len() - self.text.trim_start().len());
        start..start + self.text.trim().len()
    }
}
