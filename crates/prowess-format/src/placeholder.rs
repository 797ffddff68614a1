//! What in a skill's text some agent fills in or runs: arguments, variables, files, commands.
//!
//! Everything that any [`Dialect`](crate::dialect::Dialect) knows is found, whether the agent at hand
//! knows it or not: that is for the reader of the list to say.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::body::{self, ReferenceKind};
use crate::command_line;
use crate::diagnostic::Span;
use crate::dialect::VARIABLES;
use crate::limits;

/// One place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// What it is.
    pub kind: Kind,
    /// Where, in the body.
    pub span: Span,
    /// It stands in a code block or a code span, where it may be part of an example.
    pub in_code: bool,
}

/// What a placeholder is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `$ARGUMENTS`
    Arguments,
    /// `$ARGUMENTS[N]`
    Indexed(u32),
    /// `$N`
    Positional(u32),
    /// `$5.00`, `$100`: what looks like a number of an argument and is hardly one.
    Amount,
    /// `$name`, of the names that were asked for.
    Named,
    /// One of [`VARIABLES`].
    Variable,
    /// `` !`command` ``; after anything but white space not all agents run it.
    Inline {
        /// It stands at the start of a line or after white space.
        anchored: bool,
        /// Nothing but white space stands before it on its line.
        starts_line: bool,
    },
    /// A code block whose fence is followed by `!`.
    Block,
    /// A line that begins with `!` and a word.
    Line,
    /// A line `!read PATH`.
    Read,
    /// `@PATH`
    File,
}

impl Placeholder {
    /// As it is written.
    pub fn text<'a>(&self, body: &'a str) -> &'a str {
        self.span.of(body)
    }
}

/// All placeholders of a body, in its order; `names` are those of its arguments.
pub fn find(body: &str, names: &[String]) -> Vec<Placeholder> {
    let code = Code::of(body);
    let mut found = Vec::new();
    let mut add = |kind: Kind, start: usize, end: usize| {
        if found.len() < limits::BODY_PLACEHOLDERS {
            let in_code = code.holds(start);
            found.push(Placeholder { kind, span: Span::new(start, end), in_code });
        }
    };
    for (at, _) in body.match_indices('$') {
        // `\$1` is meant to stay, and `$$1` is a shell's.
        if !body[..at].ends_with(['\\', '$'])
            && let Some((kind, end)) = argument(body, at, names)
        {
            add(kind, at, end);
        }
    }
    for (spelling, _) in VARIABLES {
        for (at, _) in body.match_indices(spelling) {
            add(Kind::Variable, at, at + spelling.len());
        }
    }
    for (kind, start, end) in commands(body, &code) {
        // What a block runs is below its first line, which is what a remark is about.
        let first_line = body[start..].find('\n').map_or(body.len(), |length| start + length);
        add(kind.clone(), start, if kind == Kind::Block { first_line } else { end });
    }
    for reference in body::references(body) {
        if reference.kind == ReferenceKind::At {
            add(Kind::File, reference.span.start as usize, reference.span.end as usize);
        }
    }
    found.sort_by_key(|place| (place.span.start, place.span.end));
    found
}

/// What is a command, or a line that reads a file, and stands in no code and no image: in the order of the
/// body, each whole, none inside another.
pub(crate) fn commands_outside_code(body: &str) -> Vec<Placeholder> {
    // Nearly no text has any, and telling code from text takes longer than all the rest.
    if !may_have_commands(body) {
        return Vec::new();
    }
    let code = Code::of(body);
    let mut found: Vec<(Kind, usize, usize)> = commands(body, &code);
    found.retain(|(_, start, _)| !code.holds(*start) && !holds(&code.unseen, *start));
    // Of two that begin at one place the longer one holds the other.
    found.sort_by_key(|(_, start, end)| (*start, usize::MAX - end));
    let mut reached = 0;
    found.retain(|(_, start, end)| {
        let apart = *start >= reached;
        reached = if apart { *end } else { reached };
        apart
    });
    let whole =
        |(kind, start, end)| Placeholder { kind, span: Span::new(start, end), in_code: false };
    found.into_iter().map(whole).collect()
}

