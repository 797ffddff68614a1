//! Paths that a manifest names, found in the skill without leaving it.

use crate::tree::{EntryKind, Tree, TreePath};

/// Links followed for one path; more than that is a loop or a trick.
const LINK_HOPS: usize = 40;

/// Bytes of a link's target.
const LINK_BYTES: usize = 4096;

/// Where a path leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// To a regular file of the skill; the path has no links in it any more.
    Inside(TreePath),
    /// To nothing, or to something that is no regular file.
    Missing,
    /// Out of the skill.
    Outside,
}

/// Whether a path leaves the skill by its spelling alone, on any system: a backslash is as good as
/// a slash here, since the skill may be installed where it is one.
pub(super) fn leaves(path: &str) -> bool {
    is_absolute(path.as_bytes()) || TreePath::root().resolve(&path.replace('\\', "/")).is_none()
}

/// Finds the file that a path names, following links inside the skill only.
pub(super) fn find(tree: &dyn Tree, path: &str) -> Place {
    if leaves(path) {
        return Place::Outside;
    }
    let mut pending = Vec::new();
    push_segments(&mut pending, path.as_bytes());
    let mut here = TreePath::root();
    let mut hops = 0;
    while let Some(segment) = pending.pop() {
        match segment.as_slice() {
            b"" | b"." => continue,
            b".." if here.is_root() => return Place::Outside,
            b".." => {
                here = here.parent();
                continue;
            }
            _ => {}
        }
        let Some(next) = child(&here, &segment) else { return Place::Missing };
        if tree.entry(&next).is_none_or(|entry| entry.kind != EntryKind::Link) {
            here = next;
            continue;
        }
        hops += 1;
        let target = tree.read(&next, LINK_BYTES);
        match target {
            Ok(target) if is_absolute(&target) => return Place::Outside,
            Ok(target) if hops <= LINK_HOPS => push_segments(&mut pending, &target),
            _ => return Place::Missing,
        }
    }
    match tree.entry(&here) {
        Some(entry) if entry.kind == EntryKind::File => Place::Inside(here),
        _ => Place::Missing,
    }
}

/// The segments of a path, the first one on top of the stack.
fn push_segments(stack: &mut Vec<Vec<u8>>, path: &[u8]) {
    stack.extend(path.split(|&byte| byte == b'/').rev().map(<[u8]>::to_vec));
}

fn child(directory: &TreePath, segment: &[u8]) -> Option<TreePath> {
    let mut path = directory.as_bytes().to_vec();
    if !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(segment);
    TreePath::new(path)
}

/// Absolute on some system: `/x`, `\x`, and anything with a drive letter.
fn is_absolute(path: &[u8]) -> bool {
    match path {
        [b'/' | b'\\', ..] => true,
        [letter, b':', ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Entry, MemoryTree};

    fn tree() -> MemoryTree {
        use EntryKind::{File, Link, Other};
        let entries = [
            ("docs/a.md", File, "a"),
            ("docs/here", Link, "a.md"),
            ("docs/up", Link, "../b.md"),
            ("docs/out", Link, "../../b.md"),
            ("abs", Link, "/etc/passwd"),
            ("drive", Link, "C:\\x"),
            ("loop", Link, "loop"),
            ("dangling", Link, "nothing"),
            ("guide", Link, "docs"),
            ("b.md", File, "b"),
            ("pipe", Other, ""),
        ];
        MemoryTree::new(entries.map(|(path, kind, content)| {
            let path = TreePath::new(path).unwrap();
            (Entry { path, kind, executable: false, size: 0 }, content.as_bytes().to_vec())
        }))
    }

    #[test]
    fn paths_end_inside_nowhere_or_outside() {
        let inside = |path: &str| Place::Inside(TreePath::new(path).unwrap());
        let table = [
            ("docs/a.md", inside("docs/a.md")),
            ("./docs//a.md", inside("docs/a.md")),
            ("docs/../b.md", inside("b.md")),
            ("docs/here", inside("docs/a.md")),
            ("docs/up", inside("b.md")),
            ("guide/a.md", inside("docs/a.md")),
            // What stands above a linked directory is what stands above its target.
            ("guide/../b.md", inside("b.md")),
            ("docs/out", Place::Outside),
            ("guide/out", Place::Outside),
            ("abs", Place::Outside),
            ("drive", Place::Outside),
            ("../b.md", Place::Outside),
            ("docs/../../b.md", Place::Outside),
            ("docs\\..\\..\\b.md", Place::Outside),
            ("/docs/a.md", Place::Outside),
            ("\\docs", Place::Outside),
            ("C:b.md", Place::Outside),
            ("a\0b", Place::Outside),
            ("loop", Place::Missing),
            ("dangling", Place::Missing),
            ("pipe", Place::Missing),
            ("docs", Place::Missing),
            ("", Place::Missing),
            (".", Place::Missing),
            ("docs\\a.md", Place::Missing),
        ];
        for (path, expected) in table {
            assert_eq!(find(&tree(), path), expected, "{path:?}");
        }
    }
}
