//! Portable frontmatter: the six fields of the open standard, and everything else under `metadata`.
//!
//! The file is edited, not rewritten: comments, order and spelling of what is portable already stay.
//! Only a frontmatter whose lines cannot be changed one by one is written anew.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value as Json};

use crate::diagnostic::{Diagnostic, Remark, Report};
use crate::edit::{self, EditError};
use crate::field;
use crate::frontmatter::{Type, Value};
use crate::parse::{Document, parse};
use crate::rules::Rules;
use crate::skill::Skill;
use crate::views::standard::tool_list;
use crate::yaml;

crate::code! {
    /// A field moves to where some agents no longer read it.
    ///
    /// The open standard has six fields. Other ones are extensions of single agents, which read them
    /// at the top level only; under `metadata` they are kept for people and tools, but those agents
    /// no longer act on them.
    READ_BY_FEWER = "read-by-fewer", Warning, "`{key}` moves under `metadata`, and is no longer read by {agents}", "keep two copies of the skill if you need the agent's own feature";

    /// A field moves under `metadata`.
    MOVED_TO_METADATA = "moved-to-metadata", Info, "`{key}` moves under `metadata`{as}";

    /// A field gets the standard's name.
    ///
    /// `allowed_tools` is Wundr's: there it restricts what a skill may use. The standard's
    /// `allowed-tools` grants its tools without asking. Look at the list once more.
    FIELD_RENAMED = "field-renamed", Warning, "`{key}` becomes `allowed-tools`, which grants these tools where `{key}` may have restricted them";

    /// A comment is lost.
    ///
    /// It stood at a value that is written anew.
    COMMENT_LOST = "comment-lost", Warning, "the comment `{comment}` is lost", "put it back by hand if it is needed";

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
    let tools = other_tools(skill);
    // Of a key that comes twice the last one counts.
    let last: HashMap<_, _> =
        skill.frontmatter.entries().map(|(key, value)| (key.key(), value)).collect();
    let mut seen = HashSet::new();
    for (key, _) in skill.frontmatter.entries() {
        let name = key.key();
        if field::STANDARD.contains(&name.as_ref()) || !seen.insert(name.clone()) {
            continue;
        }
        if let Some(&value) = last.get(&name)
            && tools.as_ref().is_none_or(|(spelling, _)| *spelling != name)
        {
            move_field(&name, value, &mut metadata, &mut report);
        }
    }
    let mut strings = strings_of(skill);
    for (key, value) in &strings {
        report.add(&BECOMES_STRING, &[("key", key), ("value", value)], Remark::whole());
    }
    if let Some((spelling, _)) = &tools {
        report.add(&FIELD_RENAMED, &[("key", spelling)], Remark::whole());
    }
    strings.extend(tools.map(|(_, tools)| ("allowed-tools", tools)));
    report_emptied(skill, &mut report);
    let metadata_changes = !seen.is_empty() || has_unportable_metadata(skill);
    let text = match edited(skill, rules, &strings, metadata_changes.then_some(&metadata)) {
        Err(refused @ (EditError::NotExact | EditError::NoFrontmatter)) => return Err(refused),
        Ok(text) if is_strict(&again(skill, &text, rules)) => text,
        // Braces around everything, anchors, tags: here no line can be changed by itself.
        Ok(_) | Err(_) => edit::replace_all(skill, &all_fields(skill, &strings, &metadata))?,
    };
    for comment in comments(skill.frontmatter.text()) {
        if !text.contains(comment) {
            report.add(&COMMENT_LOST, &[("comment", comment)], Remark::whole());
        }
    }
    Ok(Portable { text, changes: report.finish() })
}

/// The comments of a frontmatter, as far as a glance at its lines can tell them from text.
pub(crate) fn comments(frontmatter: &str) -> Vec<&str> {
    let comment = |line: &'_ str| -> Option<usize> {
        if line.trim_start().starts_with('#') {
            return line.find('#');
        }
        line.find(" # ").map(|at| at + 1).filter(|at| !line[*at..].contains(['"', '\'']))
    };
    frontmatter.lines().filter_map(|line| Some(line[comment(line)?..].trim_end())).collect()
}

