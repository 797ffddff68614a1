//! Finding skills below a directory, in one order whatever the file system and the threads do.
//!
//! The search goes level by level, and looks at once into the directories of a directory that has few
//! of them. Where a skill's directory ends the search, its file is simply opened, by its path from the
//! directory above: a directory that has one is never listed, which is most of the cost of other
//! searches, and the system need not follow the whole path again for each.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_format::place::Trouble;
use prowess_format::rules::{DocumentKind, FileNames};
use prowess_format::{Rules, TreePath};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};

use crate::cancel::Cancel;
use crate::limits;
use crate::parallel;
use crate::profile::{FlatFiles, Walk};
use crate::read::{self, Opened};

/// The directory in which Git keeps what is its own: never a place of skills.
const OF_GIT: &str = ".git";

/// The directory of other people's code, which most do not enter.
const OF_PACKAGES: &str = "node_modules";

/// Directories of one directory that are looked into at once, by the thread that listed it; more are
/// shared among the threads.
const AT_ONCE: usize = 256;

/// Directories of a level that may be kept open for what is below them.
const KEPT_OPEN: usize = 16;

/// Directories of a level that are worth a thread: each may hold many.
const LEVEL: usize = 4;

/// What a search may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Entries of all directories that it looks at.
    pub entries: usize,
    /// Directories that it enters.
    pub directories: usize,
    /// Directories it looks into before it counts what it has seen.
    pub at_a_time: usize,
    /// Why it is not as much as usual.
    pub because: &'static str,
}

impl Default for Reach {
    fn default() -> Self {
        let (entries, directories) = (limits::DISCOVER_ENTRIES, limits::DISCOVER_DIRECTORIES);
        // Whole levels: to count more often costs time where it saves none.
        Self { entries, directories, at_a_time: usize::MAX, because: "" }
    }
}

impl Reach {
    /// Of a place that only a project names which is not trusted.
    pub(crate) const NARROW: Self = Self {
        entries: limits::NARROW_ENTRIES,
        directories: limits::NARROW_DIRECTORIES,
        at_a_time: KEPT_OPEN,
        because: ", and only a project that is not trusted names the place",
    };

    /// The limit that was hit, if one was.
    fn hit(&self, entries: usize, has_more_directories: bool) -> Option<String> {
        let (most, what) = match (entries > self.entries, has_more_directories) {
            (true, _) => (self.entries, "entries"),
            (false, true) => (self.directories, "directories"),
            (false, false) => return None,
        };
        Some(format!("more than {most} {what}{}", self.because))
    }
}

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
}

