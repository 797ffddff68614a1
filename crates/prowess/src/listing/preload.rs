//! Skills whose instructions are in the prompt from the start.

use prowess_format::{Document, parse};
use serde::Serialize;

use super::ListingError;
use super::escape::{html, neutralise, one_line};
use super::template::Template;
use crate::catalog::CatalogEntry;
use crate::profile::Profile;
use crate::read::{Extent, read_skill_file};

/// A skill as the template of preloaded ones sees it.
#[derive(Serialize)]
struct Row {
    name: String,
    directory: String,
    body: String,
}

/// What that template sees.
#[derive(Serialize)]
struct Page {
    skills: Vec<Row>,
}

/// The text of skills that are pinned, with their bodies.
pub(super) fn preloaded(
    profile: &Profile,
    pinned: &[&CatalogEntry],
) -> Result<String, ListingError> {
    let tags = profile.listing.tags();
    let mut rows = Vec::new();
    for entry in pinned {
        let body = body(profile, entry)?;
        rows.push(Row {
            name: html(&one_line(entry.skill.name_text())),
            directory: html(&entry.candidate.directory.to_string_lossy()),
            body: neutralise(&body, &tags),
        });
    }
    let template =
        Template::new(&profile.listing.preloaded, rows.len()).map_err(ListingError::Template)?;
    template.render(&Page { skills: rows }).map_err(ListingError::Template)
}

/// The instructions, read now: a catalog keeps heads only.
fn body(profile: &Profile, entry: &CatalogEntry) -> Result<String, ListingError> {
    if entry.skill.has_body() {
        return Ok(entry.skill.body().trim().to_owned());
    }
    let candidate = &entry.candidate;
    let read = read_skill_file(&candidate.file, None, Extent::Whole, &profile.format);
    let read = read.map_err(|error| ListingError::Unreadable {
        name: entry.skill.name_text().to_owned(),
        path: candidate.file.clone(),
        cause: error.to_string(),
    })?;
    let (name, file, flat) = (candidate.place_name(), candidate.inner_file(), candidate.flat);
    let (bytes, directory) = (read.bytes.as_slice(), name.as_deref());
    let document = Document { file: &file, bytes, directory, size: read.size, flat };
    Ok(parse(document, &profile.format).skill.body().trim().to_owned())
}
