//! Where the frontmatter is: the fences, and the ways in which people get them wrong.

use crate::diagnostic::Span;
use crate::field;
use crate::rules::{Fence, Rules, Tolerance};
use crate::yaml::opens_entry;

/// The parts of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Split {
    /// What is between the fences, without the line of the opening one.
    pub(crate) frontmatter: Option<Span>,
    /// What follows the closing fence.
    pub(crate) body: Span,
    /// What was read through, and where.
    pub(crate) deviations: Vec<(Tolerance, Span)>,
    /// The fence was opened and never closed, and that is not read through.
    pub(crate) unclosed: bool,
}

impl Split {
    fn missing(text: &str, unclosed: bool) -> Self {
        let body = Span::new(0, text.len());
        Self { frontmatter: None, body, deviations: Vec::new(), unclosed }
    }
}

/// Splits a file the way the rules say.
pub(crate) fn split(text: &str, rules: &Rules) -> Split {
    match rules.fence {
        Fence::Anywhere => anywhere(text),
        Fence::Exact => exact(text),
        Fence::Trimmed => trimmed(text),
        Fence::LineStart => line_start(text),
        Fence::LinePrefix => line_prefix(text, rules),
        Fence::LineThenAnywhere => line_then_anywhere(text, rules),
        Fence::LineFeed if !opens_with_line_feed(text) => Split::missing(text, false),
        Fence::Line | Fence::LineFeed => Lines { text, rules, deviations: Vec::new() }.split(),
    }
}

/// The parts of an ordinary file's head: what is between the fences, and where the body begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    inner: Span,
    /// After the line of the closing fence.
    pub(crate) end: usize,
}

impl Head {
    /// The head as the parts of a file without a body.
    pub(crate) fn split(self) -> Split {
        Split {
            frontmatter: Some(self.inner),
            body: Span::new(self.end, self.end),
            deviations: Vec::new(),
            unclosed: false,
        }
    }
}

/// The head of an ordinary file, found in its bytes alone. `None` where the file does not plainly
/// begin with a frontmatter, or the bytes end before it is sure where that ends.
pub(crate) fn head(bytes: &[u8], rules: &Rules) -> Option<Head> {
    match rules.fence {
        Fence::Trimmed => return trimmed_head(bytes).filter(|head| bytes[head.end - 1] == b'\n'),
        Fence::LineStart => return line_start_head(bytes).filter(|head| head.end < bytes.len()),
        Fence::Line
        | Fence::LineFeed
        | Fence::LinePrefix
        | Fence::LineThenAnywhere
        | Fence::Anywhere
        | Fence::Exact => {}
    }
    let rest = bytes.strip_prefix(b"---")?;
    if rules.fence == Fence::Anywhere {
        let close = memchr::memmem::find(rest, b"---")? + 3;
        return Some(Head { inner: Span::new(3, close), end: close + 3 });
    }
    let first = memchr::memchr(b'\n', bytes)?;
    let blank = |line: &[u8]| match rules.fence {
        Fence::Exact => line.is_empty(),
        _ => line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')),
    };
    blank(&bytes[3..first]).then_some(())?;
    if rules.fence == Fence::LineThenAnywhere {
        let close = first + 1 + memchr::memmem::find(&bytes[first + 1..], b"---")?;
        let end = close + 3 + memchr::memchr(b'\n', &bytes[close + 3..])?;
        let end = if blank(&bytes[close + 3..end]) { end + 1 } else { close + 3 };
        return Some(Head { inner: Span::new(first + 1, close), end });
    }
    let mut lines = memchr::memchr_iter(b'\n', &bytes[first..]).map(|at| first + at + 1);
    let close = lines.find(|&line| bytes[line..].starts_with(b"---"))?;
    let end = close + 3 + memchr::memchr(b'\n', &bytes[close + 3..])?;
    // A lone carriage return ends a line too; a file with one is not an ordinary one, and neither is
    // one with something behind the three hyphens.
    let has_lone_return =
        || memchr::memchr_iter(b'\r', &bytes[..end]).any(|at| bytes[at + 1] != b'\n');
    let ordinary = blank(&bytes[close + 3..end]) && !has_lone_return();
    ordinary.then_some(Head { inner: Span::new(first + 1, close), end: end + 1 })
}