impl Candidate {
    /// The name of the directory, also where it was given as `.` or `..`, or the stem of a single
    /// file.
    pub fn place_name(&self) -> Option<Cow<'_, str>> {
        let name = if self.flat { self.file.file_stem() } else { self.directory.file_name() };
        let real = || {
            let real = self.directory.canonicalize().ok()?;
            real.file_name().map(|name| Cow::Owned(name.to_string_lossy().into_owned()))
        };
        name.map(OsStr::to_string_lossy).or_else(real)
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
pub(crate) struct Discovered<T> {
    /// Directories sorted by the bytes of their names, a directory before what is below it.
    pub(crate) found: Vec<T>,
    /// Places that could not be searched, with the reason.
    pub(crate) troubles: Vec<(PathBuf, Trouble)>,
    /// The directories that were listed: something new can appear in each of them.
    pub(crate) listed: Vec<PathBuf>,
}

impl<T> Discovered<T> {
    /// Of a place where there is nothing.
    pub(crate) fn nothing() -> Self {
        Self { found: Vec::new(), troubles: Vec::new(), listed: Vec::new() }
    }
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
    let mut level = vec![Pending::root(root, walk.depth)];
    let mut levels: Vec<Vec<Looked<T>>> = Vec::new();
    let (mut entries, mut directories) = (0, 0);
    let (mut limit, mut listed) = (None, Vec::new());
    while !level.is_empty() && !cancel.is_cancelled() && limit.is_none() {
        // All by the size of the level alone, so that nothing depends on the threads.
        let room = walk.reach.directories.saturating_sub(directories);
        let has_more = level.len() > room;
        level.truncate(room);
        let at_once = match directories + level.len() * AT_ONCE <= walk.reach.directories {
            true => AT_ONCE,
            false => 0,
        };
        let keep_open = level.len() <= KEPT_OPEN;
        let search = Search { walk, rules, visit: &visit, at_once, keep_open };
        let mut looked: Vec<Looked<T>> = Vec::new();
        for piece in level.chunks(walk.reach.at_a_time) {
            let piece = parallel::map_large(piece, LEVEL, |pending| search.look(pending));
            entries += piece.iter().map(|looked| looked.entries).sum::<usize>();
            directories += piece.iter().map(|looked| looked.directories).sum::<usize>();
            match looked.is_empty() {
                true => looked = piece,
                false => looked.extend(piece),
            }
            if entries > walk.reach.entries {
                break;
            }
        }
        limit = walk.reach.hit(entries, has_more);
        let seen = level.into_iter().zip(&looked).filter(|(_, looked)| looked.listed);
        listed.extend(seen.map(|(pending, _)| pending.path));
        level = looked.iter_mut().flat_map(|looked| std::mem::take(&mut looked.below)).collect();
        levels.push(looked);
    }
    let count = levels.iter().flatten().map(|looked| looked.found.len()).sum();
    let (found, troubles) = (Vec::with_capacity(count), Vec::new());
    let mut discovered = Discovered { found, troubles, listed };
    let mut levels: Vec<_> = levels.into_iter().map(Vec::into_iter).collect();
    collect(&mut levels, &mut discovered);
    if let Some(limit) = limit {
        discovered.troubles.push((root.to_owned(), Trouble::Limit(limit)));
    }
    // A small depth is how an agent searches; a great one only bounds the work, and is told once.
    tell_each_limit_once(&mut discovered.troubles);
    discovered
}

/// Keeps of every limit that was hit the first place where it was: a tree can hit one at each of its
/// directories, and another one only at the end.
fn tell_each_limit_once(troubles: &mut Vec<(PathBuf, Trouble)>) {
    let mut told: HashSet<String> = HashSet::new();
    troubles.retain(|(_, trouble)| match trouble {
        Trouble::Limit(what) => told.insert(what.clone()),
        _ => true,
    });
}

/// Takes the next directory of the first level and, right after it, what is below it.
fn collect<T>(levels: &mut [std::vec::IntoIter<Looked<T>>], into: &mut Discovered<T>) {
    let Some((first, deeper)) = levels.split_first_mut() else { return };
    let Some(looked) = first.next() else { return };
    into.troubles.extend(looked.troubles);
    let mut found = looked.found.into_iter();
    let mut taken = 0;
    for before in looked.children {
        into.found.extend(found.by_ref().take(before - taken));
        taken = before;
        collect(deeper, into);
    }
    into.found.extend(found);
}

/// The file in a directory that describes a skill: the exact name first, any case after, where the
/// rules allow that.
pub(crate) fn skill_file_in<'a>(names: &'a [OsString], rules: &Rules) -> Option<&'a OsString> {
    if rules.document == DocumentKind::Manifest {
        return names.iter().find(|name| *name == "manifest.json");
    }
    let exact = |wanted: &str| names.iter().find(|name| *name == wanted);
    // The least of several: the order of a listing is the file system's.
    let fits = |name: &&OsString| name.as_bytes().eq_ignore_ascii_case(b"skill.md");
    let any_case = || match rules.file_names {
        FileNames::AnyCase => names.iter().filter(fits).min(),
        FileNames::Two | FileNames::Exact => None,
    };
    let small = || exact("skill.md").filter(|_| rules.file_names != FileNames::Exact);
    exact("SKILL.md").or_else(small).or_else(any_case)
}

/// A directory that is to be looked at.
struct Pending {
    path: PathBuf,
    depth: usize,
    /// The depth beyond which nothing is searched on this way.
    deepest: usize,
    followed: Option<Arc<Followed>>,
    /// The directory above it, where that is still open.
    above: Option<Arc<OwnedFd>>,
    /// That it is no skill by its `SKILL.md` is known already.
    tried: bool,
}

impl Pending {
    fn root(path: &Path, deepest: usize) -> Self {
        let path = path.to_owned();
        Self { path, depth: 0, deepest, followed: None, above: None, tried: false }
    }
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
    /// For each that is below, how many were found before it; the list itself moves on to the next
    /// level.
    children: Vec<usize>,
    troubles: Vec<(PathBuf, Trouble)>,
    entries: usize,
    directories: usize,
    /// Its entries were looked at.
    listed: bool,
}

struct Search<'a, V> {
    walk: Walk,
    rules: &'a Rules,
    visit: &'a V,
    /// How many directories of one directory are looked into at once.
    at_once: usize,
    /// Whether a directory with more of them stays open until they are looked into.
    keep_open: bool,
}