/// Whether a `!` stands where commands have it: beside a fence or a back-tick, or first in its line.
fn may_have_commands(body: &str) -> bool {
    memchr::memchr_iter(b'!', body.as_bytes()).any(|at| {
        let before = &body[..at];
        let fenced = before.trim_end_matches([' ', '\t']).ends_with(['`', '~']);
        let line = before.trim_end_matches([' ', '\t']);
        fenced || body[at + 1..].starts_with('`') || line.is_empty() || line.ends_with(['\n', '\r'])
    })
}

/// All commands, whole, with where they begin and end.
fn commands(body: &str, code: &Code) -> Vec<(Kind, usize, usize)> {
    let mut found = Vec::new();
    let (mut line, mut searched) = (0, 0);
    for (at, _) in body.match_indices("!`") {
        // Each piece of the text is searched once, however long its lines are.
        line = body[searched..at].rfind('\n').map_or(line, |end| searched + end + 1);
        searched = at;
        let Some(length) = body[at + 2..].find('`').filter(|length| *length > 0) else { continue };
        let before = &body[..at];
        let anchored = before.is_empty() || before.ends_with(char::is_whitespace);
        let indentation = body[line..].len() - body[line..].trim_start().len();
        let starts_line = line + indentation >= at;
        found.push((Kind::Inline { anchored, starts_line }, at, at + 2 + length + 1));
    }
    found.extend(command_lines(body));
    found.extend(code.commands.iter().map(|&(start, end)| (Kind::Block, start, end)));
    found
}

/// The argument whose `$` stands at a place, and where it ends.
fn argument(body: &str, at: usize, names: &[String]) -> Option<(Kind, usize)> {
    let rest = &body[at + 1..];
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let word =
        rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let end = at + 1 + word;
    if &rest[..word] == "ARGUMENTS" {
        let index = body[end..].strip_prefix('[').and_then(|inner| {
            let length = digits(inner);
            inner[length..].starts_with(']').then(|| inner[..length].parse().ok())?
        });
        return Some(match index {
            Some(index) => {
                let close = body[end..].find(']').unwrap_or_default();
                (Kind::Indexed(index), end + close + 1)
            }
            None => (Kind::Arguments, end),
        });
    }
    let length = digits(rest);
    if length > 0 {
        let end = at + 1 + length;
        let more = &body[end..];
        let fraction = more.starts_with(['.', ',']) && digits(&more[1..]) > 0;
        let unit = more.starts_with(|c: char| c.is_alphabetic() || c == '%');
        let kind = match rest[..length].parse() {
            Ok(number @ 0..=9) if length == 1 && !fraction && !unit => Kind::Positional(number),
            _ => Kind::Amount,
        };
        return Some((kind, end));
    }
    names.iter().any(|name| name == &rest[..word]).then_some((Kind::Named, end))
}

/// Lines that begin with `!` and what looks like a command: no image, no cry.
fn command_lines(body: &str) -> impl Iterator<Item = (Kind, usize, usize)> {
    let mut at = 0;
    body.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let command = line.trim().strip_prefix('!')?;
        let reads = command.strip_prefix("read").is_some_and(|path| {
            let path = path.strip_prefix(' ').unwrap_or_default().trim();
            !path.is_empty() && !path.contains(char::is_whitespace)
        });
        (reads || command_line::is_command(command)).then_some(())?;
        let from = start + line.find('!')?;
        let kind = if reads { Kind::Read } else { Kind::Line };
        Some((kind, from, from + 1 + command.len()))
    })
}

/// The code of a body.
struct Code {
    /// First byte and one past the last, in order, nothing nested.
    ranges: Vec<(usize, usize)>,
    /// The blocks whose fence is followed by `!`.
    commands: Vec<(usize, usize)>,
    /// Images and comments outside of it, as the ranges are.
    unseen: Vec<(usize, usize)>,
}

