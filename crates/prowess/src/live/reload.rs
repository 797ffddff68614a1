//! Making the next catalog out of the last one: only what changed is read.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use prowess_format::place::Trouble;
use prowess_format::rules::DocumentKind;

use super::interest::describes;
use crate::cancel::Cancel;
use crate::catalog::{Catalog, CatalogEntry, Shown};
use crate::discover::Discovered;
use crate::engine::{Engine, EngineError};
use crate::read::Opened;
use crate::resolve::{Status, refused_for_form};
use crate::roots::Root;

/// A catalog, and what it was made of.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) catalog: Arc<Catalog>,
    pub(super) roots: Vec<Gathered>,
    /// When the making began: what changed later may not be in it.
    pub(super) began: SystemTime,
    /// Some root was searched: there may be directories that were not there.
    pub(super) searched: bool,
}

/// What was found in one root.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) root: Arc<Root>,
    /// Where its candidates are in the catalog.
    pub(super) entries: Range<usize>,
    /// The directories in it that were listed.
    pub(super) listed: Vec<PathBuf>,
    troubles: Vec<(PathBuf, Trouble)>,
}

/// What may not be as it was.
#[derive(Debug, Default)]
pub(super) struct Touched {
    /// What was told of.
    pub(super) paths: BTreeSet<PathBuf>,
    /// Directories that may have changed before they were watched.
    pub(super) doubtful: BTreeSet<PathBuf>,
    /// It is not known what else.
    pub(super) everything: bool,
}

impl Touched {
    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.doubtful.is_empty() && !self.everything
    }

    /// All of it that is known by its path.
    pub(super) fn all(&self) -> impl Iterator<Item = &PathBuf> {
        self.paths.iter().chain(&self.doubtful)
    }

    /// Whether something in a directory, or above it, may not be as it was.
    fn reaches(&self, directory: &Path) -> bool {
        self.all().any(|path| path.starts_with(directory) || directory.starts_with(path))
    }
}

/// A skill whose file is broken now, and of which the last good version stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// Its place in the catalog.
    pub(super) at: usize,
    /// What is wrong with the file.
    pub(super) message: String,
    /// The state of the file: it is told once.
    pub(super) state: (u64, Option<SystemTime>),
}

impl Made {
    /// The first catalog.
    pub(super) fn first(engine: &Engine, cancel: &Cancel) -> Result<Self, EngineError> {
        let everything = Touched { everything: true, ..Touched::default() };
        Self::build(engine, None, &everything, cancel).map(|(made, _)| made)
    }

    /// The next one, and what of it is the last good version of something that is broken now.
    pub(super) fn again(
        &self,
        engine: &Engine,
        touched: &Touched,
        cancel: &Cancel,
    ) -> Result<(Self, Vec<Kept>), EngineError> {
        Self::build(engine, Some(self), touched, cancel)
    }

    fn build(
        engine: &Engine,
        before: Option<&Self>,
        touched: &Touched,
        cancel: &Cancel,
    ) -> Result<(Self, Vec<Kept>), EngineError> {
        let began = SystemTime::now();
        let settings = engine.settings();
        let known: HashMap<&Path, &Gathered> = before
            .filter(|_| !touched.everything)
            .into_iter()
            .flat_map(|before| &before.roots)
            .map(|gathered| (gathered.root.path.as_path(), gathered))
            .collect();
        let (mut entries, mut troubles) = (Vec::new(), Vec::new());
        let (mut roots, mut searched) = (Vec::new(), false);
        for root in engine.roots_by(&settings) {
            let root = Arc::new(root);
            let known = known.get(root.path.as_path()).filter(|known| is_same(&known.root, &root));
            let found = match (known, before) {
                (Some(known), Some(before)) => {
                    let known = Known { engine, root: &root, before, gathered: known };
                    known.as_it_was(touched).unwrap_or_else(|| {
                        searched = true;
                        known.searched(touched, cancel)
                    })
                }
                _ => {
                    searched = true;
                    engine.gather(&root, cancel, |at, open| engine.read(at, open, &root))
                }
            };
            let from = entries.len();
            match entries.is_empty() {
                true => entries = found.found,
                false => entries.extend(found.found),
            }
            troubles.extend(found.troubles.iter().cloned());
            let (listed, troubles) = (found.listed, found.troubles);
            roots.push(Gathered { root, entries: from..entries.len(), listed, troubles });
        }
        let kept = match before {
            Some(before) => keep_last_good(engine, &mut entries, &before.catalog),
            None => Vec::new(),
        };
        let catalog = engine.settle(entries, troubles, &settings, cancel)?;
        Ok((Self { catalog, roots, began, searched }, kept))
    }
}

/// Whether a root is searched as it was, and counts for what it did.
fn is_same(before: &Root, now: &Root) -> bool {
    format!("{before:?}") == format!("{now:?}")
}

/// A root of which something is known.
struct Known<'a> {
    engine: &'a Engine,
    root: &'a Arc<Root>,
    before: &'a Made,
    gathered: &'a Gathered,
}

