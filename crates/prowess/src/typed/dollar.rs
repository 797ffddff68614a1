//! `$name` and `[$name](path)` anywhere in a text. The text stays as it is; the skills come beside it,
//! without arguments.
//!
//! Code spans and fences are no exception: Codex and OpenClaw look at the characters only. `\$name` is
//! text, as OpenClaw has it. The names of common variables are too, whatever their case, as Codex has it;
//! a link that begins with one starts what it links to.

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use memchr::{memchr, memchr3};

use super::{Draft, Invocation, Typed, TypedWarning};
use crate::catalog::CatalogEntry;

/// Variables that people write about.
const VARIABLES: [&str; 11] = [
    "PATH",
    "HOME",
    "USER",
    "SHELL",
    "PWD",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LANG",
    "TERM",
    "XDG_CONFIG_HOME",
];

/// What is before the path of a link where it is an address.
const SCHEME: &str = "skill://";

/// A place of a text that names a skill.
struct Mention<'a> {
    name: &'a str,
    /// The path of a link.
    path: Option<&'a str>,
    span: Range<usize>,
}

pub(super) fn read(draft: &Draft<'_>) -> Option<Typed> {
    let by_file = draft.names.by_file();
    let mut typed = Typed::message(draft.text);
    let mut started: HashSet<&Path> = HashSet::new();
    let mut ambiguous: Vec<&str> = Vec::new();
    let mut judged: HashSet<&str> = HashSet::new();
    for mention in Mentions::of(draft.text) {
        let (entry, span) = match mention.path {
            Some(path) => (by_file.get(path).copied(), mention.span),
            // A name means the same each time.
            None if !judged.insert(mention.name) => continue,
            None if is_variable(mention.name) => continue,
            None => match meant(draft, mention.name) {
                ([], _) => continue,
                ([entry], name) => {
                    (Some(*entry), mention.span.start..mention.span.start + 1 + name.len())
                }
                (_, name) => {
                    if !ambiguous.contains(&name) {
                        ambiguous.push(name);
                    }
                    continue;
                }
            },
        };
        let Some(entry) = entry.filter(|entry| started.insert(&entry.candidate.file)) else {
            continue;
        };
        typed.invocations.push(Invocation {
            name: known_by(draft, entry),
            arguments: String::new(),
            span,
        });
    }
    // A link says which one is meant, wherever it stands.
    for name in ambiguous {
        let meant = draft.names.meant(name);
        if !meant.iter().any(|entry| started.contains(&*entry.candidate.file)) {
            let mut files: Vec<PathBuf> =
                meant.iter().map(|entry| entry.candidate.file.clone()).collect();
            files.sort_unstable();
            typed.warnings.push(TypedWarning::Ambiguous { name: name.to_owned(), files });
        }
    }
    let named = typed.invocations.len();
    if let Some(most) = draft.rules.most_mentions.filter(|most| named > *most) {
        typed.invocations.clear();
        typed.warnings.push(TypedWarning::TooMany { named, most });
    }
    (!typed.invocations.is_empty() || !typed.warnings.is_empty()).then_some(typed)
}

/// The skills that a name may mean, and the name: a colon after it may belong to the sentence.
fn meant<'d, 't>(draft: &'d Draft<'t>, name: &'t str) -> (&'d [&'t CatalogEntry], &'t str) {
    match draft.names.meant(name) {
        [] => {
            let name = name.trim_end_matches(':');
            (draft.names.meant(name), name)
        }
        entries => (entries, name),
    }
}

/// What the catalog knows a skill by.
fn known_by(draft: &Draft<'_>, entry: &CatalogEntry) -> String {
    let name = entry.skill.name_text();
    match (draft.names.meant(name), entry.candidate.file.to_str()) {
        ([_, _, ..], Some(file)) => file.to_owned(),
        _ => name.to_owned(),
    }
}

fn is_variable(name: &str) -> bool {
    VARIABLES.iter().any(|variable| variable.eq_ignore_ascii_case(name))
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':')
}

/// Every `$name` and `[$name](path)` of a text, in order, in one pass.
struct Mentions<'a> {
    text: &'a str,
    at: usize,
    /// From here on no link is closed, so that nobody has to look again and again.
    none_closed: usize,
}

impl<'a> Mentions<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, at: 0, none_closed: usize::MAX }
    }

    /// The path of `](path)` at a place, and where that ends.
    fn link(&mut self, at: usize) -> Option<(&'a str, usize)> {
        let rest = self.text[at..].strip_prefix(']')?.trim_ascii_start().strip_prefix('(')?;
        let start = self.text.len() - rest.len();
        if start >= self.none_closed {
            return None;
        }
        let Some(length) = memchr(b')', rest.as_bytes()) else {
            self.none_closed = start;
            return None;
        };
        let path = rest[..length].trim();
        let path = path.strip_prefix(SCHEME).unwrap_or(path);
        (!path.is_empty()).then_some((path, start + length + 1))
    }
}

impl<'a> Iterator for Mentions<'a> {
    type Item = Mention<'a>;

    fn next(&mut self) -> Option<Mention<'a>> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at + memchr3(b'\\', b'$', b'[', &bytes[self.at..])?;
            let dollar = match bytes[start] {
                b'$' => start,
                b'[' => start + 1,
                // It, and what it escapes: where that is the first byte of several, the others are no matter.
                _ => {
                    self.at = bytes.len().min(start + 2);
                    continue;
                }
            };
            let after = bytes.get(dollar + 1..).unwrap_or_default();
            let length = after.iter().take_while(|byte| is_of_name(**byte)).count();
            if bytes.get(dollar) != Some(&b'$') || length == 0 {
                self.at = start + 1;
                continue;
            }
            let end = dollar + 1 + length;
            let name = &self.text[dollar + 1..end];
            let link = if dollar > start { self.link(end) } else { None };
            let (path, span) = match link {
                Some((path, after)) => (Some(path), start..after),
                None => (None, dollar..end),
            };
            self.at = span.end;
            return Some(Mention { name, path, span });
        }
    }
}
