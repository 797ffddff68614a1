//! Filling in a text: arguments and variables take the places that a [`Dialect`] knows, and what the
//! text asks for beside that, commands and files, is listed.
//!
//! Nothing is run and nothing is read. The body is gone over once; what is put in is never looked at
//! again, so that an argument cannot ask for anything. A command is handed on as its author wrote it, and
//! as a [`Script`] in which arguments stay arguments.

mod code;
mod mention;
mod script;
mod shell;
mod words;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use crate::diagnostic::Span;
use crate::dialect::{ArgumentForm, Dialect, First, Last, Missing, ShellForm, Unplaced, Variable};
use crate::limits;
use crate::placeholder::{self, Kind};
pub use script::{Script, ScriptError};

/// What is put into a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input<'a> {
    /// What was typed.
    pub arguments: &'a str,
    /// The names that the skill gives its arguments, in their order.
    pub names: &'a [String],
    /// What variables stand for. One that is not here stays as it is written.
    pub variables: &'a [(Variable, String)],
}

/// A text that is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled<'a> {
    /// Its pieces, in order.
    pub segments: Vec<Segment<'a>>,
    /// What it asks for, in order.
    pub wanted: Vec<Wanted>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment<'a> {
    /// The piece.
    pub text: Cow<'a, str>,
    /// Where it comes from.
    pub source: Source,
}

/// Where a piece of a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From the body, as it is written there.
    Body(Span),
    /// From what was typed.
    Arguments,
    /// It is the value of a variable.
    Variable(Variable),
    /// It stands for what was wanted and did not happen: so many wants come before it.
    Wanted(usize),
    /// What was typed and no placeholder took, with its label.
    Appended,
}

/// Something that a text asks for. Places are those in the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The output of a command, in its place.
    Command {
        /// How it is written.
        form: ShellForm,
        /// The command, as it is written.
        command: String,
        /// The command with what is filled in kept apart; or why it cannot be run.
        script: Result<Script, ScriptError>,
        /// Where.
        span: Span,
    },
    /// The text of a file, in its place.
    Text {
        /// The file, as it is written.
        path: String,
        /// Where.
        span: Span,
    },
    /// A file beside the text, which keeps its mention.
    File {
        /// The file, as it is written.
        path: String,
        /// Where.
        span: Span,
    },
}

/// A text would be longer than [`limits::FILLED_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("filled in, the text is longer than {} bytes", limits::FILLED_BYTES)]
pub struct TooLong;

impl Filled<'_> {
    /// The whole text.
    pub fn text(&self) -> String {
        self.segments.iter().map(|segment| segment.text.as_ref()).collect()
    }
}

/// Fills in a body.
pub fn fill<'a>(
    body: &'a str,
    dialect: &Dialect,
    input: &Input<'_>,
) -> Result<Filled<'a>, TooLong> {
    let filler = Filler::new(body, dialect, input);
    let mut out = Out { filled: Filled::default(), bytes: 0, taken: false };
    let files = if dialect.files { mention::mentions(body) } else { Vec::new() };
    let mut files = files.into_iter().peekable();
    // What is mentioned before a place; what is mentioned inside a command is part of the command.
    let mut mention = |out: &mut Out<'a>, from: usize, to: usize| {
        while let Some(file) = files.next_if(|file| (file.span.start as usize) < to) {
            if file.span.start as usize >= from {
                out.filled.wanted.push(Wanted::File { path: file.path, span: file.span });
            }
        }
    };
    let mut at = 0;
    let none = dialect.shell.is_empty() && !dialect.read;
    let places = if none { Vec::new() } else { placeholder::commands_outside_code(body) };
    for place in places {
        let Some(wanted) = filler.wanted(&place.kind, place.span) else { continue };
        let (start, end) = (place.span.start as usize, place.span.end as usize);
        mention(&mut out, at, start);
        filler.text(at, start, &mut out)?;
        out.taken |= filler.takes_any(start, end);
        let number = out.filled.wanted.len();
        let words = match &wanted {
            Wanted::Command { command, .. } => dialect.not_run(command),
            Wanted::Text { path, .. } | Wanted::File { path, .. } => {
                dialect.not_run(&format!("read {path}"))
            }
        };
        out.filled.wanted.push(wanted);
        out.push(words.into(), Source::Wanted(number))?;
        at = end;
    }
    mention(&mut out, at, body.len());
    filler.text(at, body.len(), &mut out)?;
    let typed = input.arguments;
    if !out.taken && !typed.trim().is_empty() {
        let appended = match dialect.unplaced {
            Unplaced::Appended => format!("\n\n{typed}"),
            Unplaced::Labelled => format!("\n\nARGUMENTS: {typed}"),
            // The line stands below what an agent says of the skill, not here.
            Unplaced::UserLine | Unplaced::Dropped | Unplaced::Message => String::new(),
        };
        out.push(appended.into(), Source::Appended)?;
    }
    Ok(out.filled)
}

/// What has been filled in so far.
struct Out<'a> {
    filled: Filled<'a>,
    bytes: usize,
    /// Some placeholder took what was typed, or a part of it.
    taken: bool,
}

