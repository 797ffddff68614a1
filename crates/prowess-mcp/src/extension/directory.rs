//! `resources/directory/read`: what is directly in a directory of a skill.

use prowess::resource::{address, parts};
use rmcp::ErrorData;
use rmcp::model::Resource;

use super::types::{DirectoryResult, ResultType, UriParams};
use crate::cursor;
use crate::limits;
use crate::resources::mime_type;
use crate::shelf::Shelf;

/// The type of a directory.
const DIRECTORY: &str = "inode/directory";

pub(crate) fn read(shelf: &Shelf, params: &UriParams) -> Result<DirectoryResult, ErrorData> {
    let invalid = |message: String| ErrorData::invalid_params(message, None);
    let (name, path) = parts(&params.uri).map_err(|error| invalid(error.to_string()))?;
    let item = shelf.get(&name).ok_or_else(|| invalid(format!("Unknown skill: {name}")))?;
    let no_directory = || invalid(format!("This is no directory: {}", params.uri));
    if item.entry.candidate.flat {
        return Err(no_directory());
    }
    let inner = match path.as_deref() {
        None | Some(b".") => Vec::new(),
        Some(path) => path.to_vec(),
    };
    // The slash at the end: what is a file is not found.
    let url = match inner.is_empty() {
        true => address(&name, b"."),
        false => format!("{}/", address(&name, &inner)),
    };
    let read = shelf.catalog.read_of(item.entry, &url).map_err(|_| no_directory())?;
    let after = params.cursor.as_deref().map(cursor::name).transpose()?.unwrap_or_default();
    let listing = String::from_utf8_lossy(&read.content).into_owned();
    let mut lines: Vec<&str> = listing.lines().collect();
    lines.sort_unstable();
    let rest = &lines[lines.partition_point(|line| *line <= after.as_str())..];
    let page = &rest[..rest.len().min(limits::LIST_PAGE)];
    let next_cursor =
        (page.len() < rest.len()).then(|| page.last().map(|line| cursor::after(line))).flatten();
    let resources = page.iter().filter_map(|line| {
        // Names stand in a listing as addresses have them.
        let (_, name_bytes) = parts(&format!("skill://x/{}", line.trim_end_matches('/'))).ok()?;
        let own = name_bytes?;
        let mut path = inner.clone();
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend_from_slice(&own);
        let (uri, shown) = (address(&name, &path), String::from_utf8_lossy(&own).into_owned());
        let mime = match line.ends_with('/') {
            true => DIRECTORY,
            false => mime_type(&shown),
        };
        Some(Resource::new(uri, shown).with_mime_type(mime))
    });
    Ok(DirectoryResult {
        result_type: ResultType::Complete,
        resources: resources.collect(),
        next_cursor,
    })
}
