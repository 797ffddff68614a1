//! The fields of OpenHands.

use super::read;
use crate::frontmatter::{Frontmatter, Type, Value};

/// What OpenHands reads beside the standard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenHands {
    /// Words in a message that load the skill.
    pub triggers: Vec<String>,
    /// What a task asks of the user before it starts.
    pub inputs: Vec<Input>,
    /// Globs of the files the skill is about.
    pub paths: Vec<String>,
    /// Only the user may invoke it.
    pub disable_model_invocation: bool,
    /// Its version, as spelled.
    pub version: Option<String>,
}

/// Something a task asks of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// What to answer.
    pub description: Option<String>,
}

impl OpenHands {
    /// Reads the fields.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        Self {
            triggers: read::comma_list(frontmatter, "triggers"),
            inputs: read::values(frontmatter, "inputs").next().map(inputs).unwrap_or_default(),
            paths: read::globs(frontmatter, "paths"),
            disable_model_invocation: read::flag(frontmatter, "disable-model-invocation")
                .unwrap_or(false),
            version: read::text(frontmatter, "version"),
        }
    }
}

/// Inputs as a list of names, a list of mappings with a name, or one mapping by name.
fn inputs(value: Value<'_>) -> Vec<Input> {
    let by_name = value.entries().filter_map(|(name, description)| {
        Some(Input { name: read::scalar(name)?, description: described(description) })
    });
    let listed = value.items().filter_map(|item| match item.kind() {
        Type::Map => {
            let description = item.get("description").and_then(read::scalar);
            Some(Input { name: item.get("name").and_then(read::scalar)?, description })
        }
        _ => Some(Input { name: read::scalar(item)?, description: None }),
    });
    by_name.chain(listed).collect()
}

fn described(value: Value<'_>) -> Option<String> {
    read::scalar(value).or_else(|| value.get("description").and_then(read::scalar))
}