fn anywhere(text: &str) -> Split {
    if !text.starts_with("---") {
        return Split::missing(text, false);
    }
    let Some(close) = text[3..].find("---").map(|at| at + 3) else {
        return Split::missing(text, true);
    };
    Split {
        frontmatter: Some(Span::new(3, close)),
        body: Span::new(close + 3, text.len()),
        deviations: Vec::new(),
        unclosed: false,
    }
}

fn exact(text: &str) -> Split {
    if !text.starts_with("---\n") {
        return Split::missing(text, false);
    }
    let Some(close) = text[3..].find("\n---\n").map(|at| at + 3) else {
        return Split::missing(text, true);
    };
    Split {
        frontmatter: Some(Span::new(4, (close + 1).max(4))),
        body: Span::new(close + 5, text.len()),
        deviations: Vec::new(),
        unclosed: false,
    }
}

/// The parts of a text whose head was looked for in its bytes, and that a line of hyphens opens.
fn of_head(text: &str, head: Option<Head>, opened: bool) -> Split {
    match head {
        Some(head) => Split { body: Span::new(head.end, text.len()), ..head.split() },
        None => Split::missing(text, opened),
    }
}

fn trimmed(text: &str) -> Split {
    let opened = text.lines().next().is_some_and(|line| line.trim() == "---");
    of_head(text, trimmed_head(text.as_bytes()), opened)
}

fn trimmed_head(bytes: &[u8]) -> Option<Head> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let is_fence = |line: &[u8]| line.trim_ascii() == b"---";
    let start = lines.next().filter(|line| is_fence(line))?.len();
    let mut close = start;
    for line in lines {
        if is_fence(line) {
            return Some(Head { inner: Span::new(start, close), end: close + line.len() });
        }
        close += line.len();
    }
    None
}

fn line_start(text: &str) -> Split {
    let opened = text.starts_with("---\n") || text.starts_with("---\r\n");
    of_head(text, line_start_head(text.as_bytes()), opened)
}

fn line_start_head(bytes: &[u8]) -> Option<Head> {
    let rest = bytes.strip_prefix(b"---")?;
    let rest = rest.strip_prefix(b"\r").unwrap_or(rest).strip_prefix(b"\n")?;
    let start = bytes.len() - rest.len();
    let close = start + memchr::memmem::find(rest, b"\n---")? + 1;
    let end = memchr::memchr(b'\n', &bytes[close..]).map_or(bytes.len(), |at| close + at + 1);
    Some(Head { inner: Span::new(start, close), end })
}

fn line_prefix(text: &str, rules: &Rules) -> Split {
    let (mut start, mut deviations) = (0, Vec::new());
    if text.starts_with('\u{feff}') && rules.tolerates(Tolerance::Bom) {
        start = 3;
        deviations.push((Tolerance::Bom, Span::new(0, start)));
    }
    let whole = Span::new(start, text.len());
    let mut lines: Box<dyn Iterator<Item = Line>> = match rules.tolerates(Tolerance::LoneReturns) {
        true => Box::new(lines(text, whole)),
        false => Box::new(fed_lines(text, start)),
    };
    let opening = lines.next().filter(|line| {
        let Some(rest) = line.of(text).strip_prefix("---") else { return false };
        let word = rest.trim_start_matches('-');
        (word.len() == rest.len() || rules.tolerates(Tolerance::MoreHyphens))
            && (word.trim().is_empty() || rules.tolerates(Tolerance::WordOnFence))
    });
    let Some(opening) = opening else { return Split::missing(text, false) };
    let Some(close) = lines.find(|line| line.of(text).starts_with("---")) else {
        return Split::missing(text, true);
    };
    let body = if is_fence(close.of(text)) { close.next } else { close.start + 3 };
    Split {
        frontmatter: Some(Span::new(opening.next, close.start)),
        body: Span::new(body, text.len()),
        deviations,
        unclosed: false,
    }
}

/// Whether the first line is a fence, where only a line feed ends one.
fn opens_with_line_feed(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    text.split_once('\n').is_some_and(|(line, _)| is_fence(line))
}

fn line_then_anywhere(text: &str, rules: &Rules) -> Split {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut deviations = Vec::new();
    if start > 0 {
        if !rules.tolerates(Tolerance::Bom) {
            return Split::missing(text, false);
        }
        deviations.push((Tolerance::Bom, Span::new(0, start)));
    }
    let opening = text[start..].find('\n').map(|at| start + at);
    let Some(opening) = opening.filter(|&end| is_fence(&text[start..end])) else {
        return Split { deviations, ..Split::missing(text, false) };
    };
    let inner = opening + 1;
    let Some(close) = text[inner..].find("---").map(|at| inner + at) else {
        return Split { deviations, ..Split::missing(text, true) };
    };
    let after = &text[close + 3..];
    let line = after.find('\n').map_or(after.len(), |at| at + 1);
    let blank = if after[..line].trim().is_empty() { line } else { 0 };
    Split {
        frontmatter: Some(Span::new(inner, close)),
        body: Span::new(close + 3 + blank, text.len()),
        deviations,
        unclosed: false,
    }
}

