//! Skills whose instructions are in the prompt from the start.

use serde::Serialize;

use super::ListingError;
use super::escape::{html, neutralise, one_line};
use super::template::Template;
use crate::catalog::CatalogEntry;
use crate::profile::Profile;

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
        let body = entry.body(&profile.format).map_err(|cause| ListingError::Unreadable {
            name: entry.skill.name_text().to_owned(),
            path: entry.candidate.file.clone(),
            cause: cause.to_string(),
        })?;
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
