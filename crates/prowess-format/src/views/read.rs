//! How the views read a key: in every spelling it has, and without minding a wrong type.

use super::split;
use crate::field;
use crate::frontmatter::{Frontmatter, Type, Value};

/// The values of a key that are there, in the order of its spellings in [`field::ALL`].
pub(super) fn values<'a>(
    frontmatter: &'a Frontmatter,
    key: &'static str,
) -> impl Iterator<Item = Value<'a>> {
    let aliases = field::find(key).map_or(&[][..], |field| field.aliases);
    let spellings = std::iter::once(&key).chain(aliases).copied().collect::<Vec<_>>();
    let found = spellings.into_iter().filter_map(|spelling| frontmatter.get(spelling));
    found.filter(|value| !value.is_null())
}

/// True or false.
pub(super) fn flag(frontmatter: &Frontmatter, key: &'static str) -> Option<bool> {
    values(frontmatter, key).find_map(Value::as_flag)
}

/// A text that is not blank. Numbers and booleans are texts as they are spelled.
pub(super) fn text(frontmatter: &Frontmatter, key: &'static str) -> Option<String> {
    values(frontmatter, key).find_map(scalar)
}

/// One of a few words.
pub(super) fn word<T: Copy>(
    frontmatter: &Frontmatter,
    key: &'static str,
    words: &[(&str, T)],
) -> Option<T> {
    let meaning = |text: &str| {
        words.iter().find(|(word, _)| *word == text.trim()).map(|(_, meaning)| *meaning)
    };
    values(frontmatter, key).filter_map(Value::text).find_map(meaning)
}

/// A list, or a string with commas.
pub(super) fn comma_list(frontmatter: &Frontmatter, key: &'static str) -> Vec<String> {
    first_list(frontmatter, key, split::comma_list)
}

/// Globs: a list, or a string with commas.
pub(super) fn globs(frontmatter: &Frontmatter, key: &'static str) -> Vec<String> {
    first_list(frontmatter, key, split::globs)
}

/// Tools: a list, or a string with commas or spaces.
pub(super) fn tools(frontmatter: &Frontmatter, key: &'static str) -> Vec<String> {
    first_list(frontmatter, key, split::tools)
}

/// Words: a list, or a string with spaces.
pub(super) fn words(frontmatter: &Frontmatter, key: &'static str) -> Vec<String> {
    first_list(frontmatter, key, split::words)
}

/// What to type after a command, as it is shown to people.
///
/// Written without quotes, `[file]` is a list for YAML and `{file}` a mapping, but the author means
/// the brackets to be shown.
pub(super) fn hint(frontmatter: &Frontmatter, key: &'static str) -> Option<String> {
    values(frontmatter, key).find_map(|value| {
        let raw = value.raw();
        match value.kind() {
            Type::List | Type::Map if raw.starts_with(['[', '{']) => {
                Some(split::words(raw).join(" "))
            }
            Type::List => {
                let items = value.items().filter_map(scalar).map(|item| format!("[{item}]"));
                Some(items.collect::<Vec<_>>().join(" ")).filter(|hint| !hint.is_empty())
            }
            _ => scalar(value),
        }
    })
}

/// The text of a scalar that is neither null nor blank.
pub(super) fn scalar(value: Value<'_>) -> Option<String> {
    let text = value.text().filter(|_| !value.is_null())?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The scalars of a list, or the pieces of a string.
pub(super) fn list(value: Value<'_>, split: fn(&str) -> Vec<String>) -> Vec<String> {
    match value.kind() {
        Type::List => value.items().filter_map(scalar).collect(),
        _ => scalar(value).map(|text| split(&text)).unwrap_or_default(),
    }
}

fn first_list(
    frontmatter: &Frontmatter,
    key: &'static str,
    split: fn(&str) -> Vec<String>,
) -> Vec<String> {
    let mut lists = values(frontmatter, key).map(|value| list(value, split));
    lists.find(|list| !list.is_empty()).unwrap_or_default()
}
