//! Changes to a `SKILL.md` that leave every other byte alone.

use serde_json::Value as Json;

use crate::diagnostic::{Fix, Span};
use crate::frontmatter::Frontmatter;
use crate::skill::Skill;
use crate::write;

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
    let lines = write::mapping(&entry).replace('\n', newline);
    let fix = match field_span(frontmatter, key) {
        Some(span) => Fix { span, replacement: lines.trim_end_matches(['\r', '\n']).to_owned() },
        None => {
            let end = frontmatter.span().end as usize;
            let glue = if text[..end].ends_with(['\n', '\r']) { "" } else { newline };
            Fix { span: Span::new(end, end), replacement: format!("{glue}{lines}") }
        }
    };
    apply(text, &[fix])
}

/// The text of the file without one top-level field, its lines included.
pub fn remove_field(skill: &Skill, key: &str) -> Result<String, EditError> {
    let text = editable(skill)?;
    let Some(span) = field_span(&skill.frontmatter, key) else { return Ok(text.to_owned()) };
    let mut end = span.end as usize;
    // The comment behind the value and the line break go with it.
    end += text[end..].find(['\n', '\r']).unwrap_or(text.len() - end);
    end += text[end..]
        .chars()
        .take_while(|c| matches!(c, '\r' | '\n'))
        .count()
        .min(if text[end..].starts_with("\r\n") { 2 } else { 1 });
    apply(text, &[Fix { span: Span::new(span.start as usize, end), replacement: String::new() }])
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

fn newline_of(text: &str) -> &'static str {
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
    let end = value.span().end.max(name.span().end);
    // An empty value's place is behind the colon.
    let end = if value.raw().is_empty() { end.max(name.span().end + 1) } else { end };
    Some(Span { start: name.span().start, end })
}
