//! Why an agent sees a skill, or does not: every candidate of a name, and what became of it.

use prowess_format::{lookalike, name};

use crate::catalog::{Catalog, CatalogEntry};
use crate::listing::{Budget, escape};
use crate::resolve::Status;

/// One candidate and what became of it.
#[derive(Debug)]
pub struct Explanation<'a> {
    /// The candidate.
    pub entry: &'a CatalogEntry,
    /// `active`, `shadowed` or `rejected`.
    pub status: &'static str,
    /// Which rule decided.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
    /// The line of its file that is to blame.
    pub line: Option<u32>,
    /// The skill that is loaded instead.
    pub by: Option<&'a CatalogEntry>,
}

/// Every candidate that goes by a name or one that looks the same, or lies in a directory of that name:
/// the one that is loaded first, then the others in the order of discovery.
pub fn why<'a>(catalog: &'a Catalog, name: &str) -> Vec<Explanation<'a>> {
    let looks = name::canonical(name);
    let goes_by = |entry: &&CatalogEntry| {
        name::canonical(entry.skill.name_text()) == looks
            || name::canonical(entry.label()) == looks
            || entry.candidate.place_name().as_deref() == Some(name)
    };
    let mut found: Vec<Explanation<'a>> =
        catalog.entries().iter().filter(goes_by).map(|entry| explain(catalog, entry)).collect();
    found.sort_by_key(|explanation| explanation.status != "active");
    if found.iter().any(|explanation| explanation.code == "loaded") {
        tell_of_cut(catalog, &mut found);
    }
    found
}

/// Says of a loaded skill that the agent leaves it out of its list for lack of room.
fn tell_of_cut(catalog: &Catalog, found: &mut [Explanation<'_>]) {
    let omitted = catalog.listing(Budget::Profile).cut.omitted;
    for explanation in found.iter_mut().filter(|explanation| explanation.code == "loaded") {
        let name = escape::one_line(explanation.entry.skill.name_text());
        if omitted.contains(&name) {
            explanation.code = "cut";
            explanation.message.push_str(", and left out of the agent's list for lack of room");
        }
    }
}

/// What became of one candidate.
pub fn explain<'a>(catalog: &'a Catalog, entry: &'a CatalogEntry) -> Explanation<'a> {
    match &entry.status {
        Status::Active => {
            let (code, hidden) = match entry.hidden_by() {
                Some(by) => ("hidden", format!(", and kept out of what a model is shown: {by}")),
                None => ("loaded", String::new()),
            };
            let (version, looks_like) = (version(catalog, entry), looks_like(entry));
            let message = format!("it is loaded{version}{hidden}{looks_like}");
            Explanation { entry, status: "active", code, message, line: None, by: None }
        }
        Status::Shadowed { by } => {
            let by = &catalog.entries()[*by];
            let message =
                format!("`{}` is loaded instead", by.candidate.file.display()) + &looks_like(entry);
            Explanation {
                entry,
                status: "shadowed",
                code: "collide",
                message,
                line: None,
                by: Some(by),
            }
        }
        Status::Rejected(rejection) => {
            let (code, message) = (rejection.code, rejection.message.clone());
            Explanation { entry, status: "rejected", code, message, line: rejection.line, by: None }
        }
    }
}

/// A word about skills whose names look the same.
fn looks_like(entry: &CatalogEntry) -> String {
    let remark = entry.diagnostics.iter().find(|item| lookalike::is_lookalike(item));
    remark.map(|item| format!("; {}", item.message)).unwrap_or_default()
}

/// Which version it is, and which one its name alone stands for.
fn version(catalog: &Catalog, entry: &CatalogEntry) -> String {
    let Some(version) = catalog.version(entry) else { return String::new() };
    let name = entry.skill.name_text();
    let default = catalog.find(name);
    match default.and_then(|entry| catalog.version(entry)) {
        Some(default) if default != version => {
            format!(" as `{name}@{version}`; `{name}` is version {default}")
        }
        _ => format!(" as version {version}, which `{name}` stands for"),
    }
}
