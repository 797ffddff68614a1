//! A skill's files as they are scanned: read once, so that the digest is of the very bytes that the
//! rules looked at.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use prowess_format::tree::ReadError;
use prowess_format::{Digest, Entry, EntryKind, MemoryTree, Tree, TreeHash, TreePath};
use prowess_scan::limits::{FILE_BYTES, SKILL_BYTES};
use sha2::{Digest as _, Sha256};

use super::fingerprint::{self, Fingerprint};
use crate::bundled;
use crate::cancel::Cancel;
use crate::directory::DirectoryTree;
use crate::discover::Candidate;
use crate::limits;
use crate::read::read_bounded;

/// Bytes that are read at a time where a file is hashed and not kept.
const PIECE: usize = 64 * 1024;

/// The files of one skill.
pub(crate) struct Snapshot {
    entries: Vec<Entry>,
    contents: HashMap<TreePath, Vec<u8>>,
    /// Where what was too large to be kept is read from.
    directory: Option<DirectoryTree>,
    /// The digest of the whole tree, where all of it could be read.
    pub(crate) digest: Option<Digest>,
    /// What is scanned beside the tree: the file that a link called `SKILL.md` leads to.
    pub(crate) behind_link: Option<Digest>,
    /// The state all files were in before they were read.
    pub(crate) fingerprint: Option<Fingerprint>,
    /// Why it is not all there is.
    pub(crate) incomplete: Option<String>,
    /// What the file that describes the skill is called, where that is not how it is scanned.
    pub(crate) shown_as: Option<String>,
}

impl Snapshot {
    /// Reads the files of a skill that was found.
    pub(crate) fn of(candidate: &Candidate, cancel: &Cancel) -> Self {
        if let Some(tree) = bundled::tree(&candidate.directory) {
            return Self::of_tree(&tree);
        }
        match candidate.flat {
            true => Self::of_single(&candidate.file),
            false => Self::of_directory(candidate, cancel),
        }
    }

    /// Of a place that could not be looked at.
    pub(crate) fn unread(reason: &str) -> Self {
        Self { incomplete: Some(reason.to_owned()), ..Self::empty() }
    }

    fn empty() -> Self {
        Self {
            entries: Vec::new(),
            contents: HashMap::new(),
            directory: None,
            digest: None,
            behind_link: None,
            fingerprint: None,
            incomplete: None,
            shown_as: None,
        }
    }

    /// Of files that are a value already: those of the program, and of archives.
    pub(crate) fn of_tree(tree: &dyn Tree) -> Self {
        let mut snapshot = Self { entries: tree.entries().to_vec(), ..Self::empty() };
        for entry in tree.entries() {
            if let Ok(content) = tree.read(&entry.path, FILE_BYTES) {
                snapshot.contents.insert(entry.path.clone(), content);
            }
        }
        snapshot.digest = Digest::of_tree(tree, limits::ARCHIVE_BYTES).ok();
        snapshot
    }

    /// A skill that is a single file: scanned as the `SKILL.md` of a directory with nothing else in it.
    fn of_single(file: &Path) -> Self {
        let mut snapshot = Self::empty();
        snapshot.fingerprint = fingerprint::of_file(file);
        fingerprint::settle(fingerprint::stamp_of(file).iter());
        match read_bounded(file, FILE_BYTES) {
            Ok(Some(content)) => {
                let entry = skill_file(content.len());
                let tree = MemoryTree::new([(entry, content)]);
                let (fingerprint, memory) = (snapshot.fingerprint, Self::of_tree(&tree));
                snapshot = Self { fingerprint, ..memory };
            }
            Ok(None) => snapshot.incomplete = Some(format!("more than {FILE_BYTES} bytes")),
            Err(error) => snapshot.incomplete = Some(error.to_string()),
        }
        snapshot.shown_as = file.file_name().map(|name| name.to_string_lossy().into_owned());
        snapshot
    }

