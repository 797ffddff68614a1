//! What a value of an agent's settings means here: one function a decoder.

use std::path::Path;

use serde_json::Value as Json;

use super::rule::Decoder;
use crate::settings::Value;
use crate::wildcard;

/// The key below a skill's name, in small letters, that switches it whatever the case of its name.
pub(crate) const ANY_CASE: &str = "enabledInAnyCase";

/// Settings made of one value: the segments below the mapping's key, and what they hold.
pub(super) type Decoded = Vec<(Vec<String>, Value)>;

/// What a value says, or nothing where it is of another kind than the agent expects.
pub(super) fn decode(value: &Json, decoder: Decoder, base: &Path) -> Option<Decoded> {
    let one = |value: Value| Some(vec![(Vec::new(), value)]);
    match decoder {
        Decoder::Flag => one(Value::Flag(value.as_bool()?)),
        Decoder::NotFlag => one(Value::Flag(!value.as_bool()?)),
        Decoder::Number => one(Value::Number(value.as_i64()?)),
        Decoder::Decimal => one(decimal(value)?),
        Decoder::Text => one(Value::Text(value.as_str()?.to_owned())),
        Decoder::Presence => one(Value::Text(presence(value)?)),
        Decoder::Texts => one(Value::Texts(texts(value)?)),
        Decoder::Paths => one(Value::Texts(paths(value, base)?)),
        Decoder::Rules => rules(value),
        Decoder::OffNames => {
            Some(texts(value)?.into_iter().map(|name| enabled(name, false)).collect())
        }
        Decoder::OffNamesAnyCase => {
            let off =
                |name: String| (vec![name.to_lowercase(), ANY_CASE.to_owned()], Value::Flag(false));
            Some(texts(value)?.into_iter().map(off).collect())
        }
        Decoder::OffExtensions => {
            let names = texts(value)?.into_iter();
            let skills = names.filter_map(|name| Some(name.strip_prefix("skill:")?.to_owned()));
            Some(skills.map(|name| enabled(name, false)).collect())
        }
        Decoder::PathsAndExclusions => paths_and_exclusions(value, base),
        Decoder::Toggles => toggles(value),
        Decoder::DeniedSkills => denied_skills(value),
        Decoder::Overrides => overrides(value),
        Decoder::TrustedFolders => trusted_folders(value),
        Decoder::PathSwitches => path_switches(value, base),
        Decoder::ListsById => lists_by_id(value),
        Decoder::DirectoryRules => directory_rules(value, base),
    }
}

fn decimal(value: &Json) -> Option<Value> {
    if let Some(number) = value.as_u64() {
        return i64::try_from(number).ok().map(Value::Number);
    }
    let number = value.as_f64().filter(|number| number.is_finite() && *number >= 0.0)?;
    Some(Value::Decimal(number.to_string()))
}

/// That something is there, and no more: what it is may be a key.
fn presence(value: &Json) -> Option<String> {
    let there = match value {
        Json::Null | Json::Bool(false) => false,
        Json::String(text) => !text.is_empty(),
        Json::Array(items) => !items.is_empty(),
        Json::Object(fields) => !fields.is_empty(),
        Json::Bool(true) | Json::Number(_) => true,
    };
    there.then(|| "set".to_owned())
}

fn texts(value: &Json) -> Option<Vec<String>> {
    match value {
        Json::String(text) => Some(vec![text.clone()]),
        Json::Array(items) => {
            Some(items.iter().filter_map(Json::as_str).map(str::to_owned).collect())
        }
        _ => None,
    }
}

fn paths(value: &Json, base: &Path) -> Option<Vec<String>> {
    let local = |path: &String| !path.contains("://");
    Some(texts(value)?.iter().filter(|path| local(path)).map(|path| absolute(path, base)).collect())
}

/// A path from the working directory on; one of the home directory stays as it is.
fn absolute(path: &str, base: &Path) -> String {
    match path.starts_with('~') {
        true => path.to_owned(),
        false => base.join(path).to_string_lossy().into_owned(),
    }
}

/// `{".github/skills": false, "~/more": true}`.
fn path_switches(value: &Json, base: &Path) -> Option<Decoded> {
    let one = |(path, on): (&String, &Json)| {
        Some((vec![absolute(path, base)], Value::Flag(on.as_bool()?)))
    };
    Some(value.as_object()?.iter().filter_map(one).collect())
}

/// `[{"id": "writer", "skills": ["docs"]}, {"id": "main"}]`.
fn lists_by_id(value: &Json) -> Option<Decoded> {
    let one = |item: &Json| {
        let id = item.get("id")?.as_str()?.to_owned();
        Some((vec![id, "skills".to_owned()], Value::Texts(texts(item.get("skills")?)?)))
    };
    Some(value.as_array()?.iter().filter_map(one).collect())
}

