//! A skill as a value: a bounded tree of relative paths and bytes, with one digest.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use sha2::{Digest as _, Sha256};

/// A path inside a skill: segments joined by `/`, never absolute, never climbing.
///
/// Names that are not UTF-8 are kept as bytes; [`TreePath::display`] shows them lossily.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
// Nearly all paths of a large catalog are `SKILL.md`, which costs nothing this way.
pub struct TreePath(Cow<'static, [u8]>);

impl TreePath {
    /// A path from its bytes; `None` where it is absolute, climbs, or has an empty or `.` segment.
    /// The empty path is the skill's directory itself.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Option<Self> {
        let bytes = bytes.into();
        let fine = bytes.is_empty()
            || (!bytes.contains(&0)
                && bytes
                    .split(|&byte| byte == b'/')
                    .all(|part| !matches!(part, b"" | b"." | b"..")));
        fine.then_some(Self(Cow::Owned(bytes)))
    }

    /// The directory itself.
    pub fn root() -> Self {
        Self::default()
    }

    /// `SKILL.md`.
    pub fn skill_file() -> Self {
        Self(Cow::Borrowed(b"SKILL.md"))
    }

    /// Resolves `relative` (which may hold `.` and `..`) against the directory `self`; `None` where
    /// it would leave the tree.
    pub fn resolve(&self, relative: &str) -> Option<Self> {
        let mut parts: Vec<&[u8]> =
            self.0.split(|&byte| byte == b'/').filter(|p| !p.is_empty()).collect();
        if relative.starts_with('/') || relative.contains('\0') {
            return None;
        }
        for part in relative.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                _ => parts.push(part.as_bytes()),
            }
        }
        Some(Self(Cow::Owned(parts.join(&b'/'))))
    }

    /// The bytes of the path.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The path as text, where it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// The path as text for people, with replacement characters where it is not UTF-8.
    pub fn display(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }

    /// The last segment.
    pub fn file_name(&self) -> &[u8] {
        self.0.rsplit(|&byte| byte == b'/').next().unwrap_or_default()
    }

    /// The directory that holds it; the root's is the root.
    pub fn parent(&self) -> Self {
        let end = self.0.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        Self(Cow::Owned(self.0[..end].to_vec()))
    }

    /// Whether this is the directory itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for TreePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}", self.display())
    }
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A symbolic link; its content is the target.
    Link,
    /// A device, socket or pipe: never read.
    Other,
}

/// One entry of a tree. Directories are not entries: they are there by the paths below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where.
    pub path: TreePath,
    /// What.
    pub kind: EntryKind,
    /// Whether its owner may run it.
    pub executable: bool,
    /// Bytes of content, or of the link's target.
    pub size: u64,
}

/// Why an entry could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is no such entry.
    #[error("{0} is not in the skill")]
    Missing(String),
    /// It has more bytes than the reader allows.
    #[error("{path} has more than {limit} bytes")]
    TooLarge {
        /// Which entry.
        path: String,
        /// The limit that was given.
        limit: usize,
    },
    /// It is neither a file nor a link.
    #[error("{0} is not a regular file")]
    NotAFile(String),
    /// The system could not read it.
    #[error("{path} cannot be read: {cause}")]
    Failed {
        /// Which entry.
        path: String,
        /// What the system said.
        cause: std::io::Error,
    },
}

/// A skill's files, wherever they are: a directory, an archive, memory.
pub trait Tree {
    /// All entries, sorted by the bytes of their paths.
    fn entries(&self) -> &[Entry];

    /// The content of a file or the target of a link, if it has at most `limit` bytes.
    fn read(&self, path: &TreePath, limit: usize) -> Result<Vec<u8>, ReadError>;

    /// The entry at a path.
    fn entry(&self, path: &TreePath) -> Option<&Entry> {
        let entries = self.entries();
        let at = entries.binary_search_by(|entry| entry.path.cmp(path)).ok()?;
        Some(&entries[at])
    }

    /// Whether a path names an entry or a directory above one.
    fn holds(&self, path: &TreePath) -> bool {
        if path.is_root() || self.entry(path).is_some() {
            return true;
        }
        let mut prefix = path.as_bytes().to_vec();
        prefix.push(b'/');
        let entries = self.entries();
        let at = entries.partition_point(|entry| entry.path.as_bytes() < prefix.as_slice());
        entries.get(at).is_some_and(|entry| entry.path.as_bytes().starts_with(&prefix))
    }
}

/// The SHA-256 digest of a tree or a file, written `sha256:<hex>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Of some bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// A digest that was taken elsewhere, as where a file is hashed while it is read.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Of a whole tree: over the byte-sorted lines
    /// `path NUL kind NUL x-bit NUL sha256-of-content-or-link-target LF`. Nothing is left out;
    /// something that is not a file or a link counts with empty content.
    pub fn of_tree(tree: &dyn Tree, limit: usize) -> Result<Self, ReadError> {
        let mut hash = TreeHash::default();
        for entry in tree.entries() {
            let content = match entry.kind {
                EntryKind::File | EntryKind::Link => tree.read(&entry.path, limit)?,
                EntryKind::Other => Vec::new(),
            };
            hash.add(entry, Self::of_bytes(&content));
        }
        Ok(hash.finish())
    }

    /// The 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        use fmt::Write as _;
        self.0.iter().fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// The digest of a tree whose contents are hashed by whoever reads them. Entries are added in the order
