//! Portable frontmatter: the six fields of the open standard, and everything else under `metadata`.
//!
//! The file is edited, not rewritten: comments, order and spelling of what is portable already stay.

use serde_json::{Map, Value as Json};

use crate::diagnostic::{Diagnostic, Remark, Report};
use crate::edit::{self, EditError};
use crate::field;
use crate::frontmatter::{Type, Value};
use crate::parse::{Document, parse};
use crate::rules::Rules;
use crate::skill::Skill;
use crate::views::standard::tool_list;

crate::code! {
    /// A field moves to where some agents no longer read it.
    ///
    /// The open standard has six fields. Other ones are extensions of single agents, which read them
    /// at the top level only; under `metadata` they are kept for people and tools, but those agents
    /// no longer act on them.
    READ_BY_FEWER = "read-by-fewer", Warning, "`{key}` moves under `metadata`, where {agents} no longer reads it", "keep two copies of the skill if you need the agent's own feature";

    /// A field moves under `metadata`.
    MOVED_TO_METADATA = "moved-to-metadata", Info, "`{key}` moves under `metadata`{as}";

    /// A value becomes a string.
    BECOMES_STRING = "becomes-string", Info, "`{key}` becomes the string `{value}`";
}

/// A portable text and what changed on the way.
#[derive(Debug)]
pub struct Portable {
    /// The whole file.
    pub text: String,
    /// What moved, and which agents lose by it; located in the old text.
    pub changes: Vec<Diagnostic>,
}

/// Makes a skill's frontmatter portable. The skill must have been read without repairs.
pub fn portable(skill: &Skill, rules: &Rules) -> Result<Portable, EditError> {
    let mut report = Report::new(rules, skill.file.clone(), skill.text());
    let mut metadata = metadata_of(skill);
    let mut moved = Vec::new();
    for (key, value) in skill.frontmatter.entries() {
        let name = key.text().unwrap_or_default();
        if field::STANDARD.contains(&name) || moved.contains(&name) {
            continue;
        }
        moved.push(name);
        let standard =
            field::find(name).map(|field| field.key).filter(|key| field::STANDARD.contains(key));
        if standard.is_none() {
            move_field(name, value, &mut metadata, &mut report);
        }
    }
    let mut text = skill.text().to_owned();
    let mut edit = |change: &dyn Fn(&Skill) -> Result<String, EditError>| -> Result<(), EditError> {
        text = change(&again(skill, &text, rules))?;
        Ok(())
    };
    for (key, value) in strings_of(skill) {
        report.add(&BECOMES_STRING, &[("key", key), ("value", &value)], Remark::whole());
        edit(&|skill| edit::set_field(skill, key, &Json::String(value.clone())))?;
    }
    let spelled =
        moved.iter().find(|name| field::find(name).is_some_and(|f| f.key == "allowed-tools"));
    if let Some(value) = spelled.and_then(|name| skill.frontmatter.get(name))
        && skill.frontmatter.get("allowed-tools").is_none()
    {
        let tools = Json::String(tool_list(value).join(" "));
        edit(&|skill| edit::set_field(skill, "allowed-tools", &tools))?;
    }
    for name in &moved {
        edit(&|skill| edit::remove_field(skill, name))?;
    }
    if needs_metadata(skill, &moved) && !metadata.is_empty() {
        let metadata = Json::Object(metadata);
        edit(&|skill| edit::set_field(skill, "metadata", &metadata))?;
    }
    Ok(Portable { text, changes: report.finish() })
}

fn again(skill: &Skill, text: &str, rules: &Rules) -> Skill {
    let size = text.len() as u64;
    let document =
        Document { file: &skill.file, bytes: text.as_bytes(), directory: None, size, flat: false };
    parse(document, rules).skill
}

fn move_field(
    name: &str,
    value: Value<'_>,
    metadata: &mut Map<String, Json>,
    report: &mut Report<'_>,
) {
    let target = match metadata.contains_key(name) {
        true => format!("frontmatter-{name}"),
        false => name.to_owned(),
    };
    let renamed = if target == name { String::new() } else { format!(" as `{target}`") };
    let remark = || Remark::at(value.span());
    match field::find(name) {
        Some(field) => {
            let values = [("key", name.to_owned()), ("agents", field.readers.join(", "))];
            let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
            report.add(&READ_BY_FEWER, &values, remark());
        }
        None => report.add(&MOVED_TO_METADATA, &[("key", name), ("as", &renamed)], remark()),
    }
    metadata.insert(target, Json::String(as_text(value)));
}

/// Any value as one string: scalars by their spelling, short lists joined, the rest as JSON.
fn as_text(value: Value<'_>) -> String {
    let scalars = || value.items().map(Value::text).collect::<Option<Vec<_>>>();
    match value.kind() {
        Type::Map => value.to_json_value().to_string(),
        Type::List => match scalars() {
            Some(texts) if texts.iter().all(|text| !text.contains(',')) => texts.join(", "),
            _ => value.to_json_value().to_string(),
        },
        _ => value.text().unwrap_or_default().to_owned(),
    }
}

/// The entries `metadata` has now. Nested values stay nested: the agents that put them there read
/// them so.
fn metadata_of(skill: &Skill) -> Map<String, Json> {
    let Some(metadata) = skill.frontmatter.get("metadata") else { return Map::new() };
    match metadata.kind() {
        Type::Map => metadata
            .entries()
            .map(|(key, value)| {
                let key = key.text().unwrap_or_default().to_owned();
                let value = match value.kind() {
                    Type::Map | Type::List => value.to_json_value(),
                    _ => Json::String(value.text().unwrap_or_default().to_owned()),
                };
                (key, value)
            })
            .collect(),
        Type::Null => Map::new(),
        _ => Map::from_iter([("metadata".to_owned(), Json::String(as_text(metadata)))]),
    }
}

/// Whether `metadata` has to be written: something moves there, or its values are not portable.
fn needs_metadata(skill: &Skill, moved: &[&str]) -> bool {
    let moves = moved
        .iter()
        .any(|name| field::find(name).is_none_or(|found| !field::STANDARD.contains(&found.key)));
    let present = skill.frontmatter.get("metadata");
    let unportable = present.is_some_and(|metadata| {
        metadata.kind() != Type::Map
            || metadata.raw().starts_with('{')
            || metadata.entries().any(|(_, value)| value.raw().starts_with(['[', '{']))
            || metadata
                .entries()
                .any(|(_, value)| !matches!(value.kind(), Type::Str | Type::Map | Type::List))
    });
    moves || unportable
}

/// The standard's string fields that are something else, as strings.
fn strings_of(skill: &Skill) -> Vec<(&'static str, String)> {
    let mut strings = Vec::new();
    for key in ["name", "description", "license", "compatibility"] {
        if let Some(value) = skill.frontmatter.get(key)
            && !matches!(value.kind(), Type::Str | Type::Null)
        {
            strings.push((key, as_text(value)));
        }
    }
    if let Some(value) = skill.frontmatter.get("allowed-tools") {
        let spaced = tool_list(value).join(" ");
        if value.kind() != Type::Null && value.as_str() != Some(spaced.as_str()) {
            strings.push(("allowed-tools", spaced));
        }
    }
    strings
}
