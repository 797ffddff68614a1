//! What is in an archive, as values.

use prowess_format::TreePath;
use prowess_format::tree::EntryKind;

use crate::sniff::Format;
use crate::trouble::Trouble;

/// What was read of an archive, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// What it is; `None` where the bytes are no archive.
    pub format: Option<Format>,
    /// Files, links and devices in the order in which they stand. Directories are none of them: they
    /// are there by the paths below them.
    pub entries: Vec<Member>,
    /// What is wrong, in the order in which it was seen; at most a few for each entry.
    pub troubles: Vec<Trouble>,
}

impl Contents {
    /// What is wrong with the entries of a name, as it is written in the archive.
    pub fn troubles_of<'a>(&'a self, name: &'a [u8]) -> impl Iterator<Item = &'a Trouble> {
        self.troubles.iter().filter(move |trouble| trouble.entry.as_deref() == Some(name))
    }
}

/// One file, link or device of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name as it is written, cut at [`NAME_BYTES`](crate::limits::NAME_BYTES).
    pub name: Vec<u8>,
    /// Where it belongs: the name without `.` and doubled slashes. `None` where that place would be
    /// unsafe (absolute, climbing, with a NUL, empty, too long), and for what a gzip holds under no name.
    pub path: Option<TreePath>,
    /// What it is. A hard link is the file that it names.
    pub kind: EntryKind,
    /// Whether its owner may run it.
    pub executable: bool,
    /// The content, or the target of a symbolic link.
    pub bytes: Vec<u8>,
    /// Whether that is all of it. It is not where a limit cut it off, or it is encrypted or broken.
    pub whole: bool,
    /// What a symbolic or hard link names.
    pub link_target: Option<Vec<u8>>,
}