/// of the tree.
#[derive(Debug, Default)]
pub struct TreeHash(Sha256);

impl TreeHash {
    /// Adds an entry and the digest of its content or of its link's target.
    pub fn add(&mut self, entry: &Entry, content: Digest) {
        let kind: &[u8] = match entry.kind {
            EntryKind::File => b"file",
            EntryKind::Link => b"link",
            EntryKind::Other => b"other",
        };
        let executable: &[u8] = if entry.executable { b"x" } else { b"-" };
        let parts = [entry.path.as_bytes(), b"\0", kind, b"\0", executable, b"\0"];
        for part in parts {
            self.0.update(part);
        }
        self.0.update(content.hex().as_bytes());
        self.0.update(b"\n");
    }

    /// The digest of what was added.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "sha256:{}", self.hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// A tree in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryTree {
    entries: Vec<Entry>,
    contents: BTreeMap<TreePath, Vec<u8>>,
}

impl MemoryTree {
    /// A tree of the given files; the last of equal paths counts.
    pub fn new(files: impl IntoIterator<Item = (Entry, Vec<u8>)>) -> Self {
        let mut by_path = BTreeMap::new();
        for (mut entry, content) in files {
            entry.size = content.len() as u64;
            by_path.insert(entry.path.clone(), (entry, content));
        }
        let mut tree = Self::default();
        for (path, (entry, content)) in by_path {
            tree.entries.push(entry);
            tree.contents.insert(path, content);
        }
        tree
    }

    /// A tree of text files that are not executable. Paths that no tree can hold are left out.
    pub fn of_texts<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self::new(files.into_iter().filter_map(|(path, text)| {
            let path = TreePath::new(path)?;
            let entry = Entry { path, kind: EntryKind::File, executable: false, size: 0 };
            Some((entry, text.as_bytes().to_vec()))
        }))
    }
}

impl Tree for MemoryTree {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, path: &TreePath, limit: usize) -> Result<Vec<u8>, ReadError> {
        let entry = self.entry(path).ok_or_else(|| ReadError::Missing(path.display()))?;
        if entry.kind == EntryKind::Other {
            return Err(ReadError::NotAFile(path.display()));
        }
        let content = self.contents.get(path).cloned().unwrap_or_default();
        if content.len() > limit {
            return Err(ReadError::TooLarge { path: path.display(), limit });
        }
        Ok(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        for bad in ["/etc", "a//b", "../x", "a/../b", "./a", "a\0b", "a/"] {
            assert!(TreePath::new(bad).is_none(), "{bad:?}");
        }
        let docs = TreePath::new("docs").unwrap();
        assert_eq!(docs.resolve("../a/./b.md"), TreePath::new("a/b.md"));
        assert_eq!(docs.resolve("../../a"), None);
        assert_eq!(docs.resolve("/a"), None);
    }

    #[test]
    fn the_digest_sees_path_kind_bit_and_content() {
        let digest = |files: &[(&str, EntryKind, bool, &str)]| {
            let tree = MemoryTree::new(files.iter().map(|(path, kind, executable, content)| {
                let path = TreePath::new(*path).unwrap();
                (
                    Entry { path, kind: *kind, executable: *executable, size: 0 },
                    content.as_bytes().to_vec(),
                )
            }));
            Digest::of_tree(&tree, 1 << 20).unwrap()
        };
        use EntryKind::{File, Link};
        let base = digest(&[("a", File, false, "x"), ("b", File, false, "y")]);
        assert_eq!(base, digest(&[("b", File, false, "y"), ("a", File, false, "x")]));
        assert_ne!(base, digest(&[("a", File, true, "x"), ("b", File, false, "y")]));
        assert_ne!(base, digest(&[("a", Link, false, "x"), ("b", File, false, "y")]));
        assert_ne!(base, digest(&[("a", File, false, "z"), ("b", File, false, "y")]));
        assert_ne!(base, digest(&[("a", File, false, "x"), ("c", File, false, "y")]));
        // The value of the empty tree is the SHA-256 of nothing: the format cannot drift unnoticed.
        assert_eq!(
            digest(&[]).to_string(),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn a_directory_is_held_by_what_is_below_it() {
        let tree = MemoryTree::of_texts([("scripts/a.sh", ""), ("scripts-old", "")]);
        for (path, held) in
            [("scripts", true), ("scripts/a.sh", true), ("script", false), ("scripts/b", false)]
        {
            assert_eq!(tree.holds(&TreePath::new(path).unwrap()), held, "{path}");
        }
    }
}