impl Code {
    fn of(body: &str) -> Self {
        let mut code = Self { ranges: Vec::new(), commands: Vec::new(), unseen: Vec::new() };
        let mut block = None;
        for (event, range) in Parser::new(body).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let runs =
                        matches!(&kind, CodeBlockKind::Fenced(info) if info.starts_with('!'));
                    if runs {
                        code.commands.push((range.start, range.end));
                    } else {
                        block = Some(range.start);
                    }
                }
                Event::End(TagEnd::CodeBlock) => {
                    code.ranges.extend(block.take().map(|start| (start, range.end)));
                }
                // The span of an inline command is not code: its mark stands before it.
                Event::Code(_) => code.ranges.push((range.start, range.end)),
                // One inside another is part of it.
                Event::Start(Tag::Image { .. }) if !holds(&code.unseen, range.start) => {
                    code.unseen.push((range.start, range.end));
                }
                Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_)
                    if body[range.clone()].trim_start().starts_with("<!--") =>
                {
                    code.unseen.push((range.start, range.end));
                }
                _ => {}
            }
        }
        code
    }

    fn holds(&self, at: usize) -> bool {
        holds(&self.ranges, at)
    }
}

/// Whether one of these ranges, which are in order, holds a place.
fn holds(ranges: &[(usize, usize)], at: usize) -> bool {
    let after = ranges.partition_point(|(start, _)| *start <= at);
    after > 0 && at < ranges[after - 1].1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str) -> Vec<String> {
        let names = ["issue".to_owned()];
        let found = find(body, &names);
        let shown = found.iter().map(|place| {
            let code = if place.in_code { " in code" } else { "" };
            let kind = format!("{:?}", place.kind);
            let kind = kind.split([' ', '(']).next().unwrap_or_default();
            format!("{kind} {}{code}", place.text(body))
        });
        shown.collect()
    }

    #[test]
    fn nothing_in_an_image_or_a_comment_is_a_command() {
        let table: &[(&str, &[&str])] = &[
            ("![alt !`id` x](x.png) !`ls`", &["!`ls`"]),
            ("![a](x.png \"t !`id`\")", &[]),
            ("[![a !`id`](x.png) !`pwd`](y)", &["!`pwd`"]),
            ("![a ![b !`id`](b.png) !`id`](x.png)", &[]),
            // Nor in a comment, which nobody sees.
            ("<!-- !`id` --> !`ls`", &[]),
            ("so <!-- !`id` --> !`ls`", &["!`ls`"]),
            ("<!--\n!`id`\n\n!`id`\n-->\n\n!`ls`", &["!`ls`"]),
            // No image: there is nothing that it shows.
            ("![a !`ls`]", &["!`ls`"]),
        ];
        for (body, expected) in table {
            let found = commands_outside_code(body);
            let found: Vec<&str> = found.iter().map(|place| place.text(body)).collect();
            assert_eq!(found, *expected, "{body}");
        }
    }

    #[test]
    fn placeholders_and_what_only_looks_like_them() {
        let table: &[(&str, &[&str])] = &[
            ("Fix $ARGUMENTS now", &["Arguments $ARGUMENTS"]),
            ("$ARGUMENTS[1] $ARGUMENTS[x]", &["Indexed $ARGUMENTS[1]", "Arguments $ARGUMENTS"]),
            ("$1 and $0, \\$2, $$3", &["Positional $1", "Positional $0"]),
            ("costs $5.00, $100 or $3k", &["Amount $5", "Amount $100", "Amount $3"]),
            ("$issue $issues $other", &["Named $issue"]),
            ("`awk '{print $1}'`", &["Positional $1 in code"]),
            ("```sh\necho $1\n```\n$2", &["Positional $1 in code", "Positional $2"]),
            (
                "${CLAUDE_SKILL_DIR}/x {baseDir}",
                &["Variable ${CLAUDE_SKILL_DIR}", "Variable {baseDir}"],
            ),
            ("Now: !`git status`", &["Inline !`git status`"]),
            ("`` !`x` `` is how", &["Inline !`x` in code"]),
            ("```!\ngit log\n```\n", &["Block ```!"]),
            ("!gh pr view $ARGUMENTS\n", &["Line !gh pr view $ARGUMENTS", "Arguments $ARGUMENTS"]),
            ("  !read ./a.md\n", &["Read !read ./a.md"]),
            ("![image](x.png)\n!!! note\n! Beware\n!Important\n", &[]),
            ("See @notes/a.md, not a@b.com", &["File @notes/a.md"]),
            ("!`", &[]),
            ("$", &[]),
        ];
        for (body, expected) in table {
            assert_eq!(texts(body), *expected, "{body}");
        }
    }
}
