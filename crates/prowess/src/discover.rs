//! Finding skills below a directory, in one order whatever the file system and the threads do.
//!
//! The search goes level by level. Where a skill's directory ends the search, its file is simply
//! opened: a directory that has one is never listed, which is most of the cost of other searches.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_format::place::Trouble;
use prowess_format::rules::{DocumentKind, FileNames};
use prowess_format::{Rules, TreePath};

use crate::cancel::Cancel;
use crate::limits;
use crate::parallel;
use crate::profile::{FlatFiles, Walk};
use crate::read::{self, Opened};

/// Directories that hold other people's code, never skills of their own.
const SKIPPED: [&str; 2] = [".git", "node_modules"];

/// Something that may be a skill: found, not yet read or judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The file that describes it.
    pub file: PathBuf,
    /// The skill's directory.
    pub directory: PathBuf,
    /// It is a single file among others.
    pub flat: bool,
    /// A link was followed on the way to it.
    pub linked: bool,
    /// How many directories were looked at before its own, level by level.
    pub rank: u32,
}

impl Candidate {
    /// The name of the directory, also where it was given as `.` or `..`, or the stem of a single
    /// file.
    pub fn place_name(&self) -> Option<String> {
        let name = if self.flat { self.file.file_stem() } else { self.directory.file_name() };
        let text = |name: &OsStr| name.to_string_lossy().into_owned();
        name.map(text).or_else(|| self.directory.canonicalize().ok()?.file_name().map(text))
    }

    /// The describing file as the skill's tree names it.
    pub fn inner_file(&self) -> TreePath {
        match self.file.file_name().map(OsStr::as_bytes) {
            None | Some(b"SKILL.md") => TreePath::skill_file(),
            Some(name) => TreePath::new(name).unwrap_or_else(TreePath::skill_file),
        }
    }
}

/// What a search found, and what it could not look at.
#[derive(Debug)]
pub struct Discovered<T> {
    /// Directories sorted by the bytes of their names, a directory before what is below it.
    pub found: Vec<T>,
    /// Places that could not be searched, with the reason.
    pub troubles: Vec<(PathBuf, Trouble)>,
}

/// Searches one directory. `visit` is called for each candidate, from several threads, with its file
/// where that is open already; what it returns comes back in order.
pub(crate) fn discover<T: Send>(
    root: &Path,
    walk: Walk,
    rules: &Rules,
    cancel: &Cancel,
    visit: impl Fn(Candidate, Option<Opened>) -> T + Sync,
) -> Discovered<T> {
    let search = Search { walk, rules, visit: &visit };
    let (path, deepest) = (root.to_owned(), walk.depth);
    let mut level = vec![Pending { path, depth: 0, deepest, rank: 0, followed: None }];
    let mut levels: Vec<Vec<Looked<T>>> = Vec::new();
    let (mut entries, mut directories) = (0, 0);
    let mut limit = None;
    while !level.is_empty() && !cancel.is_cancelled() && limit.is_none() {
        let count = level.len();
        directories += count;
        for (at, pending) in level.iter_mut().enumerate() {
            pending.rank = (directories - count + at) as u32;
        }
        let mut looked = parallel::map(&level, |pending| search.look(pending));
        entries += looked.iter().map(|looked| looked.entries).sum::<usize>();
        limit = over_limit(entries, directories);
        let below = looked.iter_mut().flat_map(|looked| std::mem::take(&mut looked.below));
        level = below.collect();
        levels.push(looked);
    }
    let count = levels.iter().flatten().map(|looked| looked.found.len()).sum();
    let mut discovered = Discovered { found: Vec::with_capacity(count), troubles: Vec::new() };
    let mut levels: Vec<_> = levels.into_iter().map(Vec::into_iter).collect();
    collect(&mut levels, &mut discovered);
    if let Some(limit) = limit {
        discovered.troubles.push((root.to_owned(), Trouble::Limit(limit)));
    }
    // A small depth is how an agent searches; a great one only bounds the work, and is told once.
    let mut told = false;
    discovered.troubles.retain(|(_, trouble)| {
        !matches!(trouble, Trouble::Limit(_)) || !std::mem::replace(&mut told, true)
    });
    discovered
}

