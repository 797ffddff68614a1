//! An archive as the tree of a skill.

use std::collections::BTreeMap;

use prowess_format::tree::{Entry, MemoryTree, ReadError};
use prowess_format::{Tree, TreePath};

use crate::contents::{Contents, Member};
use crate::sniff::Format;
use crate::trouble::Trouble;

/// What macOS puts beside everything it packs: no part of the directory that was packed.
const BESIDE: &[u8] = b"__MACOSX";

/// The entries of an archive that have a safe place, as a tree; the last of equal paths counts, as for
/// those who unpack it. Everything else of the archive is kept beside it.
///
/// An archive of one directory that is a skill is the tree of that directory.
#[derive(Clone, Debug)]
pub struct ArchiveTree {
    tree: MemoryTree,
    format: Option<Format>,
    top: Option<Vec<u8>>,
    outside: Vec<Member>,
    replaced: Vec<Member>,
    troubles: Vec<Trouble>,
}

impl ArchiveTree {
    /// The tree of what was read.
    pub fn new(contents: Contents) -> Self {
        let Contents { format, entries, troubles } = contents;
        let (inside, outside): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|member| member.path.is_some());
        let top = top(&inside).map(<[u8]>::to_vec);
        let (mut last, mut replaced) = (BTreeMap::new(), Vec::new());
        for mut member in inside {
            let Some(path) = member.path.take().map(|path| below(top.as_deref(), path)) else {
                continue;
            };
            member.path = Some(path.clone());
            replaced.extend(last.insert(path, member));
        }
        let files = last.into_iter().map(|(path, member)| {
            let Member { kind, executable, bytes, .. } = member;
            (Entry { path, kind, executable, size: 0 }, bytes)
        });
        Self { tree: MemoryTree::new(files), format, top, outside, replaced, troubles }
    }

    /// What the archive is.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// The name of the one directory that was taken off all paths: by it a skill goes.
    pub fn top(&self) -> Option<&[u8]> {
        self.top.as_deref()
    }

    /// The members that have no safe place, and so are not in the tree.
    pub fn outside(&self) -> &[Member] {
        &self.outside
    }

    /// The members in whose places later ones are, each with the path it has in the tree. A program that
    /// keeps the first of two sees these.
    pub fn replaced(&self) -> &[Member] {
        &self.replaced
    }

    /// What is wrong with the archive.
    pub fn troubles(&self) -> &[Trouble] {
        &self.troubles
    }
}

impl Tree for ArchiveTree {
    fn entries(&self) -> &[Entry] {
        self.tree.entries()
    }

    fn read(&self, path: &TreePath, limit: usize) -> Result<Vec<u8>, ReadError> {
        self.tree.read(path, limit)
    }
}

/// The directory of the one `SKILL.md` below the root, if nothing is outside of it.
fn top(members: &[Member]) -> Option<&[u8]> {
    let paths = || members.iter().filter_map(|member| Some(member.path.as_ref()?.as_bytes()));
    let top = paths().find_map(|path| {
        path.strip_suffix(b"/SKILL.md").filter(|top| !top.contains(&b'/') && *top != BESIDE)
    })?;
    let is_clean = |path: &[u8]| match split(path) {
        // Two different files must not come to one path.
        Some((first, rest)) if first == top => {
            split(rest).map_or(rest, |(second, _)| second) != BESIDE
        }
        Some((first, _)) => first == BESIDE,
        None => false,
    };
    paths().all(is_clean).then_some(top)
}

/// A path without the directory at its top, if it is that.
fn below(top: Option<&[u8]>, path: TreePath) -> TreePath {
    match split(path.as_bytes()) {
        Some((first, rest)) if Some(first) == top => TreePath::new(rest).unwrap_or(path),
        _ => path,
    }
}

/// The first part of a path, and what is below it.
fn split(path: &[u8]) -> Option<(&[u8], &[u8])> {
    let slash = path.iter().position(|byte| *byte == b'/')?;
    Some((&path[..slash], &path[slash + 1..]))
}
