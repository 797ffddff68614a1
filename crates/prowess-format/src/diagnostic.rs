//! What is said about a skill's form: a code, a severity, a sentence, and where.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::code::{self, Code};
use crate::limits;
use crate::rules::Rules;
use crate::tree::TreePath;

/// A range of bytes in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        // Texts are bounded far below 4 GiB (`limits`), so the casts cannot cut anything.
        Self { start: start as u32, end: end as u32 }
    }

    /// The range as the standard library writes it.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The same range, moved by `offset` bytes.
    pub fn shift(self, offset: usize) -> Self {
        Self::new(self.start as usize + offset, self.end as usize + offset)
    }

    /// The text this range covers, empty where it does not fit.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

/// How bad it is. A skill with an error is refused under the rules that made it one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// The skill loads, but an agent may read it otherwise.
    Warning,
    /// The skill is refused.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Where in a file: bytes, and line and column from 1, the column in code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The bytes.
    pub span: Span,
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1.
    pub column: u32,
}

/// A replacement that mends what a diagnostic is about without changing what is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// One remark about a skill's form.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// What kind of remark; `prowess explain` prints its page.
    pub code: &'static Code,
    /// As the rules in force weigh it.
    pub severity: Severity,
    /// One sentence that can stand alone.
    pub message: String,
    /// The file inside the skill; the empty path is the skill's directory.
    pub file: TreePath,
    /// Where in that file, if it is about a place in it.
    pub location: Option<Location>,
    /// What to do about it.
    pub help: Option<Cow<'static, str>>,
    /// A safe repair.
    pub fix: Option<Fix>,
}

/// Collects diagnostics about one file: weighs them by the rules, words them, finds their lines.
#[derive(Debug)]
pub struct Report<'a> {
    rules: &'a Rules,
    file: TreePath,
    text: &'a str,
    /// A place whose line is known: its byte, and the line it begins, from 1.
    line: (usize, u32),
    items: Vec<Diagnostic>,
    dropped: usize,
}

/// Keeps the details of a remark together while it is being made.
#[derive(Debug, Default)]
pub struct Remark {
    span: Option<Span>,
    help: Option<Cow<'static, str>>,
    fix: Option<Fix>,
}

impl Remark {
    /// About this place.
    pub fn at(span: Span) -> Self {
        Self { span: Some(span), ..Self::default() }
    }

    /// About this place, if there is one.
    pub fn at_maybe(span: Option<Span>) -> Self {
        Self { span, ..Self::default() }
    }

    /// About the file as a whole.
    pub fn whole() -> Self {
        Self::default()
    }

    /// With advice.
    pub fn help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a safe repair.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }
}

impl<'a> Report<'a> {
    /// A report about `file`, whose text is `text`.
    pub fn new(rules: &'a Rules, file: TreePath, text: &'a str) -> Self {
        Self { rules, file, text, line: (0, 1), items: Vec::new(), dropped: 0 }
    }

    /// The rules in force.
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// Adds a remark, unless the rules have that code switched off. `values` fill the `{holes}` of
    /// the code's message.
    pub fn add(&mut self, code: &'static Code, values: &[(&str, &str)], remark: Remark) {
        let Some(severity) = self.rules.severity_of(code) else { return };
        if self.items.len() >= limits::DIAGNOSTICS {
            self.dropped += 1;
            return;
        }
        let message = fill(self.rules.message_of(code), values);
        let location = remark.span.map(|span| self.locate(span));
        let help = remark.help.or_else(|| (!code.help.is_empty()).then(|| advice(code, values)));
        // Most skills that earn a remark earn one: a large catalog keeps them all.
        if self.items.len() < 4 {
            self.items.reserve_exact(1);
        }
        self.items.push(Diagnostic {
            code,
            severity,
            message,
            file: self.file.clone(),
            location,
            help,
            fix: remark.fix,
        });
    }

    /// Whether anything so far refuses the skill.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|item| item.severity == Severity::Error)
    }

    /// The diagnostics, in the order in which the checks ran.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        if self.dropped > 0
            && let Some(severity) = self.rules.severity_of(&code::TOO_MANY_DIAGNOSTICS)
        {
            let count = self.dropped.to_string();
            let message = fill(code::TOO_MANY_DIAGNOSTICS.message, &[("count", &count)]);
            self.items.push(Diagnostic {
                code: &code::TOO_MANY_DIAGNOSTICS,
                severity,
                message,
                file: self.file.clone(),
                location: None,
                help: None,
                fix: None,
            });
        }
        self.items
    }

    fn locate(&mut self, span: Span) -> Location {
        let start = (span.start as usize).min(self.text.len());
        if start < self.line.0 {
            self.line = (0, 1);
        }
        // Most remarks come in the order of the text: only what lies between two is looked at.
        let (known, mut line) = self.line;
        let mut line_start = known;
        for end in line_ends(&self.text.as_bytes()[known..], start - known) {
            (line_start, line) = (known + end, line + 1);
        }
        self.line = (line_start, line);
        let before = self.text.get(line_start..start).unwrap_or_default();
        Location { span, line, column: before.chars().count() as u32 + 1 }
    }
}

/// Where the lines that end within the first bytes of a text end. `\n`, `\r\n` and a lone `\r` end
/// one.
fn line_ends(text: &[u8], within: usize) -> impl Iterator<Item = usize> {
    memchr::memchr2_iter(b'\n', b'\r', &text[..within])
        .filter(|&at| text[at] == b'\n' || text.get(at + 1) != Some(&b'\n'))
        .map(|at| at + 1)
}

/// What a code advises; nearly all of them say the same whatever the values.
fn advice(code: &'static Code, values: &[(&str, &str)]) -> Cow<'static, str> {
    match code.help.contains('{') {
        true => Cow::Owned(fill(code.help, values)),
        false => Cow::Borrowed(code.help),
    }
}

/// Puts values in the place of `{key}` holes; a hole without a value stays as it is.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let after = &rest[open + 1..];
        let hole = after.find('}').and_then(|close| {
            Some((close, values.iter().find(|(key, _)| *key == &after[..close])?))
        });
        if let Some((close, (_, value))) = hole {
            out.push_str(value);
            rest = &after[close + 1..];
        } else {
            out.push('{');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_once_and_unknown_ones_stay() {
        let filled = fill("{a} {b} {c", &[("a", "{b}"), ("b", "x")]);
        assert_eq!(filled, "{b} x {c");
    }

    #[test]
    fn lines_end_at_any_break_and_columns_count_code_points() {
        let rules = Rules::default();
        let text = "aä\r\nb\rcé*";
        let mut report = Report::new(&rules, TreePath::skill_file(), text);
        let star = text.find('*').unwrap();
        let location = report.locate(Span::new(star, star + 1));
        assert_eq!((location.line, location.column), (3, 3));
    }
}
