//! Which directories have to be watched so that nothing is missed: known from the search that made the
//! catalog, so that no file is looked at for it.

use std::collections::{BTreeMap, HashMap};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::interest::Interest;
use super::reload::Made;
use crate::agent_settings;
use crate::engine::Engine;
use crate::limits;
use crate::profile::FlatFiles;
use crate::roots::{self, RootKind};

/// Directories of a skill in which nothing of the skill is looked for.
const NOT_ENTERED: [&str; 2] = [".git", "node_modules"];

/// What is to be watched.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The directories that are there, each with what matters in it.
    pub(super) directories: BTreeMap<PathBuf, Interest>,
    /// Files elsewhere that links lead to, each with the links.
    pub(super) behind_links: HashMap<PathBuf, Vec<PathBuf>>,
}

impl Plan {
    /// For a catalog, the settings that it depends on, and these files.
    pub(super) fn of(engine: &Engine, made: &Made, files: &[PathBuf]) -> Self {
        let mut plan = Self::default();
        for gathered in &made.roots {
            let root = &gathered.root;
            if root.kind == RootKind::Embedded {
                continue;
            }
            plan.name(&root.path, false);
            for directory in &gathered.listed {
                let flat = root.walk.flat != FlatFiles::None && *directory == root.path;
                plan.add(directory, Interest::searched(flat));
            }
            for entry in &made.catalog.entries()[gathered.entries.clone()] {
                let candidate = &entry.candidate;
                if !candidate.flat {
                    plan.add_skill(&candidate.directory);
                }
                // Only what was found through links has a standing of its own.
                if entry.standing.is_some() && candidate.file.is_symlink() {
                    plan.add_link(&candidate.file);
                }
            }
        }
        let (profile, host) = (engine.profile(), engine.host());
        for file in agent_settings::files(profile, host).iter().chain(files) {
            plan.name(file, true);
        }
        for source in roots::sources(profile, host, &engine.settings()) {
            plan.name(&source, true);
            if source.is_dir() {
                plan.add(&source, Interest::searched(false));
            }
        }
        plan
    }

    fn add(&mut self, directory: &Path, interest: Interest) {
        match self.directories.get_mut(directory) {
            Some(known) => known.add(interest),
            None => drop(self.directories.insert(directory.to_owned(), interest)),
        }
    }

    /// Has it noticed what happens to a path that may not be there: by the directories above it, as far
    /// as they are.
    fn name(&mut self, path: &Path, content: bool) {
        let mut path = path;
        let mut content = content;
        while let (Some(above), Some(name)) = (path.parent(), path.file_name()) {
            let known = self.directories.get(above);
            let told = |known: &Interest| known.names.contains(name) && known.content >= content;
            if known.is_some_and(told) {
                return;
            }
            if known.is_some() || above.is_dir() {
                self.add(above, Interest::named(name, content));
            }
            (path, content) = (above, false);
        }
    }

    /// The directories of a skill. One without directories in it is not listed: mostly the number of
    /// its links says that.
    fn add_skill(&mut self, directory: &Path) {
        let mut pending = vec![(directory.to_owned(), 0)];
        let mut left = limits::WATCHED_IN_SKILL;
        while let Some((directory, depth)) = pending.pop() {
            let Ok(metadata) = directory.metadata() else { continue };
            if depth < limits::TREE_DEPTH && metadata.nlink() != 2 {
                let entries = directory.read_dir().into_iter().flatten();
                let entries = entries.take(limits::TREE_ENTRIES).flatten();
                let directories =
                    entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
                let entered = directories
                    .filter(|entry| !NOT_ENTERED.iter().any(|name| entry.file_name() == *name));
                pending.extend(entered.map(|entry| (entry.path(), depth + 1)));
            }
            self.add(&directory, Interest::all());
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }

    fn add_link(&mut self, file: &Path) {
        let Ok(real) = file.canonicalize() else { return };
        self.name(&real, true);
        self.behind_links.entry(real).or_default().push(file.to_owned());
    }
}
