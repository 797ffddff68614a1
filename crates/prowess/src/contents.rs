//! What a skill is made of, file by file, each with its digest: for whoever hands it on.

use prowess_format::{Digest, EntryKind, Tree, TreePath};

use crate::bundled;
use crate::cancel::Cancel;
use crate::catalog::{Catalog, CatalogEntry};
use crate::directory::DirectoryTree;
use crate::resource::{ResourceError, address};
use crate::roots::RootKind;
use crate::scan::{fingerprint_of, settle};

/// One file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentFile {
    /// Where it is in the skill.
    pub path: TreePath,
    /// Of its bytes.
    pub digest: Digest,
    /// How many bytes it has.
    pub size: u64,
}

/// How much of a skill is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentLimits {
    /// How many files it may have.
    pub files: usize,
    /// How many bytes they may have together.
    pub bytes: u64,
}

/// Why it is not told what a skill is made of.
#[derive(Debug, thiserror::Error)]
pub enum ContentsError {
    /// There is more than was asked for.
    #[error("it has more than {} files or {} bytes", .0.files, .0.bytes)]
    TooMuch(ContentLimits),
    /// Not all of it can be listed.
    #[error("not all of it can be listed: {0}")]
    Incomplete(String),
    /// A file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ResourceError),
    /// It was cancelled.
    #[error("it was cancelled")]
    Cancelled,
}

impl CatalogEntry {
    /// Equal where no file of the skill was touched; nothing where not all of them can be looked at.
    pub fn fingerprint(&self) -> Option<String> {
        match self.root.kind {
            RootKind::Embedded => Some(self.candidate.directory.display().to_string()),
            _ => fingerprint_of(&self.candidate),
        }
    }

    /// Where the file that describes it is in the skill.
    pub fn inner_file(&self) -> TreePath {
        self.candidate.inner_file()
    }
}

impl Catalog {
    /// The files of a loaded skill as their addresses are read, sorted by path. Links that lead out of the
    /// skill, and what is no file, cannot be read and are left out.
    pub fn contents(
        &self,
        entry: &CatalogEntry,
        limits: ContentLimits,
        cancel: &Cancel,
    ) -> Result<Vec<ContentFile>, ContentsError> {
        let mut files = Vec::new();
        let mut bytes = 0;
        for (path, is_link) in self.paths(entry)? {
            if cancel.is_cancelled() {
                return Err(ContentsError::Cancelled);
            }
            let url = address(entry.skill.name_text(), path.as_bytes());
            let read = match self.read_of(entry, &url) {
                Ok(read) if is_link && read.path.is_dir() => continue,
                Ok(read) => read,
                Err(ResourceError::Escape | ResourceError::NotFound(_)) if is_link => continue,
                Err(ResourceError::NotAFile(_)) => continue,
                Err(ResourceError::TooLarge { .. }) => return Err(ContentsError::TooMuch(limits)),
                Err(error) => return Err(error.into()),
            };
            bytes += read.size;
            if files.len() >= limits.files || bytes > limits.bytes {
                return Err(ContentsError::TooMuch(limits));
            }
            files.push(ContentFile {
                path,
                digest: Digest::of_bytes(&read.content),
                size: read.size,
            });
        }
        Ok(files)
    }

    /// The paths of a skill's files, and whether each is a link.
    fn paths(&self, entry: &CatalogEntry) -> Result<Vec<(TreePath, bool)>, ContentsError> {
        let candidate = &entry.candidate;
        if candidate.flat {
            return Ok(vec![(candidate.inner_file(), false)]);
        }
        let listed = |tree: &dyn Tree| -> Vec<(TreePath, bool)> {
            let entries = tree.entries().iter().filter(|entry| entry.kind != EntryKind::Other);
            entries.map(|entry| (entry.path.clone(), entry.kind == EntryKind::Link)).collect()
        };
        if entry.root.kind == RootKind::Embedded {
            return Ok(bundled::tree(&candidate.directory)
                .map(|tree| listed(&tree))
                .unwrap_or_default());
        }
        let tree = DirectoryTree::open(&candidate.directory).map_err(|cause| {
            ResourceError::Unreadable { path: candidate.directory.clone(), cause }
        })?;
        // Whoever remembers this by the fingerprint can then rely on it.
        settle(tree.stamped().map(|(_, stamp)| stamp));
        match tree.truncated() {
            Some(reason) => Err(ContentsError::Incomplete(reason.to_owned())),
            None => Ok(listed(&tree)),
        }
    }
}