/// The lines from `start` on that end with a line feed.
fn fed_lines(text: &str, mut start: usize) -> impl Iterator<Item = Line> {
    text[start..].split_inclusive('\n').map(move |line| {
        let next = start + line.len();
        let end = next - usize::from(line.ends_with('\n'));
        let line = Line { start, end, next };
        start = next;
        line
    })
}

/// A line: where it begins, where its text ends, where the next one begins.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) next: usize,
}

impl Line {
    pub(crate) fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// The lines of `text[range]`, ended by `\n`, `\r\n` or a lone `\r`.
pub(crate) fn lines(text: &str, range: Span) -> impl Iterator<Item = Line> {
    let (mut start, stop) = (range.start as usize, range.end as usize);
    let bytes = text.as_bytes();
    std::iter::from_fn(move || {
        if start >= stop {
            return None;
        }
        let length = memchr::memchr2(b'\n', b'\r', &bytes[start..stop]);
        let end = length.map_or(stop, |length| start + length);
        let next = match (bytes.get(end), bytes.get(end + 1)) {
            _ if end >= stop => stop,
            (Some(b'\r'), Some(b'\n')) if end + 1 < stop => end + 2,
            _ => end + 1,
        };
        let line = Line { start, end, next };
        start = next;
        Some(line)
    })
}

fn is_fence(line: &str) -> bool {
    line.starts_with("---") && line[3..].trim().is_empty()
}

/// A closing fence with the text's first line behind it: `---# Title`.
fn is_glued_fence(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(|rest| rest.trim_start().starts_with('#'))
}

/// Whether a line looks like `key: value` at the top level.
pub(crate) fn is_key_line(line: &str) -> bool {
    let Some((key, rest)) = line.split_once(':') else { return false };
    let fine =
        |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.');
    !key.is_empty()
        && !key.starts_with('-')
        && key.chars().all(fine)
        && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

fn says_name_or_description(text: &str, range: Span) -> bool {
    lines(text, range).any(|line| {
        let line = line.of(text);
        line.starts_with("name:") || line.starts_with("description:")
    })
}

struct Lines<'a> {
    text: &'a str,
    rules: &'a Rules,
    deviations: Vec<(Tolerance, Span)>,
}

impl Lines<'_> {
    fn tolerate(&mut self, tolerance: Tolerance, span: Span) -> bool {
        let tolerated = self.rules.tolerates(tolerance);
        if tolerated {
            self.deviations.push((tolerance, span));
        }
        tolerated
    }

    fn split(mut self) -> Split {
        let text = self.text;
        let mut start = 0;
        if text.starts_with('\u{feff}') {
            if !self.tolerate(Tolerance::Bom, Span::new(0, 3)) {
                return Split::missing(text, false);
            }
            start = 3;
        }
        let whole = Span::new(start, text.len());
        let Some(first) = lines(text, whole).find(|line| !line.of(text).trim().is_empty()) else {
            return Split { deviations: self.deviations, ..Split::missing(text, false) };
        };
        let line = first.of(text);
        let opening = if is_fence(line) {
            Some(first.next)
        } else if line.starts_with("---") && line.contains(':') && !line.starts_with("----") {
            // From the key on, so that it stands in the first column like the keys below it.
            let key = first.end - line[3..].trim_start().len();
            self.tolerate(Tolerance::TextOnFence, Span::new(key, first.end)).then_some(key)
        } else {
            None
        };
        if let Some(inner) = opening {
            if first.start > start
                && !self.tolerate(Tolerance::BlankBefore, Span::new(start, first.start))
            {
                return Split::missing(text, false);
            }
            return self.close(inner, first);
        }
        self.elsewhere(start)
            .unwrap_or_else(|deviations| Split { deviations, ..Split::missing(text, false) })
    }

