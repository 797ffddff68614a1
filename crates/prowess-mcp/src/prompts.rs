//! Skills as prompts: every one that users may start, by its name, with what they type after it.

use rmcp::ErrorData;
use rmcp::model::{
    GetPromptResponse, GetPromptResult, JsonObject, ListPromptsResult, Prompt, PromptArgument,
    PromptMessage, Role,
};
use serde_json::Value;

use crate::cursor;
use crate::extension::types::TTL_MS;
use crate::limits;
use crate::shelf::{Item, Shelf};
use crate::start::{self, Started};

/// What every prompt takes.
pub(crate) const ARGUMENTS: &str = "arguments";

/// What is said about it where the skill does not say.
const ANY: &str = "What is typed after the skill's name";

/// The prompts, a page at a time.
pub(crate) fn list(shelf: &Shelf, cursor: Option<&str>) -> Result<ListPromptsResult, ErrorData> {
    let after = cursor.map(cursor::name).transpose()?;
    let mut items = shelf.after(after.as_deref()).filter(|item| item.for_users);
    let page: Vec<Item<'_>> = items.by_ref().take(limits::LIST_PAGE).collect();
    let more = items.next().is_some();
    let mut result = ListPromptsResult::with_all_items(page.iter().map(prompt).collect());
    result.next_cursor = page.last().filter(|_| more).map(|item| cursor::after(item.name));
    Ok(result.with_ttl_ms(TTL_MS).with_cache_scope(rmcp::model::CacheScope::Private))
}

fn prompt(item: &Item<'_>) -> Prompt {
    let hint = item.hint().unwrap_or_else(|| ANY.to_owned());
    let argument = PromptArgument::new(ARGUMENTS).with_description(hint).with_required(false);
    let description = item.entry.skill.description_text();
    let description = (!description.is_empty()).then(|| description.to_owned());
    Prompt::new(item.name, description, Some(vec![argument]))
}

/// What was typed. A client may send what is typed as text only.
pub(crate) fn typed(arguments: Option<JsonObject>) -> Result<String, ErrorData> {
    let mut arguments = arguments.unwrap_or_default();
    let typed = match arguments.remove(ARGUMENTS) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text,
        Some(other) => other.to_string(),
    };
    match arguments.keys().next() {
        None => Ok(typed),
        Some(unknown) => {
            let message = format!("a skill takes `{ARGUMENTS}`, and no argument `{unknown}`");
            Err(ErrorData::invalid_params(message, None))
        }
    }
}

/// A skill that a user started, as messages.
pub(crate) fn response(started: Started) -> Result<GetPromptResponse, ErrorData> {
    match started {
        Started::Needs(needs) => Ok(needs.into()),
        Started::Refused(reason) => Err(ErrorData::invalid_params(reason, None)),
        Started::Done { text, performed } => {
            let texts = std::iter::once(text).chain(start::files(&performed));
            let messages = texts.map(|text| PromptMessage::new_text(Role::User, text)).collect();
            Ok(GetPromptResult::new(messages).with_description(performed.plan.title.clone()).into())
        }
    }
}
