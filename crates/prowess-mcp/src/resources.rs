//! `skill://` resources: the files of skills, read by their addresses.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use prowess::ResourceError;
use prowess::resource::{address, parts};
use rmcp::ErrorData;
use rmcp::model::{
    CacheScope, ListResourceTemplatesResult, ListResourcesResult, MetaObject, ReadResourceResult,
    Resource, ResourceContents, ResourceTemplate,
};
use serde_json::{Map, Value};

use crate::cursor;
use crate::extension::types::TTL_MS;
use crate::limits;
use crate::shelf::{Item, Shelf};

/// What stands before the other fields of a frontmatter in a resource's metadata.
const META_PREFIX: &str = "io.modelcontextprotocol.skills/";

/// The addresses there are.
pub(crate) const TEMPLATE: &str = "skill://{name}/{+path}";

/// The `SKILL.md` of each skill that is listed, a page at a time.
pub(crate) fn list(shelf: &Shelf, cursor: Option<&str>) -> Result<ListResourcesResult, ErrorData> {
    let after = cursor.map(cursor::name).transpose()?;
    let mut items = shelf.after(after.as_deref()).filter(|item| !item.entry.is_hidden());
    let page: Vec<Item<'_>> = items.by_ref().take(limits::LIST_PAGE).collect();
    let more = items.next().is_some();
    let mut result = ListResourcesResult::with_all_items(page.iter().map(described).collect());
    result.next_cursor = page.last().filter(|_| more).map(|item| cursor::after(item.name));
    Ok(result.with_ttl_ms(TTL_MS).with_cache_scope(CacheScope::Private))
}

/// How files are addressed.
pub(crate) fn templates() -> ListResourceTemplatesResult {
    let template = ResourceTemplate::new(TEMPLATE, "skill-file")
        .with_title("A file of a skill")
        .with_description("`SKILL.md` describes the skill; other paths are files that it names.");
    ListResourceTemplatesResult::with_all_items(vec![template])
}

/// Reads a file. `skill://name` is the file that describes the skill.
pub(crate) fn read(shelf: &Shelf, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let about = || Some(serde_json::json!({ "uri": uri }));
    let missing = |message: String| ErrorData::resource_not_found(message, about());
    let invalid = |error: ResourceError| ErrorData::invalid_params(error.to_string(), about());
    let (name, path) = parts(uri).map_err(invalid)?;
    let item = shelf.get(&name).ok_or_else(|| missing(format!("Unknown skill: {name}")))?;
    let described = path.as_deref().is_none_or(|path| path == b"SKILL.md");
    // The file that describes a skill may be called otherwise, where it is a single one.
    let url = match path.as_deref() {
        Some(path) if !described => address(&name, path),
        _ => address(&name, b""),
    };
    let read = shelf.catalog.read_of(item.entry, &url).map_err(|error| match error {
        ResourceError::TooLarge { limit, .. } => {
            missing(format!("{uri} has more than {limit} bytes"))
        }
        // Paths of this machine are nobody's business.
        ResourceError::NotFound(_) => missing(format!("File not found: {uri}")),
        ResourceError::Replaced(_) => missing(format!("{uri} is not what was loaded; list again")),
        ResourceError::Unreadable { cause, .. } => missing(format!("cannot read {uri}: {cause}")),
        ResourceError::TooManyEntries { .. } => missing(format!("{uri} is a directory")),
        error => invalid(error),
    })?;
    if read.path.is_dir() {
        return Err(missing(format!("{uri} is a directory: read it by resources/directory/read")));
    }
    let mime = if described { "text/markdown" } else { mime_type(uri) };
    let contents = match String::from_utf8(read.content) {
        Ok(text) => ResourceContents::TextResourceContents {
            uri: uri.to_owned(),
            mime_type: Some(mime.to_owned()),
            text,
            meta: described.then(|| meta(item)).flatten(),
        },
        Err(error) => ResourceContents::BlobResourceContents {
            uri: uri.to_owned(),
            mime_type: Some(match mime {
                "text/plain" => "application/octet-stream".to_owned(),
                mime => mime.to_owned(),
            }),
            blob: BASE64_STANDARD.encode(error.as_bytes()),
            meta: None,
        },
    };
    let result = ReadResourceResult::new(vec![contents]);
    Ok(result.with_ttl_ms(TTL_MS).with_cache_scope(CacheScope::Private))
}

/// The resource that describes a skill.
fn described(item: &Item<'_>) -> Resource {
    let resource = Resource::new(item.uri(), item.name)
        .with_description(item.entry.skill.description_text())
        .with_mime_type("text/markdown");
    match meta(*item) {
        Some(meta) => resource.with_meta(meta),
        None => resource,
    }
}

/// The fields of a frontmatter that a resource has no place for.
fn meta(item: Item<'_>) -> Option<MetaObject> {
    let json = item.entry.skill.frontmatter.to_json();
    let fields: Map<String, Value> = serde_json::from_str(&json).ok()?;
    let others = fields.into_iter().filter(|(key, _)| !matches!(&**key, "name" | "description"));
    let mut meta = MetaObject::new();
    for (key, value) in others {
        meta.insert(format!("{META_PREFIX}{key}"), value);
    }
    (!meta.is_empty()).then_some(meta)
}

/// The type of a file, by its name.
pub(crate) fn mime_type(name: &str) -> &'static str {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    match extension.as_deref().unwrap_or_default() {
        "md" | "markdown" => "text/markdown",
        "json" => "application/json",
        "yaml" | "yml" => "application/yaml",
        "toml" => "application/toml",
        "html" | "htm" => "text/html",
        "css" => "text/css",
        "csv" => "text/csv",
        "xml" => "application/xml",
        "js" | "mjs" | "cjs" => "text/javascript",
        "py" => "text/x-python",
        "sh" | "bash" => "text/x-shellscript",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        _ => "text/plain",
    }
}
