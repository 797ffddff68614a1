//! Values that stand in the frontmatter as JSON or JSON5 inside a string, or as YAML, read alike.

use serde_json::{Map, Value as Json};

use super::split;
use crate::frontmatter::{self, Type, Value};
use crate::limits;

/// A mapping, be it YAML or the text of a JSON or JSON5 object. Scalars of YAML become strings, so
/// that they keep their spelling.
pub(super) fn object(value: Value<'_>) -> Option<Map<String, Json>> {
    match value.kind() {
        Type::Map => as_object(spelled(value)),
        Type::Str => parse_object(value.text()?),
        _ => None,
    }
}

/// An object, or a string that holds the text of one.
pub(super) fn object_within(value: Json) -> Option<Map<String, Json>> {
    match value {
        Json::String(text) => parse_object(&text),
        value => as_object(value),
    }
}

/// A text that is not blank, whatever scalar it is.
pub(super) fn text(value: &Json) -> Option<String> {
    let text = match value {
        Json::String(text) => text.trim().to_owned(),
        Json::Number(number) => number.to_string(),
        Json::Bool(flag) => flag.to_string(),
        Json::Null | Json::Array(_) | Json::Object(_) => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// True or false.
pub(super) fn flag(value: &Json) -> Option<bool> {
    frontmatter::flag(&text(value)?)
}

/// The scalars of a list, or the pieces of a string with commas.
pub(super) fn list(value: &Json) -> Vec<String> {
    match value {
        Json::Array(items) => items.iter().filter_map(text).collect(),
        Json::String(text) => split::comma_list(text),
        _ => Vec::new(),
    }
}

fn as_object(value: Json) -> Option<Map<String, Json>> {
    match value {
        Json::Object(object) => Some(object),
        _ => None,
    }
}

/// YAML's reader bounds how deep this goes.
fn spelled(value: Value<'_>) -> Json {
    match value.kind() {
        Type::Null => Json::Null,
        Type::List => Json::Array(value.items().map(spelled).collect()),
        Type::Map => {
            let entries = value.entries();
            let pairs = entries.filter_map(|(key, value)| Some((key.text()?, spelled(value))));
            Json::Object(pairs.map(|(key, value)| (key.to_owned(), value)).collect())
        }
        _ => Json::String(value.text().unwrap_or_default().to_owned()),
    }
}

/// The size and the depth are looked at first: the parser recurses, and would overflow the stack.
fn parse_object(text: &str) -> Option<Map<String, Json>> {
    if text.len() > limits::EMBEDDED_JSON_BYTES || !text.trim_start().starts_with(['{', '/']) {
        return None;
    }
    if deeper_than(text, limits::EMBEDDED_JSON_DEPTH) {
        return None;
    }
    json5::from_str(text).ok().and_then(as_object)
}

/// Whether brackets nest deeper than a limit, as far as the text is JSON5. Where it is not, the
/// parser stops, so what this makes of the rest does not matter.
fn deeper_than(text: &str, limit: usize) -> bool {
    let mut depth = 0_usize;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            '"' | '\'' => skip_string(&mut characters, character),
            '/' if characters.next_if_eq(&'/').is_some() => {
                characters.by_ref().find(|c| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}'));
            }
            '/' if characters.next_if_eq(&'*').is_some() => skip_comment(&mut characters),
            _ => {}
        }
        if depth > limit {
            return true;
        }
    }
    false
}

fn skip_string(characters: &mut impl Iterator<Item = char>, quote: char) {
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            _ if character == quote => return,
            _ => {}
        }
    }
}

fn skip_comment(characters: &mut impl Iterator<Item = char>) {
    let mut star = false;
    for character in characters {
        if star && character == '/' {
            return;
        }
        star = character == '*';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_brackets_of_the_structure_only() {
        let table = [
            ("[[]]", 2),
            ("{a: [1], b: {c: 2}}", 2),
            (r#"{a: "[[[[", b: '{{\'{{'}"#, 1),
            ("{a: 1 // [[[[\n, b: [2]}", 2),
            ("{/* [[[ ** / [[ */ a: []}", 2),
            ("// [[\u{2028}[[]]", 2),
            ("/*/ [[ */ []", 1),
            ("", 0),
        ];
        for (text, depth) in table {
            assert!(!deeper_than(text, depth), "{text}");
            assert!(depth == 0 || deeper_than(text, depth - 1), "{text}");
        }
    }
}