    fn of_directory(candidate: &Candidate, cancel: &Cancel) -> Self {
        let directory = match DirectoryTree::open(&candidate.directory) {
            Ok(directory) => directory,
            Err(error) => return Self::unread(&error.to_string()),
        };
        let mut snapshot = Self::empty();
        snapshot.incomplete = directory.truncated().map(str::to_owned);
        snapshot.fingerprint = fingerprint::of_tree(&directory, &candidate.file);
        let described = fingerprint::stamp_of(&candidate.file);
        fingerprint::settle(directory.stamped().map(|(_, stamp)| stamp).chain(&described));
        let mut hash = Some(TreeHash::default());
        let (mut kept, mut hashed) = (0, 0_u64);
        for entry in directory.entries() {
            let mut entry = entry.clone();
            hashed += entry.size;
            let room = SKILL_BYTES - kept;
            let digest = match () {
                () if cancel.is_cancelled() || hashed > limits::HASHED_BYTES => None,
                () if entry.kind == EntryKind::Other => Some(Digest::of_bytes(b"")),
                () if entry.size <= FILE_BYTES.min(room) as u64 => {
                    match directory.read(&entry.path, FILE_BYTES.min(room)) {
                        Ok(content) => {
                            kept += content.len();
                            entry.size = content.len() as u64;
                            let digest = Digest::of_bytes(&content);
                            snapshot.contents.insert(entry.path.clone(), content);
                            Some(digest)
                        }
                        Err(_) => None,
                    }
                }
                () => directory.open_file(&entry.path).ok().and_then(hash_file),
            };
            match (digest, &mut hash) {
                (Some(digest), Some(hash)) => hash.add(&entry, digest),
                _ => hash = None,
            }
            snapshot.entries.push(entry);
        }
        // A digest of what was looked at would pass for the digest of everything.
        let whole = snapshot.incomplete.is_none();
        snapshot.digest = hash.filter(|_| whole).map(TreeHash::finish);
        snapshot.directory = Some(directory);
        snapshot.follow(candidate);
        snapshot
    }

    /// Puts what an agent reads in the place of a link that is called `SKILL.md`. All other links stay
    /// what they are.
    fn follow(&mut self, candidate: &Candidate) {
        let path = candidate.inner_file();
        let is_link =
            |entry: &&mut Entry| entry.path == path && matches!(entry.kind, EntryKind::Link);
        let Some(entry) = self.entries.iter_mut().find(is_link) else { return };
        match read_bounded(&candidate.file, FILE_BYTES) {
            Ok(Some(content)) => {
                self.behind_link = Some(Digest::of_bytes(&content));
                (entry.kind, entry.size) = (EntryKind::File, content.len() as u64);
                self.contents.insert(path, content);
            }
            Ok(None) => self.incomplete = Some(format!("more than {FILE_BYTES} bytes")),
            Err(error) => self.incomplete = Some(error.to_string()),
        }
    }

    /// What an approval of this skill is bound to: the digest of the tree and of what a link called
    /// `SKILL.md` leads to. Nothing where some of it lies elsewhere and can change without being seen here.
    pub(crate) fn bound(&self) -> Option<Digest> {
        let digest = self.digest.filter(|_| self.incomplete.is_none())?;
        let elsewhere = |entry: &Entry| {
            entry.kind == EntryKind::Link
                && !self.contents.get(&entry.path).is_some_and(|target| stays(&entry.path, target))
        };
        if self.entries.iter().any(elsewhere) {
            return None;
        }
        match &self.behind_link {
            None => Some(digest),
            Some(behind) => Some(Digest::of_bytes(format!("{digest} {behind}").as_bytes())),
        }
    }

    /// The content of a file that was kept.
    pub(crate) fn content(&self, path: &str) -> Option<&[u8]> {
        self.contents.get(&TreePath::new(path)?).map(Vec::as_slice)
    }
}

fn skill_file(size: usize) -> Entry {
    let (path, kind) = (TreePath::skill_file(), EntryKind::File);
    Entry { path, kind, executable: false, size: size as u64 }
}

/// Whether a link at a path of a tree leads to another path of it, as it is written.
fn stays(path: &TreePath, target: &[u8]) -> bool {
    if target.starts_with(b"/") {
        return false;
    }
    let mut depth = path.as_bytes().split(|byte| *byte == b'/').count() - 1;
    for segment in target.split(|byte| *byte == b'/') {
        match segment {
            b"" | b"." => {}
            b".." => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return false,
            },
            _ => depth += 1,
        }
    }
    true
}

/// The digest of a regular file that is not kept.
fn hash_file(file: File) -> Option<Digest> {
    let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    // No more than it had when it was looked at: one that grows is read again by the next scan.
    let mut file = file.take(metadata.len());
    let mut hash = Sha256::new();
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece).ok()? {
            0 => return Some(Digest::from_bytes(hash.finalize().into())),
            count => hash.update(&piece[..count]),
        }
    }
}

impl Tree for Snapshot {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, path: &TreePath, limit: usize) -> Result<Vec<u8>, ReadError> {
        match (self.contents.get(path), &self.directory) {
            (Some(content), _) if content.len() > limit => {
                Err(ReadError::TooLarge { path: path.display(), limit })
            }
            (Some(content), _) => Ok(content.clone()),
            (None, Some(directory)) => directory.read(path, limit),
            (None, None) => match self.entry(path).map(|entry| entry.kind) {
                Some(EntryKind::Other) => Err(ReadError::NotAFile(path.display())),
                // What is there and was not kept is larger than anything that is.
                Some(_) => Err(ReadError::TooLarge { path: path.display(), limit: FILE_BYTES }),
                None => Err(ReadError::Missing(path.display())),
            },
        }
    }
}
