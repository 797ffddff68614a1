//! Tools, for clients that know no skills: one file each.

pub(crate) mod execute;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod skill;

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, MetaObject, Tool};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::shelf::Shelf;
use crate::start::{self, Started};

/// All of them, as a client of this profile is shown them.
pub(crate) fn list(shelf: &Shelf) -> Vec<Tool> {
    vec![skill::tool(shelf), execute::tool(shelf), scan::tool(), search::tool()]
}

/// The schema of a tool's arguments.
fn schema(properties: Value, required: &[&str]) -> Arc<JsonObject> {
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), properties);
    schema.insert("required".to_owned(), json!(required));
    schema.insert("additionalProperties".to_owned(), json!(false));
    Arc::new(schema)
}

/// The arguments of a call, where they are what they have to be.
pub(crate) fn arguments<T: DeserializeOwned>(
    arguments: Option<JsonObject>,
) -> Result<T, Box<CallToolResult>> {
    let value = Value::Object(arguments.unwrap_or_default());
    serde_json::from_value(value)
        .map_err(|error| Box::new(refused(format!("wrong arguments: {error}"))))
}

/// A call that came to nothing, with the reason for the model.
pub(crate) fn refused(reason: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(reason)])
}

/// A result that is data.
fn data(value: Value) -> Result<CallToolResult, ErrorData> {
    let text = serde_json::to_string_pretty(&value)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(value);
    Ok(result)
}

/// A skill that was started, as the result of a call.
pub(crate) fn started(
    text: String,
    performed: &prowess::Performed,
    commands: bool,
) -> CallToolResult {
    let mut content = vec![ContentBlock::text(text)];
    content.extend(start::files(performed).into_iter().map(ContentBlock::text));
    let mut result = CallToolResult::success(content);
    // Not as structured content: some clients show a model that in place of the text.
    let mut meta = MetaObject::new();
    let run: Vec<Value> = performed
        .commands
        .iter()
        .map(|one| json!({ "command": one.command, "status": one.status.word() }))
        .collect();
    let about = json!({
        "title": performed.plan.title,
        "name": performed.plan.name,
        "directory": performed.plan.directory.display().to_string(),
        "commands": run,
        "isolation": performed.isolation.map(|tier| tier.to_string()),
        "notes": start::notes(performed, commands),
    });
    meta.insert("prowess/skill".to_owned(), about);
    result.meta = Some(meta);
    result
}

/// The same of whatever came of it.
pub(crate) fn response(started_: Started, commands: bool) -> rmcp::model::CallToolResponse {
    match started_ {
        Started::Done { text, performed } => started(text, &performed, commands).into(),
        Started::Needs(needs) => needs.into(),
        Started::Refused(reason) => refused(reason).into(),
    }
}