impl<T, V: Fn(Candidate, Option<Opened>) -> T> Search<'_, V> {
    fn look(&self, pending: &Pending) -> Looked<T> {
        let mut looked = Looked {
            found: Vec::new(),
            below: Vec::new(),
            children: Vec::new(),
            troubles: Vec::new(),
            entries: 1,
            directories: 1,
            listed: false,
        };
        let is_root = pending.depth == 0;
        let own = !is_root || (self.walk.include_self && self.walk.flat == FlatFiles::None);
        if self.is_quick() && own && !pending.tried {
            let file = joined(&pending.path, "SKILL.md".as_ref());
            let open = match (&pending.above, pending.path.file_name()) {
                (Some(above), Some(name)) => quick_open(above.as_fd(), &file, name),
                _ => read::open_skill_file(CWD, &file),
            };
            if let Some(open) = open {
                // Exactly one: a vector that grows makes room for four, at every skill.
                looked.found = vec![self.visit(file, pending.path.clone(), pending, Some(open))];
                return looked;
            }
        }
        looked.listed = true;
        if let Err(error) = self.list(pending, &mut looked) {
            let trouble = Trouble::Unreadable(error.to_string());
            looked.troubles.push((pending.path.clone(), trouble));
        }
        looked
    }

    /// Whether a directory with a `SKILL.md` is a skill, and nothing else in it matters.
    fn is_quick(&self) -> bool {
        self.rules.document == DocumentKind::SkillMd && self.walk.stop_at_skill
    }

    fn list(&self, pending: &Pending, looked: &mut Looked<T>) -> std::io::Result<()> {
        let (mut files, mut below) = (Vec::new(), Vec::new());
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let open = || rustix::fs::openat(CWD, &pending.path, flags, Mode::empty());
        let directory = rustix::io::retry_on_intr(open)?;
        for entry in Dir::read_from(&directory)?.flatten() {
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            looked.entries += 1;
            if looked.entries > self.walk.reach.entries {
                break;
            }
            let kind = |flags| {
                let stat = rustix::fs::statat(&directory, name, flags);
                stat.map(|stat| FileType::from_raw_mode(stat.st_mode))
            };
            let mut listed = entry.file_type();
            if listed == FileType::Unknown {
                let Ok(known) = kind(AtFlags::SYMLINK_NOFOLLOW) else { continue };
                listed = known;
            }
            let linked = listed == FileType::Symlink;
            let is_directory = match linked {
                true => kind(AtFlags::empty()) == Ok(FileType::Directory),
                false => listed == FileType::Directory,
            };
            let name = OsStr::from_bytes(name.to_bytes()).to_owned();
            if is_directory { below.push((name, linked)) } else { files.push(name) }
        }
        let is_skill = self.take_files(pending, files, looked);
        if is_skill && self.walk.stop_at_skill {
            return Ok(());
        }
        below.retain(|(name, _)| self.is_entered(name));
        if pending.depth >= pending.deepest {
            let bounded = pending.deepest >= limits::TREE_DEPTH;
            if bounded && !below.is_empty() {
                let what = format!("directories deeper than {} levels", self.walk.depth);
                looked.troubles.push((pending.path.clone(), Trouble::Limit(what)));
            }
            return Ok(());
        }
        below.sort_unstable();
        self.take_below(pending, below, directory, looked);
        Ok(())
    }

    /// Adds the directories of a directory: what is a skill at once, where they are few, and the
    /// others for the next level.
    fn take_below(
        &self,
        pending: &Pending,
        below: Vec<(OsString, bool)>,
        directory: OwnedFd,
        looked: &mut Looked<T>,
    ) {
        let at_once = self.is_quick() && below.len() <= self.at_once;
        if at_once {
            looked.found.reserve_exact(below.len());
        }
        let directory = Arc::new(directory);
        for (name, linked) in below {
            if at_once && !linked {
                let home = joined(&pending.path, &name);
                let file = joined(&home, "SKILL.md".as_ref());
                if let Some(open) = quick_open(directory.as_fd(), &file, &name) {
                    looked.entries += 1;
                    looked.directories += 1;
                    looked.found.push(self.visit(file, home, pending, Some(open)));
                    continue;
                }
            }
            let Some(mut child) = self.below_of(pending, &name, linked) else { continue };
            child.tried = at_once && !linked;
            child.above = (self.keep_open && !at_once).then(|| directory.clone());
            looked.below.push(child);
            looked.children.push(looked.found.len());
        }
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
            let file = joined(directory, name);
            looked.found = vec![self.visit(file, directory.clone(), pending, None)];
            return true;
        }
        if self.walk.flat != FlatFiles::None && is_root {
            let readme = self.walk.flat == FlatFiles::RootAndReadme;
            files.retain(|name| {
                is_flat_skill(name) && (readme || !name.eq_ignore_ascii_case("README.md"))
            });
            files.sort_unstable();
            for name in files {
                let (file, directory) = (joined(directory, &name), directory.clone());
                let linked = pending.followed.is_some();
                let candidate = Candidate { file, directory, flat: true, linked };
                looked.found.push((self.visit)(candidate, None));
            }
        }
        false
    }

    /// A skill that is a directory, found on the way that `pending` is on.
    fn visit(
        &self,
        file: PathBuf,
        directory: PathBuf,
        pending: &Pending,
        open: Option<Opened>,
    ) -> T {
        let linked = pending.followed.is_some();
        (self.visit)(Candidate { file, directory, flat: false, linked }, open)
    }

    fn is_entered(&self, name: &OsStr) -> bool {
        let hidden = name.as_bytes().starts_with(b".");
        (self.walk.hidden || !hidden)
            && name != OF_GIT
            && (self.walk.node_modules || name != OF_PACKAGES)
    }

    /// The directory of that name below another, unless it is a link to one we came through: whatever
    /// is in there is being found already, and would be found again at every turn of the loop.
    fn below_of(&self, pending: &Pending, name: &OsStr, linked: bool) -> Option<Pending> {
        let path = joined(&pending.path, name);
        let (depth, deepest) = (pending.depth + 1, pending.deepest);
        let (above, tried) = (None, false);
        if !linked {
            let followed = pending.followed.clone();
            return Some(Pending { path, depth, deepest, followed, above, tried });
        }
        let (from, to) = (pending.path.canonicalize().ok()?, path.canonicalize().ok()?);
        let followed = Arc::new(Followed { from, before: pending.followed.clone() });
        let mut link = Some(&followed);
        while let Some(followed) = link {
            if followed.from.starts_with(&to) {
                // It may be a skill itself, as where a repository is one; that is all there is to see.
                let (followed, deepest) = (Some(followed.clone()), depth);
                return Some(Pending { path, depth, deepest, followed, above, tried });
            }
            link = followed.before.as_ref();
        }
        // A link can lead to the root of everything: some do not look far behind one.
        let deepest = self.walk.depth_behind_link.map_or(deepest, |more| deepest.min(depth + more));
        Some(Pending { path, depth, deepest, followed: Some(followed), above, tried })
    }
}

