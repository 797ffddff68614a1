//! `skills/list`: the skills that are shown to models, a page at a time.

use prowess::Cancel;
use rmcp::ErrorData;

use super::get::entry;
use super::types::{CacheScope, ListParams, ListResult, ResultType, TTL_MS};
use crate::cursor;
use crate::limits;
use crate::manifest::Manifests;
use crate::shelf::Shelf;

pub(crate) fn list(
    shelf: &Shelf,
    manifests: &Manifests,
    params: &ListParams,
    cancel: &Cancel,
) -> Result<ListResult, ErrorData> {
    let after = params.cursor.as_deref().map(cursor::name).transpose()?;
    let mut skills = Vec::new();
    let (mut looked_at, mut next_cursor) = (None, None);
    for item in shelf.after(after.as_deref()).filter(|item| !item.entry.is_hidden()) {
        if skills.len() == limits::SKILLS_PAGE {
            next_cursor = looked_at.map(cursor::after);
            break;
        }
        if cancel.is_cancelled() {
            return Err(ErrorData::internal_error("it was cancelled", None));
        }
        looked_at = Some(item.name);
        // One that went away meanwhile, or that hosts could not take, is not in the list.
        skills.extend(entry(shelf, manifests, item, cancel).ok());
    }
    let (result_type, cache_scope) = (ResultType::Complete, CacheScope::Private);
    Ok(ListResult { result_type, skills, next_cursor, ttl_ms: TTL_MS, cache_scope })
}
