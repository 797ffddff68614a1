//! What is not as it was, between two catalogs.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::reload::Kept;
use crate::catalog::{Catalog, CatalogEntry};
use crate::engine::Engine;
use crate::event::{Difference, Event, Validated};
use crate::resolve::Status;
use crate::trust::Standing;

/// All by which a skill can be told to be another than it was.
type State<'a> = (&'a Path, u64, Option<std::time::SystemTime>, bool, u8, bool);

fn state(entry: &CatalogEntry) -> State<'_> {
    let trusted = *entry.standing() == Standing::Trusted;
    let (file, shown) = (entry.candidate.file.as_path(), entry.shown as u8);
    (file, entry.size, entry.modified, entry.is_hidden(), shown, trusted)
}

/// The skills that are loaded, by name: some agents load several of one.
fn by_name(catalog: &Catalog) -> BTreeMap<&str, Vec<State<'_>>> {
    let mut names: BTreeMap<&str, Vec<State<'_>>> = BTreeMap::new();
    for entry in catalog.entries().iter().filter(|entry| entry.status == Status::Active) {
        names.entry(entry.skill.name_text()).or_default().push(state(entry));
    }
    names
}

/// What was added, changed and removed.
pub(super) fn difference(before: &Catalog, after: &Catalog) -> Difference {
    let (before, after) = (by_name(before), by_name(after));
    let mut difference = Difference::default();
    for (name, states) in &after {
        match before.get(name) {
            None => difference.added.push((*name).to_owned()),
            Some(earlier) if earlier != states => difference.changed.push((*name).to_owned()),
            Some(_) => {}
        }
    }
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    difference.removed = gone.map(|name| (*name).to_owned()).collect();
    difference
}

impl Engine {
    /// Tells whoever listens what is new in a catalog against the one before it.
    pub(super) fn tell_difference(&self, before: &Catalog, after: &Catalog) {
        if !self.events.is_heard() {
            return;
        }
        for (path, trouble) in after.troubles() {
            if !before.troubles().iter().any(|known| known.0 == *path && known.1 == *trouble) {
                self.tell_trouble(path, trouble);
            }
        }
        let earlier: HashMap<&Path, &CatalogEntry> =
            before.entries().iter().map(|entry| (entry.candidate.file.as_path(), entry)).collect();
        let is_new = |entry: &&CatalogEntry| {
            earlier.get(entry.candidate.file.as_path()).is_none_or(|earlier| {
                state(earlier) != state(entry) || earlier.status != entry.status
            })
        };
        let new: Vec<&CatalogEntry> = after.entries().iter().filter(is_new).collect();
        for entry in &new {
            self.tell_scan(entry);
        }
        let results: Vec<Validated> = new.into_iter().filter_map(Validated::of).collect();
        if !results.is_empty() {
            self.events.tell(|| Event::Validated { results });
        }
        self.events.tell(|| Event::Loaded {
            count: after.entries().iter().filter(|entry| entry.status == Status::Active).count(),
            revision: after.revision().to_owned(),
            difference: difference(before, after),
        });
    }

    /// Tells of a file that is broken, and what became of the skill.
    pub(super) fn tell_kept(&self, kept: &Kept, entry: &CatalogEntry) {
        let stays = match entry.status {
            Status::Rejected(_) => "",
            Status::Active | Status::Shadowed { .. } => "; its last good version stays",
        };
        let (name, message) = (entry.skill.name_text(), &kept.message);
        self.events.tell(|| Event::Error {
            message: format!("`{name}` is broken: {message}{stays}"),
            path: Some(entry.candidate.file.clone()),
        });
    }
}
