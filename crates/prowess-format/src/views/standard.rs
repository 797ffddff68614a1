//! The fields of the open standard; name and description are on the [`Skill`](crate::Skill).

use std::collections::HashSet;

use super::{read, split};
use crate::frontmatter::{Frontmatter, Type, Value};

/// What the open standard says a skill may have beside its name and description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standard {
    /// The name of a license, or of a file that holds it.
    pub license: Option<String>,
    /// What the skill needs around it, in words.
    pub compatibility: Option<String>,
    /// Whatever else, texts by key in the order of the file; of a key that comes twice, the last.
    ///
    /// Values that are lists or mappings are not part of the standard and are left out.
    pub metadata: Vec<(String, String)>,
    /// The tools that may be used without asking.
    pub allowed_tools: Vec<String>,
}

impl Standard {
    /// Reads the fields.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        Self {
            license: read::text(frontmatter, "license"),
            compatibility: read::text(frontmatter, "compatibility"),
            metadata: frontmatter.get("metadata").map(texts_by_key).unwrap_or_default(),
            allowed_tools: read::tools(frontmatter, "allowed-tools"),
        }
    }
}

fn texts_by_key(metadata: Value<'_>) -> Vec<(String, String)> {
    let entries: Vec<_> = metadata.entries().collect();
    let mut seen = HashSet::new();
    let last_of_each = entries.into_iter().rev().filter_map(|(key, value)| {
        let key = key.text()?;
        let first_from_the_end = seen.insert(key);
        let text = value.text().filter(|_| first_from_the_end)?;
        let text = if value.is_null() { "" } else { text };
        Some((key.to_owned(), text.to_owned()))
    });
    let mut pairs: Vec<_> = last_of_each.collect();
    pairs.reverse();
    pairs
}

/// The tools of a string: separated by spaces or commas, parentheses and quotes in them respected.
pub fn split_tools(text: &str) -> Vec<String> {
    split::tools(text)
}

/// The tools of a value: a string, or a list of strings.
pub fn tool_list(value: Value<'_>) -> Vec<String> {
    match value.kind() {
        Type::Null | Type::Map => Vec::new(),
        _ => read::list(value, split::tools),
    }
}