impl<'a> Out<'a> {
    fn push(&mut self, text: Cow<'a, str>, source: Source) -> Result<(), TooLong> {
        self.bytes += text.len();
        if self.bytes > limits::FILLED_BYTES {
            return Err(TooLong);
        }
        if !text.is_empty() {
            self.filled.segments.push(Segment { text, source });
        }
        Ok(())
    }
}

/// A placeholder for arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    All,
    /// `$ARGUMENTS[N]`
    Indexed(usize),
    /// `$N`
    Positional(usize),
    /// The name of that place among the names.
    Named(usize),
}

/// What a body is filled in with.
struct Filler<'f, 'a> {
    body: &'a str,
    dialect: &'f Dialect,
    input: &'f Input<'f>,
    words: Vec<String>,
    /// The names of arguments with their places.
    names: HashMap<&'f str, usize>,
    /// How long these names are, the longest first.
    lengths: Vec<usize>,
    /// The highest number in the body.
    highest: Option<usize>,
    /// What placeholders begin with.
    beginnings: Vec<char>,
}

impl<'f, 'a> Filler<'f, 'a> {
    fn new(body: &'a str, dialect: &'f Dialect, input: &'f Input<'f>) -> Self {
        let words = words::split(input.arguments, dialect.words);
        let mut beginnings: Vec<char> =
            dialect.variables.keys().filter_map(|spelling| spelling.chars().next()).collect();
        beginnings.extend((!dialect.arguments.is_empty()).then_some('$'));
        beginnings.sort_unstable();
        beginnings.dedup();
        let mut names = HashMap::new();
        for (place, name) in input.names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            names.entry(name.as_str()).or_insert(place);
        }
        let lengths: BTreeSet<usize> = names.keys().map(|name| name.len()).collect();
        let lengths = lengths.into_iter().rev().collect();
        let highest = None;
        let mut filler = Self { body, dialect, input, words, names, lengths, highest, beginnings };
        if dialect.last == Last::Rest && dialect.fills(ArgumentForm::Positional) {
            let number = |(at, _)| match filler.argument(at) {
                Some((Argument::Positional(number), _)) => Some(number),
                _ => None,
            };
            filler.highest = body.match_indices('$').filter_map(number).max();
        }
        filler
    }

    /// What a command of the body asks for, where the dialect knows its form.
    fn wanted(&self, kind: &Kind, span: Span) -> Option<Wanted> {
        let (start, end) = (span.start as usize, span.end as usize);
        let written = span.of(self.body);
        let (form, from, to) = match kind {
            Kind::Inline { anchored, .. } => {
                let form = if *anchored { ShellForm::InlineAnchored } else { ShellForm::Inline };
                (form, start + 2, end - 1)
            }
            Kind::Block => {
                let from = written.find('\n')? + 1;
                let inner = written[from..].trim_end();
                // The last line is the closing fence, unless the text ends before there is one.
                let (lines, fence) = inner.rsplit_once('\n').unwrap_or(("", inner));
                let closed = fence.trim_start().starts_with(['`', '~']);
                let length = if closed { lines.len() } else { inner.len() };
                (ShellForm::Block, start + from, start + from + length)
            }
            Kind::Line => (ShellForm::Line, start + 1, end),
            Kind::Read if self.dialect.read => {
                let path = written.strip_prefix("!read")?.trim().to_owned();
                return Some(Wanted::Text { path, span });
            }
            _ => return None,
        };
        self.dialect.runs(form).then(|| Wanted::Command {
            form,
            command: self.body[from..to].to_owned(),
            script: self.script(from, to),
            span,
        })
    }

    /// Fills in one part of the body.
    fn text(&self, from: usize, to: usize, out: &mut Out<'a>) -> Result<(), TooLong> {
        let plain = |out: &mut Out<'a>, start: usize, end: usize| {
            let source = Source::Body(Span::new(start, end));
            out.push(self.body[start..end].into(), source)
        };
        let (mut written, mut at) = (from, from);
        while let Some(next) = self.next_beginning(at, to) {
            at = next;
            if let Some((variable, end)) = self.variable(at) {
                if let Some(value) = self.value(variable) {
                    plain(out, written, at)?;
                    out.push(value.to_owned().into(), Source::Variable(variable))?;
                    written = end;
                }
                at = end;
            } else if let Some((argument, end)) = self.argument(at) {
                if self.is_escaped(at) {
                    plain(out, written, at - 1)?;
                    written = at;
                } else if let Some(value) = self.stands_for(argument) {
                    plain(out, written, at)?;
                    out.push(value.into_owned().into(), Source::Arguments)?;
                    out.taken = true;
                    written = end;
                }
                at = end;
            } else {
                // Placeholders of a user's own profile may begin with any character.
                at += self.body[at..].chars().next().map_or(1, char::len_utf8);
            }
        }
        plain(out, written, to)
    }

    /// The next place at which a placeholder may begin.
    fn next_beginning(&self, from: usize, to: usize) -> Option<usize> {
        let part = &self.body[from..to];
        let inside = match *self.beginnings.as_slice() {
            [] => None,
            [one] if one.is_ascii() => memchr::memchr(one as u8, part.as_bytes()),
            [one, two] if one.is_ascii() && two.is_ascii() => {
                memchr::memchr2(one as u8, two as u8, part.as_bytes())
            }
            // Placeholders of a user's own profile may begin with anything.
            ref any => part.find(any),
        };
        inside.map(|inside| from + inside)
    }

    /// Whether a part of the body holds a placeholder that takes something.
    fn takes_any(&self, from: usize, to: usize) -> bool {
        self.body[from..to].match_indices('$').any(|(inside, _)| {
            let at = from + inside;
            let argument = self.argument(at).filter(|_| !self.is_escaped(at));
            argument.is_some_and(|(argument, _)| self.stands_for(argument).is_some())
        })
    }

    /// `\$1`; with two backslashes it is a backslash and an argument.
    fn is_escaped(&self, at: usize) -> bool {
        let before = &self.body[..at];
        self.dialect.escape && before.ends_with('\\') && !before.ends_with("\\\\")
    }

    fn variable(&self, at: usize) -> Option<(Variable, usize)> {
        let mut known = self.dialect.variables.iter();
        let (spelling, variable) =
            known.find(|(spelling, _)| self.body[at..].starts_with(spelling.as_str()))?;
        Some((*variable, at + spelling.len()))
    }

    fn value(&self, variable: Variable) -> Option<&str> {
        let mut known = self.input.variables.iter();
        known.find(|(other, _)| *other == variable).map(|(_, value)| value.as_str())
    }

    /// The placeholder for arguments whose first character stands at a place, and where it ends.
    fn argument(&self, at: usize) -> Option<(Argument, usize)> {
        let rest = self.body[at..].strip_prefix('$')?;
        // `$$1` is a shell's.
        if self.body[..at].ends_with('$') {
            return None;
        }
        let ends_word =
            |text: &str| !text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let number = |text: &str| {
            let length = text.bytes().take_while(u8::is_ascii_digit).count();
            // A number that is too large has no argument either.
            (length > 0).then(|| (text[..length].parse().unwrap_or(usize::MAX), length))
        };
        if let Some(after) = rest.strip_prefix("ARGUMENTS").filter(|after| ends_word(after)) {
            let end = at + "$ARGUMENTS".len();
            if self.dialect.fills(ArgumentForm::Indexed)
                && let Some((index, length)) = after.strip_prefix('[').and_then(number)
                && after[1 + length..].starts_with(']')
            {
                return Some((Argument::Indexed(index), end + length + 2));
            }
            return self.dialect.fills(ArgumentForm::All).then_some((Argument::All, end));
        }
        if self.dialect.fills(ArgumentForm::Positional)
            && let Some((number, length)) = number(rest)
            && ends_word(&rest[length..])
        {
            return Some((Argument::Positional(number), at + 1 + length));
        }
        if !self.dialect.fills(ArgumentForm::Named) {
            return None;
        }
        // Only so far, so that looking for names takes no longer than the text is long.
        let reach = rest.find(|c: char| c.is_whitespace() || c == '$').unwrap_or(rest.len());
        // The longest first: `$issue-number` is not `$issue`, where both are names.
        let mut lengths = self.lengths.iter().filter(|length| **length <= reach);
        lengths.find_map(|&length| {
            let place = self.names.get(rest.get(..length)?)?;
            ends_word(&rest[length..]).then_some((Argument::Named(*place), at + 1 + length))
        })
    }

    /// An argument and all after it.
    fn rest(&self, number: usize) -> Vec<String> {
        let first = match self.dialect.first {
            First::Zero => 0,
            First::One => 1,
        };
        let place = number.checked_sub(first);
        place.and_then(|place| self.words.get(place..)).unwrap_or_default().to_vec()
    }

    /// What a placeholder stands for; nothing where it stays as it is written.
    fn stands_for(&self, argument: Argument) -> Option<Cow<'_, str>> {
        let first = match self.dialect.first {
            First::Zero => 0,
            First::One => 1,
        };
        let word = |place: Option<usize>| place.and_then(|place| self.words.get(place));
        let numbered = |number: usize| match word(number.checked_sub(first)) {
            Some(word) => Some(Cow::Borrowed(word.as_str())),
            None => match self.dialect.missing {
                Missing::Empty => Some("".into()),
                Missing::Literal => None,
            },
        };
        match argument {
            Argument::All => Some(self.input.arguments.into()),
            Argument::Named(place) => Some(word(Some(place)).map_or("".into(), Into::into)),
            Argument::Indexed(number) => numbered(number),
            Argument::Positional(number) if self.highest == Some(number) => {
                match self.rest(number) {
                    rest if rest.is_empty() => numbered(number),
                    rest => Some(rest.join(" ").into()),
                }
            }
            Argument::Positional(number) => numbered(number),
        }
    }
}

#[cfg(test)]
mod tests;