/// Opens the `SKILL.md` of the directory `name` in an open one; `file` is its whole path.
fn quick_open(above: BorrowedFd<'_>, file: &Path, name: &OsStr) -> Option<Opened> {
    let file = file.as_os_str().as_bytes();
    let inner = &file[file.len().checked_sub(name.len() + "/SKILL.md".len())?..];
    read::open_skill_file(above, Path::new(OsStr::from_bytes(inner)))
}

/// `base.join(name)` for the name of an entry, in exactly the memory it needs: a large catalog keeps it.
fn joined(base: &Path, name: &OsStr) -> PathBuf {
    let base = base.as_os_str();
    let mut path = OsString::with_capacity(base.len() + 1 + name.len());
    path.push(base);
    if !base.is_empty() && !base.as_bytes().ends_with(b"/") {
        path.push("/");
    }
    path.push(name);
    path.into()
}

fn is_flat_skill(name: &OsStr) -> bool {
    let path = Path::new(name);
    let markdown = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    markdown && !name.as_bytes().starts_with(b".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_told_once_and_every_other_trouble_always() {
        let limit = |path: &str, what: &str| (PathBuf::from(path), Trouble::Limit(what.to_owned()));
        let closed = |path: &str| (PathBuf::from(path), Trouble::Unreadable("closed".to_owned()));
        let (deep, many) = ("directories deeper than 32 levels", "more than 2000000 entries");
        let mut troubles =
            vec![limit("a", deep), closed("b"), limit("c", deep), closed("d"), limit("", many)];
        let expected = vec![limit("a", deep), closed("b"), closed("d"), limit("", many)];
        tell_each_limit_once(&mut troubles);
        assert_eq!(troubles, expected);
    }
}