/// Empty lists and mappings below `metadata`, which strict readers know no way to write.
fn report_emptied(skill: &Skill, report: &mut Report<'_>) {
    fn walk(key: &str, value: Value<'_>, report: &mut Report<'_>) {
        let empty = match value.kind() {
            Type::Map => value.entries().next().is_none(),
            Type::List => value.items().next().is_none(),
            _ => false,
        };
        if empty {
            let text = value.to_json_value().to_string();
            let values = [("key", key), ("value", text.as_str())];
            report.add(&BECOMES_STRING, &values, Remark::at(value.span()));
        }
        value.items().for_each(|item| walk(key, item, report));
        for (inner, value) in value.entries() {
            walk(&format!("{key}.{}", inner.key()), value, report);
        }
    }
    if let Some(metadata) =
        skill.frontmatter.get("metadata").filter(|_| has_unportable_metadata(skill))
    {
        walk("metadata", metadata, report);
    }
}

/// The text with the fields changed where they stand.
fn edited(
    skill: &Skill,
    rules: &Rules,
    strings: &[(&'static str, String)],
    metadata: Option<&Map<String, Json>>,
) -> Result<String, EditError> {
    let mut text = skill.text().to_owned();
    let mut edit = |change: &dyn Fn(&Skill) -> Result<String, EditError>| -> Result<(), EditError> {
        text = change(&again(skill, &text, rules))?;
        Ok(())
    };
    for (key, value) in strings {
        edit(&|skill| edit::set_field(skill, key, &Json::String(value.clone())))?;
    }
    if !skill.frontmatter.is_empty() {
        edit(&|skill| edit::keep_fields(skill, &field::STANDARD))?;
    }
    if let Some(metadata) = metadata.filter(|metadata| !metadata.is_empty()) {
        let metadata = Json::Object(metadata.clone());
        edit(&|skill| edit::set_field(skill, "metadata", &metadata))?;
    }
    Ok(text)
}

/// Whether strict readers take the frontmatter, also those that look for three hyphens anywhere.
fn is_strict(skill: &Skill) -> bool {
    let span = skill.frontmatter.span();
    skill.frontmatter.is_empty()
        || (yaml::read_strict(skill.text(), span).is_ok() && !span.of(skill.text()).contains("---"))
}

/// The six fields as they are to be.
fn all_fields(
    skill: &Skill,
    strings: &[(&'static str, String)],
    metadata: &Map<String, Json>,
) -> Map<String, Json> {
    let mut fields = Map::new();
    for key in field::STANDARD {
        let changed = strings.iter().find(|(name, _)| *name == key).map(|(_, text)| text.clone());
        let value = match key {
            "metadata" => (!metadata.is_empty()).then(|| Json::Object(metadata.clone())),
            _ => changed.or_else(|| skill.frontmatter.get(key).map(as_text)).map(Json::String),
        };
        fields.extend(value.map(|value| (key.to_owned(), value)));
    }
    fields
}

/// The tools under another spelling of `allowed-tools`, where that one is not there.
fn other_tools(skill: &Skill) -> Option<(Cow<'_, str>, String)> {
    if skill.frontmatter.get("allowed-tools").is_some() {
        return None;
    }
    let spelled = |key: &Value<'_>| {
        key.text().and_then(field::find).is_some_and(|field| field.key == "allowed-tools")
    };
    let (key, _) = skill.frontmatter.entries().find(|(key, _)| spelled(key))?;
    let name = key.key();
    let tools = tools_text(skill.frontmatter.get(&name)?);
    Some((name, tools))
}

/// Tools as the standard writes them; what is no list of tools stays as it is spelled.
fn tools_text(value: Value<'_>) -> String {
    let plain = value.kind() != Type::Map && value.items().all(|item| item.text().is_some());
    if plain { tool_list(value).join(" ") } else { as_text(value) }
}

fn again(skill: &Skill, text: &str, rules: &Rules) -> Skill {
    let size = text.len() as u64;
    let document =
        Document { file: &skill.file, bytes: text.as_bytes(), directory: None, size, flat: false };
    parse(document, rules).skill
}

/// Says that a field moves, and who loses by it.
pub(crate) fn report_move(name: &str, renamed: &str, remark: Remark, report: &mut Report<'_>) {
    let readers = field::find(name).map(|field| readers(field, name)).filter(|r| !r.is_empty());
    match readers {
        Some(agents) => report.add(&READ_BY_FEWER, &[("key", name), ("agents", &agents)], remark),
        None => report.add(&MOVED_TO_METADATA, &[("key", name), ("as", renamed)], remark),
    }
}

/// The agents that read a key in this spelling.
fn readers(field: &field::Field, spelling: &str) -> String {
    let readers = field.readers.iter().filter(|agent| field.is_spelled_for(spelling, agent));
    readers.copied().collect::<Vec<_>>().join(", ")
}

fn move_field(
    name: &str,
    value: Value<'_>,
    metadata: &mut Map<String, Json>,
    report: &mut Report<'_>,
) {
    let mut target = name.to_owned();
    while metadata.contains_key(&target) {
        target.insert_str(0, "frontmatter-");
    }
    let renamed = if target == name { String::new() } else { format!(" as `{target}`") };
    report_move(name, &renamed, Remark::at(value.span()), report);
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
        Type::Null => String::new(),
        _ => value.text().unwrap_or_default().to_owned(),
    }
}

/// A value of `metadata` as strict readers take it: what is empty is a text, since they have no
/// brackets.
fn nested(value: Value<'_>) -> Json {
    match value.kind() {
        Type::Map if value.entries().next().is_some() => {
            let entries = value.entries();
            Json::Object(
                entries.map(|(key, value)| (key.key().into_owned(), typed(value))).collect(),
            )
        }
        Type::List if value.items().next().is_some() => {
            Json::Array(value.items().map(typed).collect())
        }
        Type::Map | Type::List => Json::String(value.to_json_value().to_string()),
        _ => Json::String(as_text(value)),
    }
}

/// A value below an agent's own key, whose type that agent looks at: `always: false` in quotes would
/// be true to many. Numbers stay numbers where that keeps their spelling.
fn typed(value: Value<'_>) -> Json {
    let json = value.to_json_value();
    match value.kind() {
        Type::Bool | Type::Null => json,
        Type::Int | Type::Float if value.text() == Some(json.to_string().as_str()) => json,
        _ => nested(value),
    }
}

/// The entries `metadata` has now. Nested values stay nested: the agents that put them there read
/// them so.
fn metadata_of(skill: &Skill) -> Map<String, Json> {
    let Some(metadata) = skill.frontmatter.get("metadata") else { return Map::new() };
    match metadata.kind() {
        Type::Map => {
            let entries = metadata.entries();
            entries.map(|(key, value)| (key.key().into_owned(), nested(value))).collect()
        }
        Type::Null => Map::new(),
        _ => Map::from_iter([("metadata".to_owned(), Json::String(as_text(metadata)))]),
    }
}

/// Whether the values of `metadata` cannot stay as they are written.
fn has_unportable_metadata(skill: &Skill) -> bool {
    let fine = |value: Value<'_>| match value.kind() {
        Type::Map | Type::List => !value.raw().starts_with(['[', '{']),
        kind => kind == Type::Str,
    };
    skill.frontmatter.get("metadata").is_some_and(|metadata| {
        metadata.kind() != Type::Map
            || metadata.raw().starts_with('{')
            || !metadata.entries().all(|(_, value)| fine(value))
    })
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
        let spaced = tools_text(value);
        if value.kind() != Type::Null && value.as_str() != Some(spaced.as_str()) {
            strings.push(("allowed-tools", spaced));
        }
    }
    strings
}
