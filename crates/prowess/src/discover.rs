//! Finding skills below a directory, in one order whatever the file system says.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use prowess_format::TreePath;
use prowess_format::place::Trouble;
use prowess_format::rules::DocumentKind;

use crate::limits;
use crate::profile::{FlatFiles, Walk};

/// Directories that hold other people's code, never skills of their own.
const SKIPPED: [&str; 2] = [".git", "node_modules"];

/// Something that may be a skill: found, not yet read or judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The file that describes it.
    pub file: PathBuf,
    /// The skill's directory.
    pub directory: PathBuf,
    /// Where the search that found it began.
    pub root: PathBuf,
    /// It is a single file among others.
    pub flat: bool,
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
        let name = self.file.file_name().map(|name| name.as_bytes().to_vec());
        name.and_then(TreePath::new).unwrap_or_else(TreePath::skill_file)
    }
}

/// What a search found, and what it could not look at.
#[derive(Debug, Default)]
pub struct Discovered {
    /// In the order in which they were found: directories sorted by the bytes of their names,
    /// a directory before what is below it.
    pub candidates: Vec<Candidate>,
    /// Places that could not be searched, with the reason.
    pub troubles: Vec<(PathBuf, Trouble)>,
}

/// Searches one directory.
pub fn discover(root: &Path, walk: Walk, document: DocumentKind) -> Discovered {
    let mut search = Search {
        root,
        walk,
        document,
        found: Discovered::default(),
        entries: 0,
        directories: 0,
        followed: Vec::new(),
    };
    search.enter(root, 0);
    search.found
}

/// The file in a directory that describes a skill: the exact name first, any case after.
pub fn skill_file_in(names: &[OsString], document: DocumentKind) -> Option<&OsString> {
    match document {
        DocumentKind::Manifest => names.iter().find(|name| *name == "manifest.json"),
        DocumentKind::SkillMd => {
            let exact = |wanted: &str| names.iter().find(|name| *name == wanted);
            // The least of several: the order of a listing is the file system's.
            let fits = |name: &&OsString| name.as_bytes().eq_ignore_ascii_case(b"skill.md");
            let any_case = || names.iter().filter(fits).min();
            exact("SKILL.md").or_else(|| exact("skill.md")).or_else(any_case)
        }
    }
}

struct Search<'a> {
    root: &'a Path,
    walk: Walk,
    document: DocumentKind,
    found: Discovered,
    entries: usize,
    directories: usize,
    /// The real directories that hold the links which were followed to get here.
    followed: Vec<PathBuf>,
}

impl Search<'_> {
    fn enter(&mut self, directory: &Path, depth: usize) {
        self.directories += 1;
        if self.directories > limits::DISCOVER_DIRECTORIES {
            return self.limit(
                directory,
                format!("more than {} directories", limits::DISCOVER_DIRECTORIES),
            );
        }
        let (mut files, mut below) = (Vec::new(), Vec::new());
        let listing = match std::fs::read_dir(directory) {
            Ok(listing) => listing,
            Err(error) => {
                let trouble = Trouble::Unreadable(error.to_string());
                self.found.troubles.push((directory.to_owned(), trouble));
                return;
            }
        };
        for entry in listing.flatten() {
            self.entries += 1;
            if self.entries > limits::DISCOVER_ENTRIES {
                let what = format!("more than {} entries", limits::DISCOVER_ENTRIES);
                return self.limit(directory, what);
            }
            let name = entry.file_name();
            let (is_directory, linked) = match entry.file_type() {
                Ok(kind) if kind.is_symlink() => (entry.path().is_dir(), true),
                Ok(kind) => (kind.is_dir(), false),
                Err(_) => continue,
            };
            if is_directory { below.push((name, linked)) } else { files.push(name) }
        }
        let is_skill = self.take_files(directory, files, depth);
        if is_skill && self.walk.stop_at_skill {
            return;
        }
        below.retain(|(name, _)| self.is_entered(name));
        if depth >= self.walk.depth {
            // A small depth is how an agent searches; a great one only bounds the work.
            if self.walk.depth >= limits::TREE_DEPTH && !below.is_empty() {
                let what = format!("directories deeper than {} levels", self.walk.depth);
                self.limit(directory, what);
            }
            return;
        }
        below.sort_unstable();
        for (name, linked) in below {
            match linked {
                true => self.follow(directory, &name, depth),
                false => self.enter(&directory.join(name), depth + 1),
            }
        }
    }

    /// Enters the directory that a link leads to, unless we came through it: whatever is in there
    /// is being found already, and would be found again at every turn of the loop.
    fn follow(&mut self, directory: &Path, name: &OsStr, depth: usize) {
        let link = directory.join(name);
        let (Ok(from), Ok(to)) = (directory.canonicalize(), link.canonicalize()) else { return };
        self.followed.push(from);
        if !self.followed.iter().any(|from| from.starts_with(&to)) {
            self.enter(&link, depth + 1);
        }
        self.followed.pop();
    }

    /// Adds what the files of a directory make a candidate; whether the directory is a skill.
    fn take_files(&mut self, directory: &Path, mut files: Vec<OsString>, depth: usize) -> bool {
        if let Some(name) = skill_file_in(&files, self.document) {
            self.add(directory.join(name), directory, false);
            return true;
        }
        if self.walk.flat == FlatFiles::Root && depth == 0 {
            files.retain(|name| is_flat_skill(name));
            files.sort_unstable();
            for name in files {
                self.add(directory.join(name), directory, true);
            }
        }
        false
    }

    fn add(&mut self, file: PathBuf, directory: &Path, flat: bool) {
        let root = self.root.to_owned();
        self.found.candidates.push(Candidate { file, directory: directory.to_owned(), root, flat });
    }

    fn is_entered(&self, name: &OsStr) -> bool {
        let hidden = name.as_bytes().starts_with(b".");
        (self.walk.hidden || !hidden) && !SKIPPED.iter().any(|skipped| name == *skipped)
    }

    fn limit(&mut self, directory: &Path, what: String) {
        // Said once: past a limit every further directory would say it again.
        let said =
            self.found.troubles.iter().any(|(_, trouble)| matches!(trouble, Trouble::Limit(_)));
        if !said {
            self.found.troubles.push((directory.to_owned(), Trouble::Limit(what)));
        }
    }
}

fn is_flat_skill(name: &OsStr) -> bool {
    let path = Path::new(name);
    let markdown = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    markdown && !name.as_bytes().starts_with(b".") && !name.eq_ignore_ascii_case("README.md")
}
