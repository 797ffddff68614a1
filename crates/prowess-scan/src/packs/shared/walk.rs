//! Which files are read: what the walk of a scanner would find, in the order of the paths.

use prowess_format::{Entry, EntryKind, Tree, TreePath};

use crate::packs::shared::gaps::{Gap, Gaps};

/// What is walked, and what is passed over.
pub(crate) trait Walk {
    /// Whether a directory or file of this name is passed over with all it holds, and that leaves
    /// something unread.
    fn passes_over(&self, name: &str) -> bool;

    /// Whether the user asked to leave this file out: nothing is unread by mistake.
    fn leaves_out(&self, _path: &str) -> bool {
        false
    }

    /// Whether a link to a file inside the skill is read as that file.
    fn follows_links(&self) -> bool;

    /// How many files are read.
    fn max_files(&self) -> usize;
}

/// Whether a file is one whose source is scanned, by its name.
pub(crate) fn is_scannable(path: &str) -> bool {
    const EXTENSIONS: [&str; 8] = ["js", "ts", "mjs", "cjs", "mts", "cts", "jsx", "tsx"];
    let name = path.rsplit('/').next().unwrap_or_default();
    // A name that is nothing but `.js` has no extension.
    let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    extension.is_some_and(|(_, extension)| {
        EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension))
    })
}

/// The files to read, `first` before all others; what is not read goes to the gaps.
pub(crate) fn select(
    tree: &dyn Tree,
    walk: &dyn Walk,
    first: Vec<TreePath>,
    gaps: &mut Gaps,
) -> Vec<TreePath> {
    let mut chosen = first;
    let named = chosen.len();
    for entry in tree.entries() {
        let path = entry.path.display();
        if !is_scannable(&path) || walk.leaves_out(&path) || chosen[..named].contains(&entry.path) {
            continue;
        }
        if path.split('/').any(|name| walk.passes_over(name)) {
            gaps.add(Gap::PassedOver, &path);
        } else if entry.kind == EntryKind::Link && !walk.follows_links() {
            gaps.add(Gap::Unreadable, &path);
        } else {
            chosen.push(entry.path.clone());
        }
    }
    let limit = walk.max_files().max(1);
    for left in chosen.iter().skip(limit) {
        gaps.add(Gap::Files(limit), &left.display());
    }
    chosen.truncate(limit);
    chosen
}

/// The regular file that a path names, through links that stay inside the skill.
pub(crate) fn file_behind<'t>(tree: &'t dyn Tree, path: &TreePath) -> Option<&'t Entry> {
    /// Links to links that are followed, and bytes of a target.
    const HOPS: usize = 8;
    const TARGET_BYTES: usize = 4096;
    let mut entry = tree.entry(path)?;
    for _ in 0..HOPS {
        match entry.kind {
            EntryKind::File => return Some(entry),
            EntryKind::Other => return None,
            EntryKind::Link => {
                let target = tree.read(&entry.path, TARGET_BYTES).ok()?;
                let target = std::str::from_utf8(&target).ok()?;
                entry = tree.entry(&entry.path.parent().resolve(target)?)?;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::is_scannable;

    #[test]
    fn scannable_by_extension_in_either_case() {
        for name in ["a.ts", "a.js", "a.mjs", "a.cjs", "a.mts", "a.cts", "a.tsx", "d/a.jsx", "F.TS"]
        {
            assert!(is_scannable(name), "{name}");
        }
        for name in ["a.md", "a.json", "a.py", "a.css", "js", ".js", "a.js/b", ""] {
            assert!(!is_scannable(name), "{name}");
        }
    }
}
