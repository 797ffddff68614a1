//! Skills in archives: scanned as they are, without unpacking anything to a disk.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;

use prowess_format::{Entry, MemoryTree, Tree as _, TreePath};
use prowess_package::{ArchiveTree, Budget, Member, read};

use super::ScanError;
use super::snapshot::Snapshot;
use crate::limits;
use crate::read::read_bounded;

/// How the names of archives end.
const ENDINGS: [&str; 6] = [".skill", ".zip", ".tar", ".tar.gz", ".tgz", ".gz"];

/// Things that are wrong with an archive and are told.
const TOLD: usize = 3;

/// The name of an archive without its ending; nothing where a file is none by its name.
pub(super) fn stem(path: &Path) -> Option<String> {
    let name = path.file_name().map(OsStr::to_string_lossy)?;
    let lower = name.to_ascii_lowercase();
    let ending = ENDINGS.iter().find(|ending| lower.ends_with(**ending))?;
    Some(name[..name.len() - ending.len()].to_owned())
}

/// The files of a skill that is an archive. What is wrong with the archive keeps it from being allowed:
/// two programs may see different files in it.
pub(super) fn open_archive(path: &Path) -> Result<Snapshot, ScanError> {
    let failed = |cause: String| ScanError::Archive { path: path.to_owned(), cause };
    let bytes = read_bounded(path, limits::ARCHIVE_BYTES)
        .map_err(|error| failed(error.to_string()))?
        .ok_or_else(|| failed(format!("it has more than {} bytes", limits::ARCHIVE_BYTES)))?;
    let contents = read(&bytes, &mut Budget::default());
    if contents.format.is_none() {
        return Err(failed("it is no archive of a known format".to_owned()));
    }
    let tree = ArchiveTree::new(contents);
    let beside = beside(&tree, path);
    let mut snapshot = match beside.is_empty() {
        true => Snapshot::of_tree(&tree),
        false => Snapshot::of_tree(&with(&tree, beside)),
    };
    let troubles = tree.troubles();
    if !troubles.is_empty() {
        let mut told: Vec<String> = troubles.iter().take(TOLD).map(ToString::to_string).collect();
        if troubles.len() > TOLD {
            told.push(format!("{} more", troubles.len() - TOLD));
        }
        snapshot.incomplete = Some(told.join("; "));
        // No directory has these files, so none has their digest.
        snapshot.digest = None;
    }
    Ok(snapshot)
}

/// Members that are not in the tree and are scanned all the same, each at a path that shows its name.
fn beside<'a>(tree: &'a ArchiveTree, archive: &Path) -> Vec<(TreePath, &'a Member)> {
    let mut taken: HashSet<TreePath> = HashSet::new();
    // Where the search for a free path goes on: an archive may have thousands of one name.
    let mut numbers: HashMap<TreePath, usize> = HashMap::new();
    let mut beside = Vec::new();
    let replaced = tree.replaced().iter().map(|member| (member.path.clone(), "(replaced)", member));
    let outside = tree.outside().iter().map(|member| (None, "(outside)", member));
    for (path, why, member) in replaced.chain(outside) {
        let path = path.unwrap_or_else(|| match member.name.is_empty() {
            // What a gzip holds has the name of the gzip.
            true => shown(stem(archive).unwrap_or_default().as_bytes()),
            false => shown(&member.name),
        });
        let mut free = path.clone();
        while tree.holds(&free) || !taken.insert(free.clone()) {
            let number = numbers.entry(path.clone()).or_default();
            *number += 1;
            let under = if *number == 1 { why.to_owned() } else { format!("{why} {number}") };
            free =
                TreePath::new([under.as_bytes(), path.as_bytes()].join(&b'/')).unwrap_or_default();
        }
        beside.push((free, member));
    }
    beside
}

/// A name that no tree can hold, as a path that says it: `../../x` is `(..)/(..)/x`.
fn shown(name: &[u8]) -> TreePath {
    let mut path: Vec<u8> = Vec::with_capacity(name.len() + 8);
    for (at, part) in name.split(|&byte| byte == b'/').enumerate() {
        let part: &[u8] = match part {
            b"" if at == 0 => b"(root)",
            b"" | b"." => continue,
            b".." => b"(..)",
            part => part,
        };
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend(part.iter().map(|byte| if *byte == 0 { b'?' } else { *byte }));
    }
    TreePath::new(path).filter(|path| !path.is_root()).unwrap_or_else(TreePath::skill_file)
}

fn with(tree: &ArchiveTree, beside: Vec<(TreePath, &Member)>) -> MemoryTree {
    let inside = tree.entries().iter().map(|entry| {
        let content = tree.read(&entry.path, prowess_package::limits::ENTRY_BYTES);
        (entry.clone(), content.unwrap_or_default())
    });
    let beside = beside.into_iter().map(|(path, member)| {
        let (kind, executable) = (member.kind, member.executable);
        (Entry { path, kind, executable, size: 0 }, member.bytes.clone())
    });
    MemoryTree::new(inside.chain(beside))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn names_that_no_tree_can_hold_are_shown() {
        for (name, path) in [
            ("../../up.js", "(..)/(..)/up.js"),
            ("/etc/cron.d/x", "(root)/etc/cron.d/x"),
            ("a/./b//c/../d", "a/b/c/(..)/d"),
            ("..\\..\\up.js", "..\\..\\up.js"),
            ("C:\\x.js", "C:\\x.js"),
            ("a\0b", "a?b"),
            ("..", "(..)"),
            ("", "(root)"),
        ] {
            assert_eq!(shown(name.as_bytes()).display(), path);
        }
    }
}
