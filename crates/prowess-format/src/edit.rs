//! Changes to a `SKILL.md` that leave every other byte alone.

use std::collections::HashSet;

use serde_json::Value as Json;

use crate::diagnostic::{Fix, Span};
use crate::frontmatter::{Frontmatter, Schema, Value};
use crate::skill::Skill;
use crate::{write, yaml};

/// Why an edit was refused. Nothing was changed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The file is not UTF-8, or was only read in part.
    #[error("the file is not plain UTF-8 text, so it cannot be edited in place")]
    NotExact,
    /// There is no frontmatter to edit.
    #[error("the file has no frontmatter to edit")]
    NoFrontmatter,
    /// Two changes touch the same bytes.
    #[error("two changes touch the same place")]
    Overlap,
    /// The change would not read back as what was asked for.
    #[error("the change to `{0}` would not read back as the value that was given")]
    NotReadBack(String),
}

/// Applies replacements to a text. They may come in any order but not overlap.
pub fn apply(text: &str, fixes: &[Fix]) -> Result<String, EditError> {
    let mut sorted: Vec<&Fix> = fixes.iter().collect();
    sorted.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for fix in sorted {
        let range = fix.span.range();
        if range.start < at || text.get(range.clone()).is_none() {
            return Err(EditError::Overlap);
        }
        out.push_str(&text[at..range.start]);
        out.push_str(&fix.replacement);
        at = range.end;
    }
    out.push_str(&text[at..]);
    Ok(out)
}

/// The text of the file with one top-level field set: replaced where it stands, else added last.
pub fn set_field(skill: &Skill, key: &str, value: &Json) -> Result<String, EditError> {
    let text = editable(skill)?;
    let frontmatter = &skill.frontmatter;
    let mut entry = serde_json::Map::new();
    entry.insert(key.to_owned(), value.clone());
    let newline = newline_of(text);
    let first_key = frontmatter.entries().next().map_or(0, |(key, _)| key.span().start as usize);
    let pad = indentation(text, first_key);
    let lines: Vec<String> = write::mapping(&entry).lines().map(|l| format!("{pad}{l}")).collect();
    let lines = lines.join(newline).split_off(pad.len());
    let fix = match field_span(frontmatter, key) {
        Some(span) => replace(text, span, &lines),
        None => {
            let end = frontmatter.span().end as usize;
            let glue = if text[..end].ends_with(['\n', '\r']) { "" } else { newline };
            let replacement = format!("{glue}{pad}{lines}{newline}");
            Fix { span: Span::new(end, end), replacement }
        }
    };
    let edited = apply(text, &[fix])?;
    let holds = reads_back(skill, &edited, key, |values| values.last() == Some(&value));
    if holds { Ok(edited) } else { Err(EditError::NotReadBack(key.to_owned())) }
}

/// Puts lines in the place of a field. The comment behind it stays on its first line: behind the
/// last one it could become part of a block text.
fn replace(text: &str, span: Span, lines: &str) -> Fix {
    let Some((first, more)) = lines.split_once(['\n', '\r']) else {
        return Fix { span, replacement: lines.to_owned() };
    };
    let end = span.end as usize;
    let end = end + text[end..].find(['\n', '\r']).unwrap_or(text.len() - end);
    let comment = text[span.end as usize..end].trim_end();
    let line_break = &lines[first.len()..lines.len() - more.len()];
    let replacement = format!("{first}{comment}{line_break}{more}");
    Fix { span: Span::new(span.start as usize, end), replacement }
}

/// The text of the file without one top-level field, its lines included.
pub fn remove_field(skill: &Skill, key: &str) -> Result<String, EditError> {
    let text = editable(skill)?;
    let Some(span) = field_span(&skill.frontmatter, key) else { return Ok(text.to_owned()) };
    let edited = apply(text, &[removal(text, span)])?;
    let left = skill.frontmatter.entries().filter(|(name, _)| name.text() == Some(key)).count() - 1;
    let holds = reads_back(skill, &edited, key, |values| values.len() == left);
    if holds { Ok(edited) } else { Err(EditError::NotReadBack(key.to_owned())) }
}