/// `{"tools": {"overrides": ["!/home/me/*", "/home/me/project/"]}}`: without a star a pattern fits one
/// directory, and both have a slash at the end.
fn directory_rules(value: &Json, base: &Path) -> Option<Decoded> {
    let here = format!("{}/", base.to_string_lossy().trim_end_matches('/'));
    let one = |(name, rules): (&String, &Json)| {
        let rules = rules.get("overrides")?.as_array()?.iter().filter_map(Json::as_str);
        let mut rules = rules.map(|rule| (rule.trim_start_matches('!'), !rule.starts_with('!')));
        let fits = |pattern: &str| match pattern.contains('*') {
            true => wildcard::matches(pattern, &here),
            false => pattern == here,
        };
        let (_, on) = rules.rfind(|(pattern, _)| fits(pattern))?;
        Some(enabled(name.clone(), on))
    };
    Some(value.as_object()?.iter().filter_map(one).collect())
}

/// `["~/skills", "one/SKILL.md", "!**/old/**"]`.
fn paths_and_exclusions(value: &Json, base: &Path) -> Option<Decoded> {
    let (excluded, included): (Vec<String>, Vec<String>) =
        texts(value)?.into_iter().partition(|text| text.starts_with('!'));
    let directory = |path: String| path.strip_suffix("/SKILL.md").unwrap_or(&path).to_owned();
    let included = included.into_iter().map(directory).collect::<Vec<_>>();
    let excluded = excluded.iter().map(|text| text[1..].to_owned()).collect();
    Some(vec![
        (vec!["paths".to_owned()], Value::Texts(paths(&Json::from(included), base)?)),
        (vec!["excludedPaths".to_owned()], Value::Texts(excluded)),
    ])
}

fn enabled(name: String, on: bool) -> (Vec<String>, Value) {
    (vec![name, "enabled".to_owned()], Value::Flag(on))
}

/// `"deny"`, or `{"internal-*": "deny", …}`.
fn rules(value: &Json) -> Option<Decoded> {
    let rule = |pattern: &str, action: &Json| {
        let action = action.as_str()?.to_owned();
        Some((vec![pattern.to_owned()], Value::Text(action)))
    };
    match value {
        Json::String(_) => Some(rule("*", value).into_iter().collect()),
        Json::Object(rules) => {
            Some(rules.iter().filter_map(|(pattern, action)| rule(pattern, action)).collect())
        }
        _ => None,
    }
}

/// `[{ name = "x", enabled = false }, …]`, or with a `path` to the skill's file; one with both says nothing.
fn toggles(value: &Json) -> Option<Decoded> {
    let toggle = |item: &Json| {
        let on = item.get("enabled").and_then(Json::as_bool).unwrap_or(true);
        let what = match (item.get("name"), item.get("path")) {
            (Some(what), None) | (None, Some(what)) => what.as_str()?.trim(),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        Some(enabled(what.to_owned(), on))
    };
    Some(value.as_array()?.iter().filter_map(toggle).collect())
}

/// `["Skill(deploy)", "Skill(internal *)", "Skill"]`; rules about other tools are none of ours.
fn denied_skills(value: &Json) -> Option<Decoded> {
    let pattern = |rule: &str| match rule {
        "Skill" => Some("*".to_owned()),
        _ => {
            let inner = rule.strip_prefix("Skill(")?.strip_suffix(')')?.trim();
            // With arguments or without, the skill is denied.
            Some(inner.strip_suffix(" *").map_or(inner, str::trim_end).to_owned())
        }
    };
    let deny = |pattern: String| (vec![pattern], Value::Text("deny".to_owned()));
    let rules = texts(value)?;
    Some(rules.iter().filter_map(|rule| pattern(rule)).map(deny).collect())
}

/// `{"deploy": "off", "docs": "name-only"}`.
fn overrides(value: &Json) -> Option<Decoded> {
    let one = |(name, state): (&String, &Json)| match state.as_str()? {
        "off" => Some(enabled(name.clone(), false)),
        "on" => Some(enabled(name.clone(), true)),
        shown @ ("name-only" | "user-invocable-only") => {
            Some((vec![name.clone(), "shown".to_owned()], Value::Text(shown.to_owned())))
        }
        _ => None,
    };
    Some(value.as_object()?.iter().filter_map(one).collect())
}

/// `{"/srv/one": "TRUST_FOLDER", "/srv/two/x": "TRUST_PARENT"}`.
fn trusted_folders(value: &Json) -> Option<Decoded> {
    let folder = |(path, trust): (&String, &Json)| match trust.as_str()? {
        "TRUST_FOLDER" => Some(path.clone()),
        "TRUST_PARENT" => Some(Path::new(path).parent()?.to_string_lossy().into_owned()),
        _ => None,
    };
    let folders = value.as_object()?.iter().filter_map(folder).collect();
    Some(vec![(Vec::new(), Value::Texts(folders))])
}