    /// The frontmatter that begins at `inner`, up to the line that closes it.
    fn close(mut self, inner: usize, opening: Line) -> Split {
        let text = self.text;
        let rest = Span::new(inner, text.len());
        let glued = self.rules.tolerates(Tolerance::TextAfterFence);
        let closes = |line: &Line| {
            let line = line.of(text);
            is_fence(line) || (glued && is_glued_fence(line))
        };
        if let Some(line) = lines(text, rest).find(closes) {
            let mut body = line.next;
            if !is_fence(line.of(text)) {
                body = line.start + 3;
                self.tolerate(Tolerance::TextAfterFence, Span::new(body, line.end));
            }
            return Split {
                frontmatter: Some(Span::new(inner, line.start)),
                body: Span::new(body, text.len()),
                deviations: self.deviations,
                unclosed: false,
            };
        }
        let end = likely_end(text, rest);
        let span = Span::new(opening.start, opening.end);
        if end > inner && self.tolerate(Tolerance::Unclosed, span) {
            return Split {
                frontmatter: Some(Span::new(inner, end)),
                body: Span::new(end, text.len()),
                deviations: self.deviations,
                unclosed: false,
            };
        }
        Split { deviations: self.deviations, ..Split::missing(text, true) }
    }

    /// A frontmatter that does not begin the file: after other text, or without its first fence.
    fn elsewhere(mut self, start: usize) -> Result<Split, Vec<(Tolerance, Span)>> {
        let text = self.text;
        let whole = Span::new(start, text.len());
        let mut fences = lines(text, whole).filter(|line| is_fence(line.of(text)));
        let Some(first) = fences.next() else { return Err(self.deviations) };
        let before = Span::new(start, first.start);
        let keys_before =
            is_key_line(before.of(text).trim_start().lines().next().unwrap_or_default());
        if keys_before && says_name_or_description(text, before) {
            if !self.tolerate(Tolerance::NoOpening, Span::new(start, start)) {
                return Err(self.deviations);
            }
            return Ok(Split {
                frontmatter: Some(before),
                body: Span::new(first.next, text.len()),
                deviations: self.deviations,
                unclosed: false,
            });
        }
        let close = fences.next().filter(|close| {
            let inner = Span::new(first.next, close.start);
            let keys = lines(text, inner).find(|line| !line.of(text).trim().is_empty());
            keys.is_some_and(|line| is_key_line(line.of(text)))
                && says_name_or_description(text, inner)
        });
        match close {
            Some(close) if self.tolerate(Tolerance::TextBefore, before) => Ok(Split {
                frontmatter: Some(Span::new(first.next, close.start)),
                body: Span::new(close.next, text.len()),
                deviations: self.deviations,
                unclosed: false,
            }),
            _ => Err(self.deviations),
        }
    }
}

/// Looks again at a frontmatter that is no YAML: where a heading and prose stand inside it, the line
/// that seemed to close it is a rule in the text, and nobody closed the frontmatter.
pub(crate) fn ends_early(text: &str, rules: &Rules, split: &mut Split) -> bool {
    let Some(span) = split.frontmatter else { return false };
    if rules.fence != Fence::Line || !rules.tolerates(Tolerance::Unclosed) {
        return false;
    }
    let end = likely_end(text, span);
    let rest = Span::new(end, span.end as usize);
    let heading = lines(text, rest)
        .find(|line| !line.of(text).trim().is_empty())
        .is_some_and(|line| line.of(text).starts_with('#'));
    let more_keys = lines(text, rest).any(|line| {
        let line = line.of(text);
        is_key_line(line) && line.split_once(':').is_some_and(|(key, _)| field::find(key).is_some())
    });
    if end == span.start as usize || !heading || more_keys {
        return false;
    }
    split.frontmatter = Some(Span::new(span.start as usize, end));
    split.body = Span::new(end, text.len());
    split
        .deviations
        .push((Tolerance::Unclosed, Span::new(span.start as usize, span.start as usize)));
    true
}

/// Where a frontmatter that nobody closed most likely ends: before the first line that cannot
/// belong to one, such as a heading, an empty line before prose, or prose itself.
fn likely_end(text: &str, range: Span) -> usize {
    let mut end = range.start as usize;
    let mut blank = false;
    for line in lines(text, range) {
        let content = line.of(text);
        if content.trim().is_empty() {
            blank = true;
            continue;
        }
        let indented = content.starts_with([' ', '\t']);
        let item = content.starts_with("- ");
        let belongs = opens_entry(content) || ((indented || item) && !blank);
        if !belongs {
            break;
        }
        blank = false;
        end = line.next;
    }
    end
}
