//! `skill-execute`: starts a skill with arguments, and does what its text asks for, as Wundr's tool does.

use rmcp::model::{Tool, ToolAnnotations};
use serde::{Deserialize, Deserializer};
use serde_json::json;

use super::schema;
use super::skill::name_schema;
use crate::shelf::Shelf;

pub(crate) const NAME: &str = "skill-execute";

const DESCRIPTION: &str = "Start a skill with arguments: they are filled into its instructions, and what those \
    ask to be run is run first, where that is permitted. The result is the finished instructions.";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    pub(crate) name: String,
    #[serde(default, deserialize_with = "text_or_words")]
    pub(crate) arguments: String,
}

pub(crate) fn tool(shelf: &Shelf) -> Tool {
    let properties = json!({
        "name": name_schema(shelf),
        "arguments": { "type": "string", "description": "What is typed after its name" },
    });
    Tool::new(NAME, DESCRIPTION, schema(properties, &["name"]))
        .with_title("Start a skill")
        .with_annotations(ToolAnnotations::new().read_only(false))
}

/// Arguments as one text, or as words.
fn text_or_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Text(String),
        Words(Vec<String>),
        Nothing(()),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::Text(text) => text,
        Either::Words(words) => words.join(" "),
        Either::Nothing(()) => String::new(),
    })
}
