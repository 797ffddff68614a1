//! `skill-search`: skills by words, the best first.

use prowess::search::search;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{data, schema};
use crate::limits;
use crate::shelf::Shelf;

pub(crate) const NAME: &str = "skill-search";

const DESCRIPTION: &str =
    "Find skills by words in their names, tags and descriptions, the best first.";

/// How many are returned where nobody says.
const USUAL: usize = 10;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    query: String,
    limit: Option<usize>,
}

pub(crate) fn tool() -> Tool {
    let properties = json!({
        "query": { "type": "string", "description": "Words" },
        "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": limits::SEARCH_RESULTS,
            "description": "How many at most; 10 unless told",
        },
    });
    Tool::new(NAME, DESCRIPTION, schema(properties, &["query"]))
        .with_title("Search skills")
        .with_annotations(ToolAnnotations::new().read_only(true).open_world(false))
}

pub(crate) fn call(shelf: &Shelf, arguments: &Arguments) -> Result<CallToolResult, ErrorData> {
    let limit = arguments.limit.unwrap_or(USUAL).clamp(1, limits::SEARCH_RESULTS);
    // Hidden ones are found too and must not take the places of others.
    let hidden = shelf.after(None).filter(|item| item.entry.is_hidden()).count();
    let hits = search(&shelf.catalog, &arguments.query, limit + hidden);
    let found: Vec<Value> = hits
        .best
        .iter()
        .filter(|hit| !hit.entry.is_hidden())
        .take(limit)
        .map(|hit| {
            json!({
                "name": hit.entry.skill.name_text(),
                "description": hit.entry.skill.description_text(),
                "score": hit.score,
            })
        })
        .collect();
    data(json!({ "skills": found }))
}