fn over_limit(entries: usize, directories: usize) -> Option<String> {
    if entries > limits::DISCOVER_ENTRIES {
        return Some(format!("more than {} entries", limits::DISCOVER_ENTRIES));
    }
    (directories > limits::DISCOVER_DIRECTORIES)
        .then(|| format!("more than {} directories", limits::DISCOVER_DIRECTORIES))
}

/// Takes the next directory of the first level and, right after it, what is below it.
fn collect<T>(levels: &mut [std::vec::IntoIter<Looked<T>>], into: &mut Discovered<T>) {
    let Some((first, deeper)) = levels.split_first_mut() else { return };
    let Some(looked) = first.next() else { return };
    into.found.extend(looked.found);
    into.troubles.extend(looked.troubles);
    for _ in 0..looked.children {
        collect(deeper, into);
    }
}

/// The file in a directory that describes a skill: the exact name first, any case after, where the
/// rules allow that.
pub fn skill_file_in<'a>(names: &'a [OsString], rules: &Rules) -> Option<&'a OsString> {
    if rules.document == DocumentKind::Manifest {
        return names.iter().find(|name| *name == "manifest.json");
    }
    let exact = |wanted: &str| names.iter().find(|name| *name == wanted);
    // The least of several: the order of a listing is the file system's.
    let fits = |name: &&OsString| name.as_bytes().eq_ignore_ascii_case(b"skill.md");
    let any_case = || match rules.file_names {
        FileNames::AnyCase => names.iter().filter(fits).min(),
        FileNames::Two => None,
    };
    exact("SKILL.md").or_else(|| exact("skill.md")).or_else(any_case)
}

/// A directory that is to be looked at.
struct Pending {
    path: PathBuf,
    depth: usize,
    /// The depth beyond which nothing is searched on this way.
    deepest: usize,
    /// How many directories are looked at before it.
    rank: u32,
    followed: Option<Arc<Followed>>,
}

/// The real directories that hold the links which were followed to get here, the last one first.
struct Followed {
    from: PathBuf,
    before: Option<Arc<Followed>>,
}

/// What one directory holds.
struct Looked<T> {
    found: Vec<T>,
    below: Vec<Pending>,
    /// How many there are below; the list itself moves on to the next level.
    children: usize,
    troubles: Vec<(PathBuf, Trouble)>,
    entries: usize,
}

struct Search<'a, V> {
    walk: Walk,
    rules: &'a Rules,
    visit: &'a V,
}

