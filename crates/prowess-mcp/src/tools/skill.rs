//! `skill`: loads a skill's instructions into the conversation, as opencode's tool does. Nothing runs.

use prowess::Budget;
use prowess::listing::Place;
use prowess::mcp_rules::SkillNames;
use rmcp::model::{Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema;
use crate::limits;
use crate::shelf::Shelf;

pub(crate) const NAME: &str = "skill";

/// What the tool says where the agent puts its list elsewhere.
const DESCRIPTION: &str = "Load a skill to get detailed instructions for a specific task. Use it when a task \
    matches the description of an available skill.";

/// The same where there is nothing to load.
const NONE: &str = "Load a skill to get detailed instructions for a specific task. No skills are currently \
    available.";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    pub(crate) name: String,
}

pub(crate) fn tool(shelf: &Shelf) -> Tool {
    let properties = json!({ "name": name_schema(shelf) });
    Tool::new(NAME, description(shelf), schema(properties, &["name"]))
        .with_title("Load a skill")
        .with_annotations(ToolAnnotations::new().read_only(true).open_world(false))
}

/// What a model is told about the skills, where the agent tells it by this tool.
fn description(shelf: &Shelf) -> String {
    let listing = shelf.catalog.listing(Budget::Profile);
    match (listing.place, shelf.listed().next().is_some()) {
        (Place::ToolDescription, _) if !listing.text.is_empty() => listing.text,
        (_, true) => DESCRIPTION.to_owned(),
        (_, false) => NONE.to_owned(),
    }
}

/// What a model is told about the skills by the agents that tell it elsewhere.
pub(crate) fn instructions(shelf: &Shelf) -> Option<String> {
    let listing = shelf.catalog.listing(Budget::Profile);
    let elsewhere = listing.place != Place::ToolDescription && !listing.text.is_empty();
    elsewhere.then_some(listing.text)
}

/// The name of a skill: one of those there are, unless the agent takes any, or there are too many.
pub(super) fn name_schema(shelf: &Shelf) -> Value {
    let text = json!({ "type": "string", "description": "The name of the skill" });
    if shelf.engine.profile().mcp.names == SkillNames::Any {
        return text;
    }
    let names: Vec<&str> =
        shelf.listed().map(|item| item.name).take(limits::NAMES_IN_SCHEMA + 1).collect();
    match names.len() {
        0 => text,
        many if many > limits::NAMES_IN_SCHEMA => json!({
            "type": "string",
            "description": "The name of the skill; skill-search finds it",
        }),
        _ => json!({ "type": "string", "description": "The name of the skill", "enum": names }),
    }
}
