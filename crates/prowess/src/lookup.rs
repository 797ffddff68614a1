//! Which skill a name stands for, also where several versions of it are loaded.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::catalog::{Catalog, CatalogEntry};
use crate::profile::Collision;
use crate::resolve::Status;

impl Catalog {
    /// The loaded skill that has exactly this name. Where versions coexist the highest is meant, and
    /// `name@version` means that one. A skill that has no such name but is shown by it comes next, and the
    /// one whose file has this path last: where several have a name, that tells them apart.
    pub fn find(&self, name: &str) -> Option<&CatalogEntry> {
        let versioned = || {
            let (name, version) = name.rsplit_once('@').filter(|_| self.has_versions())?;
            self.named(name).find(|entry| self.version(entry) == Some(version))
        };
        let mut active = self.entries().iter().filter(|entry| entry.status == Status::Active);
        let shown = |entry: &&CatalogEntry| entry.label() == name;
        let file = |entry: &&CatalogEntry| entry.candidate.file == Path::new(name);
        self.highest(name)
            .or_else(versioned)
            .or_else(|| active.clone().find(shown))
            .or_else(|| active.find(file))
    }

    /// The version of a skill, where versions of one name coexist.
    pub fn version<'a>(&self, entry: &'a CatalogEntry) -> Option<&'a str> {
        let version = entry.version(self.profile.format.document);
        version.filter(|_| self.has_versions())
    }

    /// The places of the loaded skills that have a higher version beside them.
    pub(crate) fn superseded(&self) -> HashSet<usize> {
        if !self.has_versions() {
            return HashSet::new();
        }
        let mut highest: HashMap<&str, usize> = HashMap::new();
        let mut superseded = HashSet::new();
        for (at, entry) in self.entries().iter().enumerate() {
            if entry.status != Status::Active {
                continue;
            }
            let best = highest.entry(entry.skill.name_text()).or_insert(at);
            if *best == at {
                continue;
            }
            let is_higher = self.order(entry) > self.order(&self.entries()[*best]);
            superseded.insert(if is_higher { std::mem::replace(best, at) } else { at });
        }
        superseded
    }

    fn has_versions(&self) -> bool {
        self.profile.identity.collision == Collision::Versions
    }

    fn named<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a CatalogEntry> {
        let named = move |entry: &&CatalogEntry| {
            entry.status == Status::Active && entry.skill.name_text() == name
        };
        self.entries().iter().filter(named)
    }

    fn highest(&self, name: &str) -> Option<&CatalogEntry> {
        let mut named = self.named(name);
        let first = named.next()?;
        Some(named.fold(
            first,
            |best, entry| {
                if self.order(entry) > self.order(best) { entry } else { best }
            },
        ))
    }

    /// What versions are compared by; one that is none comes before all others.
    fn order(&self, entry: &CatalogEntry) -> Option<semver::Version> {
        semver::Version::parse(self.version(entry)?).ok()
    }
}
