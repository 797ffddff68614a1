//! A skill's tree in a directory of the file system.

use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use prowess_format::tree::ReadError;
use prowess_format::{Entry, EntryKind, Tree, TreePath};

use crate::beneath::{self, Links};
use crate::file_identity::Stamp;
use crate::limits;

/// The files below a directory, listed once and read on demand.
///
/// Links are entries, never followed: neither while listing nor while reading, where the kernel is
/// asked to refuse any path that leaves the directory or passes a link, so that swapping a file
/// between the check and the use gains nothing.
#[derive(Debug)]
pub struct DirectoryTree {
    path: PathBuf,
    root: OwnedFd,
    entries: Vec<Entry>,
    /// The state each entry was in, beside it.
    stamps: Vec<Stamp>,
    truncated: Option<String>,
    /// Entries and directories that were looked at.
    seen: usize,
}

impl DirectoryTree {
    /// Lists a directory.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let root = beneath::open_directory(path)?;
        let path = path.to_owned();
        let (entries, stamps) = (Vec::new(), Vec::new());
        let mut tree = Self { path, root, entries, stamps, truncated: None, seen: 0 };
        let mut listed = Vec::new();
        tree.list(&TreePath::root(), 0, &mut listed)?;
        listed.sort_by(|(a, _), (b, _)| a.path.cmp(&b.path));
        (tree.entries, tree.stamps) = listed.into_iter().unzip();
        Ok(tree)
    }

    /// The entries and the state each of them was in when it was listed.
    pub(crate) fn stamped(&self) -> impl Iterator<Item = (&Entry, &Stamp)> {
        self.entries.iter().zip(&self.stamps)
    }

    /// Opens a file, to be read piece by piece.
    pub(crate) fn open_file(&self, path: &TreePath) -> std::io::Result<File> {
        beneath::open(&self.root, path.as_bytes(), Links::Refused)
    }

    /// The limit that was hit while listing, if any: then the entries are not all there is.
    pub fn truncated(&self) -> Option<&str> {
        self.truncated.as_deref()
    }

    fn list(
        &mut self,
        directory: &TreePath,
        depth: usize,
        into: &mut Vec<(Entry, Stamp)>,
    ) -> std::io::Result<()> {
        if depth > limits::TREE_DEPTH {
            self.truncated = Some(format!("directories deeper than {} levels", limits::TREE_DEPTH));
            return Ok(());
        }
        let listing =
            match std::fs::read_dir(self.path.join(OsStr::from_bytes(directory.as_bytes()))) {
                Ok(listing) => listing,
                Err(error) if directory.is_root() => return Err(error),
                Err(error) => {
                    self.truncated = Some(format!("{}: {error}", directory.display()));
                    return Ok(());
                }
            };
        for entry in listing {
            if self.seen >= limits::TREE_ENTRIES {
                self.truncated =
                    Some(format!("more than {} files and directories", limits::TREE_ENTRIES));
                return Ok(());
            }
            self.seen += 1;
            // Whatever vanished since the directory was listed is not there.
            let Ok(entry) = entry else { continue };
            let Some(path) = below(directory, entry.file_name().as_bytes()) else { continue };
            let Ok(metadata) = entry.metadata() else { continue };
            let kind = metadata.file_type();
            if kind.is_dir() {
                self.list(&path, depth + 1, into)?;
                continue;
            }
            let special = kind.is_block_device()
                || kind.is_char_device()
                || kind.is_fifo()
                || kind.is_socket();
            let kind = match (kind.is_symlink(), special) {
                (true, _) => EntryKind::Link,
                (false, true) => EntryKind::Other,
                (false, false) => EntryKind::File,
            };
            let executable = kind == EntryKind::File && metadata.permissions().mode() & 0o100 != 0;
            let entry = Entry { path, kind, executable, size: metadata.size() };
            into.push((entry, Stamp::of(&metadata)));
        }
        Ok(())
    }
}

fn below(directory: &TreePath, name: &[u8]) -> Option<TreePath> {
    let mut path = directory.as_bytes().to_vec();
    if !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    TreePath::new(path)
}

impl Tree for DirectoryTree {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, path: &TreePath, limit: usize) -> Result<Vec<u8>, ReadError> {
        let failed = |cause| ReadError::Failed { path: path.display(), cause };
        let entry = self.entry(path).ok_or_else(|| ReadError::Missing(path.display()))?;
        match entry.kind {
            EntryKind::Other => Err(ReadError::NotAFile(path.display())),
            EntryKind::Link => {
                let name = OsStr::from_bytes(path.as_bytes());
                let target = rustix::fs::readlinkat(&self.root, name, Vec::new());
                Ok(target.map_err(|error| failed(error.into()))?.into_bytes())
            }
            EntryKind::File => beneath::read_regular(self.open_file(path).map_err(failed)?, limit)
                .map_err(failed)?
                .ok_or_else(|| ReadError::TooLarge { path: path.display(), limit }),
        }
    }
}