/// The text of the file with no other top-level fields than these, each but once: of a key that
/// comes twice the last one stays, since it is the one that counts.
pub(crate) fn keep_fields(skill: &Skill, keys: &[&str]) -> Result<String, EditError> {
    let text = editable(skill)?;
    let mut fixes = Vec::new();
    let mut kept = HashSet::new();
    let entries: Vec<_> = skill.frontmatter.entries().collect();
    for &(name, value) in entries.iter().rev() {
        let wanted = name.text().is_some_and(|name| keys.contains(&name) && kept.insert(name));
        if !wanted {
            fixes.push(removal(text, entry_span(name, value)));
        }
    }
    let edited = apply(text, &fixes)?;
    let span = skill.frontmatter.span();
    let expected = values(text, span).map(|mut values| {
        values.reverse();
        let mut kept = HashSet::new();
        values.retain(|(name, _)| keys.contains(&name.as_str()) && kept.insert(name.clone()));
        values.reverse();
        values
    });
    let found = edited_span(skill, &edited).and_then(|span| values(&edited, span));
    match expected.is_some() && found.unwrap_or_default() == expected.unwrap_or_default() {
        true => Ok(edited),
        false => Err(EditError::NotReadBack("metadata".to_owned())),
    }
}

/// The text of the file with other fields; nothing of the old ones stays, comments included.
pub(crate) fn replace_all(
    skill: &Skill,
    fields: &serde_json::Map<String, Json>,
) -> Result<String, EditError> {
    let text = editable(skill)?;
    let replacement = write::mapping(fields).replace('\n', newline_of(text));
    apply(text, &[Fix { span: skill.frontmatter.span(), replacement }])
}

/// Takes a field out with its indentation, the comment behind it and its line break.
fn removal(text: &str, span: Span) -> Fix {
    let start = span.start as usize - indentation(text, span.start as usize).len();
    let mut end = span.end as usize;
    end += text[end..].find(['\n', '\r']).unwrap_or(text.len() - end);
    end += match &text.as_bytes()[end..] {
        [b'\r', b'\n', ..] => 2,
        rest => rest.len().min(1),
    };
    Fix { span: Span::new(start, end), replacement: String::new() }
}

/// Where the frontmatter is in an edited text.
fn edited_span(skill: &Skill, edited: &str) -> Option<Span> {
    let span = skill.frontmatter.span();
    let end = (span.end as usize + edited.len()).checked_sub(skill.text().len())?;
    // Shorter than nothing: the edit took something of the fence or the body.
    (end >= span.start as usize).then(|| Span::new(span.start as usize, end))
}

/// Whether the values of a key are as wanted in an edited text, and all other fields as before.
///
/// An edit can reach further than its lines: an anchor goes with its value, a kept line break with
/// the line after it, and in a mapping in braces there are no lines.
fn reads_back(
    skill: &Skill,
    edited: &str,
    key: &str,
    wanted: impl FnOnce(&[&Json]) -> bool,
) -> bool {
    let before = values(skill.text(), skill.frontmatter.span());
    let after = edited_span(skill, edited).and_then(|span| values(edited, span));
    let Some((before, after)) = before.zip(after) else { return false };
    let others = |values: &[(String, Json)]| -> Vec<(String, Json)> {
        values.iter().filter(|(name, _)| name != key).cloned().collect()
    };
    let own: Vec<&Json> =
        after.iter().filter(|(name, _)| name == key).map(|(_, value)| value).collect();
    wanted(&own) && others(&before) == others(&after)
}

/// The keys and values in a piece of a text, mended where they must be.
fn values(text: &str, span: Span) -> Option<Vec<(String, Json)>> {
    let read = yaml::read(text, span).ok();
    let root = read.or_else(|| yaml::repair::entries(text, span).map(|mended| mended.node))?;
    let frontmatter = Frontmatter::new(text.into(), span, root, Schema::Core);
    let spelled = frontmatter.entries().map(|(key, value)| {
        (key.text().map(str::to_owned).unwrap_or_default(), value.to_json_value())
    });
    Some(spelled.collect())
}

/// The white space between the start of a line and a place on it, if there is nothing else.
fn indentation(text: &str, at: usize) -> &str {
    let line = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let space = &text[line..at];
    if space.chars().all(|c| c == ' ') { space } else { "" }
}

fn editable(skill: &Skill) -> Result<&str, EditError> {
    if !skill.is_exact() {
        return Err(EditError::NotExact);
    }
    if skill.frontmatter.span() == Span::default() {
        return Err(EditError::NoFrontmatter);
    }
    Ok(skill.text())
}

/// How the lines of a text end, by its first one.
pub(crate) fn newline_of(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// From the first byte of a key to the last of its value.
fn field_span(frontmatter: &Frontmatter, key: &str) -> Option<Span> {
    let (name, value) =
        frontmatter.entries().filter(|(name, _)| name.text() == Some(key)).last()?;
    Some(entry_span(name, value))
}

fn entry_span(name: Value<'_>, value: Value<'_>) -> Span {
    // The place of a value that is not there is behind its colon.
    Span { start: name.span().start, end: value.span().end.max(name.span().end) }
}
