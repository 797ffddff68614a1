//! Entries as they are found: each is counted, and its name and its link judged, in one way for all
//! formats.

use std::collections::HashMap;

use prowess_format::TreePath;
use prowess_format::tree::EntryKind;

use crate::budget::Budget;
use crate::contents::{Contents, Member};
use crate::limits::NAME_BYTES;
use crate::path;
use crate::sniff::Format;
use crate::trouble::{Trouble, TroubleKind};

/// What has been found so far, and what may still be spent.
pub(crate) struct Gather<'b> {
    pub(crate) budget: &'b mut Budget,
    contents: Contents,
    /// The last member at a path.
    by_path: HashMap<TreePath, usize>,
}

/// A file, link or device as an archive describes it.
pub(crate) struct Found<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) kind: EntryKind,
    pub(crate) executable: bool,
    pub(crate) bytes: Vec<u8>,
    pub(crate) whole: bool,
    pub(crate) link_target: Option<Vec<u8>>,
}

impl<'b> Gather<'b> {
    pub(crate) fn new(format: Option<Format>, budget: &'b mut Budget) -> Self {
        let contents = Contents { format, entries: Vec::new(), troubles: Vec::new() };
        Self { budget, contents, by_path: HashMap::new() }
    }

    /// It turned out to be something more particular.
    pub(crate) fn is_rather(&mut self, format: Format) {
        self.contents.format = Some(format);
    }

    pub(crate) fn trouble(&mut self, entry: Option<&[u8]>, kind: TroubleKind) {
        let entry = entry.map(|name| cut(name).to_vec());
        self.contents.troubles.push(Trouble { entry, kind });
    }

    /// Whether one more entry may be looked at. The caller stops where not.
    pub(crate) fn one_more(&mut self) -> bool {
        let more = self.budget.take_entry();
        if !more {
            self.trouble(None, TroubleKind::TooManyEntries);
        }
        more
    }

    /// A directory is no member, but its name is judged.
    pub(crate) fn directory(&mut self, name: &[u8]) {
        if name.len() > NAME_BYTES {
            self.trouble(Some(name), TroubleKind::NameTooLong);
        } else if path::place(name).is_none() {
            self.trouble(Some(name), TroubleKind::UnsafePath);
        }
    }

    /// What a gzip holds under no name.
    pub(crate) fn nameless(&mut self, bytes: Vec<u8>, whole: bool) {
        self.contents.entries.push(Member {
            name: Vec::new(),
            path: None,
            kind: EntryKind::File,
            executable: false,
            bytes,
            whole,
            link_target: None,
        });
    }

    pub(crate) fn member(&mut self, found: Found<'_>) {
        let Found { name, kind, executable, bytes, whole, mut link_target } = found;
        let path = self.path(name);
        if let Some(path) = &path
            && self.by_path.insert(path.clone(), self.contents.entries.len()).is_some()
        {
            self.trouble(Some(name), TroubleKind::Duplicate);
        }
        if kind == EntryKind::Other {
            self.trouble(Some(name), TroubleKind::Device);
        }
        if let Some(target) = &mut link_target {
            if target.len() > NAME_BYTES {
                target.truncate(NAME_BYTES);
                self.trouble(Some(name), TroubleKind::NameTooLong);
            }
            let from = path.clone().unwrap_or_default();
            if kind == EntryKind::Link && path::leads_out(&from, target) {
                self.trouble(Some(name), TroubleKind::LinkOut);
            }
        }
        let name = cut(name).to_vec();
        let member = Member { name, path, kind, executable, bytes, whole, link_target };
        self.contents.entries.push(member);
    }

    fn path(&mut self, name: &[u8]) -> Option<TreePath> {
        if name.len() > NAME_BYTES {
            self.trouble(Some(name), TroubleKind::NameTooLong);
            return None;
        }
        let path = path::place(name).filter(|path| !path.is_root());
        if path.is_none() {
            self.trouble(Some(name), TroubleKind::UnsafePath);
        }
        path
    }

    /// The member that a hard link names: the last one before it at that path.
    pub(crate) fn earlier(&self, name: &[u8]) -> Option<&Member> {
        self.contents.entries.get(*self.by_path.get(&path::place(name)?)?)
    }

    /// All that was found, after a look at the names side by side.
    pub(crate) fn finish(mut self) -> Contents {
        let paths = self.contents.entries.iter().enumerate();
        let mut by_look: Vec<(Vec<u8>, usize)> = paths
            .filter_map(|(at, member)| Some((in_order(path::folded(member.path.as_ref()?)), at)))
            .collect();
        by_look.sort();
        let mut troubles = Vec::new();
        // The first of those that look alike, to which the others are compared.
        let mut first: Option<&(Vec<u8>, usize)> = None;
        // The last that is below no other: what is below it comes right after it.
        let mut top: &[u8] = &[];
        for this @ (look, at) in &by_look {
            match first {
                Some((other, earlier)) if other == look => {
                    let [path, earlier] = [*at, *earlier].map(|at| &self.contents.entries[at].path);
                    if path != earlier {
                        troubles.push((*at, TroubleKind::CaseFoldDuplicate));
                    }
                }
                _ => first = Some(this),
            }
            match is_below(look, top) {
                true => troubles.push((*at, TroubleKind::BelowFile)),
                false => top = look,
            }
        }
        troubles.sort_by_key(|(at, _)| *at);
        for (at, kind) in troubles {
            let entry = Some(self.contents.entries[at].name.clone());
            self.contents.troubles.push(Trouble { entry, kind });
        }
        self.contents
    }
}

/// A path that sorts before everything that is not below it: no path has a NUL.
fn in_order(mut path: Vec<u8>) -> Vec<u8> {
    path.iter_mut().filter(|byte| **byte == b'/').for_each(|byte| *byte = 0);
    path
}

fn is_below(path: &[u8], directory: &[u8]) -> bool {
    path.strip_prefix(directory).is_some_and(|rest| rest.first() == Some(&0))
}

/// As much of a name as is kept.
fn cut(name: &[u8]) -> &[u8] {
    &name[..name.len().min(NAME_BYTES)]
}
