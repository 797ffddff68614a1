//! The catalog: an immutable snapshot of every candidate and what became of it.

use std::path::PathBuf;
use std::sync::Arc;

use prowess_format::frontmatter::Value;
use prowess_format::place::Trouble;
use prowess_format::{Diagnostic, Digest, Skill};

use crate::discover::Candidate;
use crate::resolve::Status;
use crate::roots::Root;

/// One candidate of a catalog.
#[derive(Debug)]
pub struct CatalogEntry {
    /// What was found.
    pub candidate: Candidate,
    /// Where the search that found it began.
    pub root: Arc<Root>,
    /// What was read; the body may be missing where only the head was.
    pub skill: Skill,
    /// What is to be said about its form.
    pub diagnostics: Vec<Diagnostic>,
    /// What became of it.
    pub status: Status,
    /// Bytes of the file.
    pub(crate) size: u64,
    /// When the file was last changed.
    pub(crate) modified: Option<std::time::SystemTime>,
}

impl CatalogEntry {
    /// Whether its author keeps it out of what a model is shown.
    pub fn is_hidden(&self) -> bool {
        let flag = |key| self.skill.frontmatter.get(key).and_then(Value::as_flag);
        flag("disable-model-invocation") == Some(true) || flag("hide") == Some(true)
    }
}

/// A snapshot of all candidates. It never changes; a change on disk makes another one.
#[derive(Debug)]
pub struct Catalog {
    profile: String,
    entries: Vec<CatalogEntry>,
    troubles: Vec<(PathBuf, Trouble)>,
    revision: String,
}

impl Catalog {
    pub(crate) fn new(
        profile: &str,
        entries: Vec<CatalogEntry>,
        troubles: Vec<(PathBuf, Trouble)>,
    ) -> Self {
        let revision = revision(profile, &entries);
        Self { profile: profile.to_owned(), entries, troubles, revision }
    }

    /// The profile it was made with.
    pub fn profile(&self) -> &str {
        &self.profile
    }

    /// A hash of the profile and the resolved entries: equal where nothing changed.
    pub fn revision(&self) -> &str {
        &self.revision
    }

    /// Every candidate, in the order of discovery.
    pub fn entries(&self) -> &[CatalogEntry] {
        &self.entries
    }

    /// The skills that are loaded, sorted by name: without case first, then exactly, then by path.
    pub fn active(&self) -> Vec<&CatalogEntry> {
        let mut active: Vec<&CatalogEntry> =
            self.entries.iter().filter(|entry| entry.status == Status::Active).collect();
        active.sort_by_cached_key(|entry| {
            let name = entry.skill.name_text();
            (name.to_lowercase(), name, &entry.candidate.file)
        });
        active
    }

    /// Places that could not be searched.
    pub fn troubles(&self) -> &[(PathBuf, Trouble)] {
        &self.troubles
    }
}

fn revision(profile: &str, entries: &[CatalogEntry]) -> String {
    use std::fmt::Write as _;
    use std::os::unix::ffi::OsStrExt as _;
    let mut text = format!("{profile}\n").into_bytes();
    for entry in entries {
        text.extend_from_slice(entry.candidate.file.as_os_str().as_bytes());
        let modified = entry.modified.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        let mut line = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(line, "\0{:?}\0{}\0{:?}", entry.status, entry.size, modified);
        text.extend_from_slice(line.as_bytes());
        let head = entry.skill.frontmatter.span().end as usize;
        text.extend_from_slice(&entry.skill.text().as_bytes()[..head]);
    }
    Digest::of_bytes(&text).hex()[..16].to_owned()
}