impl Known<'_> {
    fn entries(&self) -> &[CatalogEntry] {
        &self.before.catalog.entries()[self.gathered.entries.clone()]
    }

    /// What it holds now, where that are the candidates that it held; else it has to be searched.
    fn as_it_was(&self, touched: &Touched) -> Option<Discovered<CatalogEntry>> {
        let changed = match touched.reaches(&self.root.path) {
            false => Vec::new(),
            true => self.changed_skills(touched)?,
        };
        let found = self.mended(&changed)?;
        let (listed, troubles) = (self.gathered.listed.clone(), self.gathered.troubles.clone());
        Some(Discovered { found, troubles, listed })
    }

    /// The candidates whose own file changed, where nothing else can have become a candidate or
    /// stopped being one; else the root has to be searched.
    fn changed_skills(&self, touched: &Touched) -> Option<Vec<usize>> {
        let rules = &self.engine.profile().format;
        if !self.root.walk.stop_at_skill || rules.document != DocumentKind::SkillMd {
            return None;
        }
        let homes = self.entries().iter().enumerate();
        let homes = homes.filter(|(_, entry)| !entry.candidate.flat);
        let homes: HashMap<&Path, usize> =
            homes.map(|(at, entry)| (entry.candidate.directory.as_path(), at)).collect();
        let mut changed = Vec::new();
        for path in touched.all() {
            if self.root.path.starts_with(path) {
                return None;
            }
            if !path.starts_with(&self.root.path) {
                continue;
            }
            let at = path.ancestors().skip(1).find_map(|above| homes.get(above)).copied()?;
            let candidate = &self.entries()[at].candidate;
            if *path == candidate.file {
                changed.push(at);
            } else if path.parent() == Some(&candidate.directory)
                && path.file_name().is_some_and(describes)
            {
                return None;
            }
        }
        Some(changed)
    }

    /// The same candidates with these read again; nothing where one is gone.
    fn mended(&self, changed: &[usize]) -> Option<Vec<CatalogEntry>> {
        let mut found: Vec<CatalogEntry> =
            self.entries().iter().map(|entry| self.as_read(entry)).collect();
        for at in changed {
            let candidate = found[*at].candidate.clone();
            let opened = Opened::at(&candidate.file).ok()?;
            found[*at] = self.engine.read(candidate, Some(opened), self.root);
        }
        Some(found)
    }

    /// Searches the root; what has the state it had is not read.
    fn searched(&self, touched: &Touched, cancel: &Cancel) -> Discovered<CatalogEntry> {
        let known = self.entries().iter().map(|entry| (entry.candidate.file.as_path(), entry));
        let known: HashMap<&Path, &CatalogEntry> = known.collect();
        self.engine.gather(self.root, cancel, |candidate, open| {
            let open = open.or_else(|| Opened::at(&candidate.file).ok());
            let told = touched.paths.contains(&candidate.file);
            let before = known.get(candidate.file.as_path()).filter(|_| !told);
            match (before, &open) {
                (Some(before), Some(opened)) if is_untouched(before, opened) => {
                    let mut entry = self.as_read(before);
                    entry.standing = self
                        .engine
                        .standing_behind_links(&candidate, opened.is_linked(), self.root)
                        .map(Box::new);
                    entry.candidate = candidate;
                    entry
                }
                _ => self.engine.read(candidate, open, self.root),
            }
        })
    }

    /// A candidate as it was before anybody judged it.
    fn as_read(&self, entry: &CatalogEntry) -> CatalogEntry {
        let own = entry.own_diagnostics();
        // Whose it is, is where it really lies, and links may lead elsewhere by now.
        let standing = entry.standing.as_ref().and_then(|_| {
            let linked = entry.candidate.file.is_symlink();
            self.engine.standing_behind_links(&entry.candidate, linked, self.root)
        });
        CatalogEntry {
            candidate: entry.candidate.clone(),
            root: self.root.clone(),
            skill: entry.skill.clone(),
            diagnostics: own.to_vec(),
            own_diagnostics: own.len(),
            status: Status::Active,
            verdict: None,
            hidden: self.engine.hidden_by_author(&entry.skill),
            label: entry.label.clone(),
            shown: Shown::All,
            standing: standing.map(Box::new),
            size: entry.size,
            modified: entry.modified,
            identity: entry.identity,
        }
    }
}

/// Whether a file has the state it had when it was read.
fn is_untouched(entry: &CatalogEntry, opened: &Opened) -> bool {
    entry.identity == Some(opened.identity())
        && entry.size == opened.size()
        && entry.modified == opened.modified()
}

/// Puts the last good version in the place of whatever is refused for its form now and was not before.
/// Only its text is kept: whose it is, and what the other gates and the scanner say, is asked anew.
fn keep_last_good(engine: &Engine, entries: &mut [CatalogEntry], before: &Catalog) -> Vec<Kept> {
    let profile = engine.profile();
    let refused = |entry: &CatalogEntry| refused_for_form(entry, profile);
    let broken: Vec<(usize, String)> = entries
        .iter()
        .enumerate()
        // One that cannot be read is not a broken edit: somebody may have taken it away from us.
        .filter(|(_, entry)| entry.identity.is_some())
        .filter_map(|(at, entry)| Some((at, refused(entry)?.message)))
        .collect();
    if broken.is_empty() {
        return Vec::new();
    }
    let known = before.entries().iter().map(|entry| (entry.candidate.file.as_path(), entry));
    let known: HashMap<&Path, &CatalogEntry> = known.collect();
    let mut kept = Vec::new();
    for (at, message) in broken {
        let entry = &mut entries[at];
        let Some(good) = known.get(entry.candidate.file.as_path()) else { continue };
        let was_good = good.identity.is_some() && refused(good).is_none();
        if good.root.path != entry.root.path || !was_good {
            continue;
        }
        kept.push(Kept { at, message, state: (entry.size, entry.modified) });
        entry.skill = good.skill.clone();
        entry.diagnostics = good.own_diagnostics().to_vec();
        entry.own_diagnostics = good.own_diagnostics;
        entry.hidden = engine.hidden_by_author(&good.skill);
        entry.label.clone_from(&good.label);
        (entry.size, entry.modified, entry.identity) = (good.size, good.modified, good.identity);
    }
    kept
}