impl<T, V: Fn(Candidate, Option<Opened>) -> T> Search<'_, V> {
    fn look(&self, pending: &Pending) -> Looked<T> {
        let mut looked = Looked {
            found: Vec::new(),
            below: Vec::new(),
            children: 0,
            troubles: Vec::new(),
            entries: 1,
        };
        let is_root = pending.depth == 0;
        let quick = self.rules.document == DocumentKind::SkillMd
            && self.walk.stop_at_skill
            && (!is_root || (self.walk.include_self && self.walk.flat == FlatFiles::None));
        if quick {
            let file = pending.path.join("SKILL.md");
            if let Some(open) = read::open_skill_file(&file) {
                // Exactly one: a vector that grows makes room for four, at every skill.
                looked.found = vec![self.visit(file, pending, false, Some(open))];
                return looked;
            }
        }
        if let Err(error) = self.list(pending, &mut looked) {
            let trouble = Trouble::Unreadable(error.to_string());
            looked.troubles.push((pending.path.clone(), trouble));
        }
        looked.children = looked.below.len();
        looked
    }

    fn list(&self, pending: &Pending, looked: &mut Looked<T>) -> std::io::Result<()> {
        let (mut files, mut below) = (Vec::new(), Vec::new());
        for entry in std::fs::read_dir(&pending.path)?.flatten() {
            looked.entries += 1;
            if looked.entries > limits::DISCOVER_ENTRIES {
                break;
            }
            let name = entry.file_name();
            let (is_directory, linked) = match entry.file_type() {
                Ok(kind) if kind.is_symlink() => (entry.path().is_dir(), true),
                Ok(kind) => (kind.is_dir(), false),
                Err(_) => continue,
            };
            if is_directory { below.push((name, linked)) } else { files.push(name) }
        }
        let is_skill = self.take_files(pending, files, looked);
        if is_skill && self.walk.stop_at_skill {
            return Ok(());
        }
        below.retain(|(name, _)| self.is_entered(name));
        if pending.depth >= pending.deepest {
            if self.walk.depth >= limits::TREE_DEPTH && !below.is_empty() {
                let what = format!("directories deeper than {} levels", self.walk.depth);
                looked.troubles.push((pending.path.clone(), Trouble::Limit(what)));
            }
            return Ok(());
        }
        below.sort_unstable();
        looked.below = below
            .into_iter()
            .filter_map(|(name, linked)| self.below_of(pending, &name, linked))
            .collect();
        Ok(())
    }

    /// Adds what the files of a directory make a candidate; whether the directory is a skill.
    fn take_files(
        &self,
        pending: &Pending,
        mut files: Vec<OsString>,
        looked: &mut Looked<T>,
    ) -> bool {
        let directory = &pending.path;
        let is_root = pending.depth == 0;
        if (!is_root || self.walk.include_self)
            && let Some(name) = skill_file_in(&files, self.rules)
        {
            looked.found = vec![self.visit(directory.join(name), pending, false, None)];
            return true;
        }
        if self.walk.flat == FlatFiles::Root && is_root {
            files.retain(|name| is_flat_skill(name));
            files.sort_unstable();
            for name in files {
                looked.found.push(self.visit(directory.join(name), pending, true, None));
            }
        }
        false
    }

    fn visit(&self, file: PathBuf, pending: &Pending, flat: bool, open: Option<Opened>) -> T {
        let (directory, linked) = (pending.path.clone(), pending.followed.is_some());
        (self.visit)(Candidate { file, directory, flat, linked, rank: pending.rank }, open)
    }

    fn is_entered(&self, name: &OsStr) -> bool {
        let hidden = name.as_bytes().starts_with(b".");
        (self.walk.hidden || !hidden) && !SKIPPED.iter().any(|skipped| name == *skipped)
    }

    /// The directory of that name below another, unless it is a link to one we came through: whatever
    /// is in there is being found already, and would be found again at every turn of the loop.
    fn below_of(&self, pending: &Pending, name: &OsStr, linked: bool) -> Option<Pending> {
        let path = pending.path.join(name);
        let (depth, deepest) = (pending.depth + 1, pending.deepest);
        if !linked {
            let followed = pending.followed.clone();
            return Some(Pending { path, depth, deepest, rank: 0, followed });
        }
        let (from, to) = (pending.path.canonicalize().ok()?, path.canonicalize().ok()?);
        let followed = Arc::new(Followed { from, before: pending.followed.clone() });
        let mut link = Some(&followed);
        while let Some(followed) = link {
            if followed.from.starts_with(&to) {
                return None;
            }
            link = followed.before.as_ref();
        }
        // A link can lead to the root of everything: some do not look far behind one.
        let deepest = self.walk.depth_behind_link.map_or(deepest, |more| deepest.min(depth + more));
        Some(Pending { path, depth, deepest, rank: 0, followed: Some(followed) })
    }
}

fn is_flat_skill(name: &OsStr) -> bool {
    let path = Path::new(name);
    let markdown = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    markdown && !name.as_bytes().starts_with(b".") && !name.eq_ignore_ascii_case("README.md")
}
