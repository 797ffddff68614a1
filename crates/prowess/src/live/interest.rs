//! What matters of what happens in a directory.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// Files that keep skills below them from being loaded, where an agent heeds them.
const OF_IGNORING: [&str; 3] = [".gitignore", ".ignore", ".fdignore"];

/// What matters of what happens in a directory. Several reasons may be at work at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Interest {
    /// It is part of a skill: every file of it matters.
    pub(super) all: bool,
    /// It is searched for skills: directories matter, and files that describe a skill or hide one.
    pub(super) searched: bool,
    /// Single Markdown files in it are skills.
    pub(super) flat: bool,
    /// What is or will be called so matters.
    pub(super) names: BTreeSet<OsString>,
    /// What is in the files of those names matters too.
    pub(super) content: bool,
}

impl Interest {
    pub(super) fn all() -> Self {
        Self { all: true, ..Self::default() }
    }

    pub(super) fn searched(flat: bool) -> Self {
        Self { searched: true, flat, ..Self::default() }
    }

    pub(super) fn named(name: &OsStr, content: bool) -> Self {
        Self { names: [name.to_owned()].into(), content, ..Self::default() }
    }

    /// Adds a reason.
    pub(super) fn add(&mut self, other: Self) {
        self.all |= other.all;
        self.searched |= other.searched;
        self.flat |= other.flat;
        self.content |= other.content;
        self.names.extend(other.names);
    }

    /// Whether only a few names in the directory matter.
    pub(super) fn is_narrow(&self) -> bool {
        !self.all && !self.searched
    }

    /// Whether it matters what happens to an entry. `leads_on` says of one that is no directory whether
    /// it is, or was, a link to one.
    pub(super) fn matters(
        &self,
        name: &OsStr,
        is_directory: bool,
        leads_on: impl FnOnce() -> bool,
    ) -> bool {
        if self.all || self.names.contains(name) {
            return true;
        }
        self.searched
            && (is_directory
                || describes(name)
                || OF_IGNORING.iter().any(|of_ignoring| name == *of_ignoring)
                || (self.flat && is_markdown(name))
                || leads_on())
    }
}

/// Whether a file of that name can describe a skill.
pub(super) fn describes(name: &OsStr) -> bool {
    name.eq_ignore_ascii_case("skill.md") || name == "manifest.json"
}

fn is_markdown(name: &OsStr) -> bool {
    let bytes = name.as_bytes();
    let end = &bytes[bytes.len().saturating_sub(3)..];
    end.eq_ignore_ascii_case(b".md")
}

/// Something that happened in a directory, or to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    /// What it happened to.
    pub(super) path: PathBuf,
    /// That was not there before.
    pub(super) created: bool,
}

impl Notice {
    /// Of an entry of a directory.
    pub(super) fn of(directory: &Path, name: &OsStr, created: bool) -> Self {
        Self { path: directory.join(name), created }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_depends_on_why_a_directory_is_watched() {
        let named = Interest::named("skills".as_ref(), false);
        let searched = Interest::searched(false);
        let flat = Interest::searched(true);
        let table = [
            (Interest::all(), "run.sh", false, true),
            (named.clone(), "skills", true, true),
            (named, "notes", true, false),
            (searched.clone(), "new", true, true),
            (searched.clone(), "SKILL.md", false, true),
            (searched.clone(), "skill.md", false, true),
            (searched.clone(), ".gitignore", false, true),
            (searched.clone(), "notes.md", false, false),
            (searched, "build.log", false, false),
            (flat, "notes.md", false, true),
        ];
        for (interest, name, is_directory, expected) in table {
            let found = interest.matters(name.as_ref(), is_directory, || false);
            assert_eq!(found, expected, "{name} {interest:?}");
        }
        assert!(Interest::searched(false).matters("link".as_ref(), false, || true));
    }
}
