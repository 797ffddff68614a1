//! The loaded skills by what users may call them. Made once for a draft, whatever is in it.

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::catalog::{Catalog, CatalogEntry};
use crate::commands;
use crate::profile::Collision;

/// What the names in a draft may stand for.
pub(super) struct Names<'a> {
    catalog: &'a Catalog,
    named: HashMap<String, Vec<&'a CatalogEntry>>,
    /// The skills by the names of their commands; most drafts need none.
    commands: OnceCell<HashMap<String, String>>,
}

impl<'a> Names<'a> {
    pub(super) fn of(catalog: &'a Catalog) -> Self {
        let active = catalog.active();
        let mut named: HashMap<String, Vec<&CatalogEntry>> = HashMap::new();
        for entry in &active {
            named.entry(entry.skill.name_text().to_owned()).or_default().push(entry);
        }
        // As in `Catalog::find`: what is no name may be a name with a version, or what is shown.
        for entry in &active {
            if let Some(version) = catalog.version(entry) {
                let versioned = format!("{}@{version}", entry.skill.name_text());
                named.entry(versioned).or_insert_with(|| vec![entry]);
            }
        }
        for entry in &active {
            named.entry(entry.label().to_owned()).or_insert_with(|| vec![entry]);
        }
        Self { catalog, named, commands: OnceCell::new() }
    }

    /// Whether a loaded skill is called so.
    pub(super) fn has(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// The loaded skills that a name may mean. Of versions that coexist the highest is meant.
    pub(super) fn meant(&self, name: &str) -> &[&'a CatalogEntry] {
        let meant = self.named.get(name).map_or(&[][..], Vec::as_slice);
        match self.catalog.profile.identity.collision {
            Collision::Versions => &meant[..meant.len().min(1)],
            _ => meant,
        }
    }

    /// The loaded skill that a command starts: by its own name, or by the one that fronts register for
    /// it. Those have no capitals, with which the keyboard of a phone begins.
    pub(super) fn of_command(&self, name: &str) -> Option<&str> {
        if let Some((name, _)) = self.named.get_key_value(name) {
            return Some(name);
        }
        let commands = self.commands.get_or_init(|| {
            let specs = commands::specs::<&str>(self.catalog, &[]);
            specs.into_iter().map(|spec| (spec.name, spec.skill)).collect()
        });
        commands.get(&name.to_lowercase()).map(String::as_str)
    }

    /// The loaded skills with the text of their files' paths.
    pub(super) fn by_file(&self) -> HashMap<&'a str, &'a CatalogEntry> {
        let entries = self.named.values().flatten();
        entries.filter_map(|entry| Some((entry.candidate.file.to_str()?, *entry))).collect()
    }
}
