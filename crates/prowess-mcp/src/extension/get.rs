//! `skills/get`: one skill by the address of its `SKILL.md`, also one that is in no list.

use prowess::Cancel;
use prowess::resource::{address, parts};
use rmcp::ErrorData;
use serde_json::{Map, Value};

use super::types::{
    CacheScope, DynamicResources, GetResult, ResultType, Skill, SkillResource, SkillResources,
    TTL_MS, UriParams,
};
use crate::manifest::Manifests;
use crate::shelf::{Item, Shelf};

pub(crate) fn get(
    shelf: &Shelf,
    manifests: &Manifests,
    params: &UriParams,
    cancel: &Cancel,
) -> Result<GetResult, ErrorData> {
    let invalid = |message: String| ErrorData::invalid_params(message, None);
    let (name, path) = parts(&params.uri).map_err(|error| invalid(error.to_string()))?;
    let item = shelf.get(&name).filter(|_| path.as_deref().is_none_or(|path| path == b"SKILL.md"));
    let item = item.ok_or_else(|| invalid(format!("Unknown skill: {}", params.uri)))?;
    let skill = entry(shelf, manifests, item, cancel).map_err(invalid)?;
    let (result_type, cache_scope) = (ResultType::Complete, CacheScope::Private);
    Ok(GetResult { result_type, skill, ttl_ms: TTL_MS, cache_scope })
}

/// A skill as the extension has it; else why it cannot be one.
pub(super) fn entry(
    shelf: &Shelf,
    manifests: &Manifests,
    item: Item<'_>,
    cancel: &Cancel,
) -> Result<Skill, String> {
    let frontmatter = frontmatter(item)?;
    let manifest = manifests
        .of(shelf, item, cancel)
        .map_err(|error| format!("Unknown skill: {}: {error}", item.name))?;
    let inner = item.entry.inner_file();
    let resources = match manifest {
        None => SkillResources::Dynamic(DynamicResources::Dynamic),
        Some(files) => SkillResources::Files(
            files
                .iter()
                .map(|file| SkillResource {
                    // The file that describes a skill has this address, whatever it is called.
                    uri: match file.path == inner {
                        true => item.uri(),
                        false => address(item.name, file.path.as_bytes()),
                    },
                    digest: format!("sha256:{}", file.digest.hex()),
                    size: file.size,
                })
                .collect(),
        ),
    };
    Ok(Skill { uri: item.uri(), frontmatter, resources })
}

/// The frontmatter, word for word. Hosts refuse a skill without a name and a description of its own, whose
/// address ends with another name, or whose name is none by the open standard.
fn frontmatter(item: Item<'_>) -> Result<Map<String, Value>, String> {
    let json = item.entry.skill.frontmatter.to_json();
    let fields: Map<String, Value> = serde_json::from_str(&json).unwrap_or_default();
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    match (text("name"), text("description")) {
        (Some(name), Some(_)) if name == item.name && is_standard(name) => Ok(fields),
        _ => Err(format!(
            "{} has no frontmatter with a name as the standard has it and a description, so it is no skill \
             of this extension",
            item.uri()
        )),
    }
}

/// Whether a name is one by the open standard: small letters, digits and single hyphens between them.
fn is_standard(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.len() <= 64 && name.split('-').all(|word| !word.is_empty() && word.chars().all(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_standard() {
        for good in ["a", "pdf-2", "a-b-c"] {
            assert!(is_standard(good), "{good}");
        }
        let long = "a".repeat(65);
        for bad in ["", "-a", "a-", "a--b", "A", "a_b", "a b", "ä", "p:a", &long] {
            assert!(!is_standard(bad), "{bad}");
        }
    }
}
