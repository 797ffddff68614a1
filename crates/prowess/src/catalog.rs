//! The catalog: an immutable snapshot of every candidate and what became of it.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use prowess_format::place::Trouble;
use prowess_format::rules::DocumentKind;
use prowess_format::{Diagnostic, Skill, name};
use prowess_scan::Verdict;
use sha2::{Digest as _, Sha256};

use crate::discover::Candidate;
use crate::file_identity::FileIdentity;
use crate::profile::Profile;
use crate::resolve::Status;
use crate::roots::Root;
use crate::trust::Standing;

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
    /// How many of these are about the skill alone, the first ones: the others came with what is around it.
    pub(crate) own_diagnostics: usize,
    /// What became of it.
    pub status: Status,
    /// What the scanner said, where it was asked while the skill was loaded.
    pub verdict: Option<Verdict>,
    /// Why it is kept out of what a model is shown, where it is.
    pub(crate) hidden: Option<Box<str>>,
    /// What users are shown in place of its name.
    pub(crate) label: Option<Box<str>>,
    /// How much of it the agent's settings let a model see.
    pub(crate) shown: Shown,
    /// Whether what it brings may run, where that is not as for its root.
    pub(crate) standing: Option<Box<Standing>>,
    /// Bytes of the file.
    pub(crate) size: u64,
    /// When the file was last changed.
    pub(crate) modified: Option<std::time::SystemTime>,
    /// Which file was read; nothing where it is part of the program or could not be read.
    pub(crate) identity: Option<FileIdentity>,
}

impl CatalogEntry {
    /// Whether what it brings may run: it is the user's own, or of a project that is trusted.
    pub fn standing(&self) -> &Standing {
        self.standing.as_deref().unwrap_or(&self.root.standing)
    }

    /// What the agent shows its users: mostly the name.
    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or_else(|| self.skill.name_text())
    }

    /// What is to be said about it alone, whatever is around it.
    pub(crate) fn own_diagnostics(&self) -> &[Diagnostic] {
        self.diagnostics.get(..self.own_diagnostics).unwrap_or(&self.diagnostics)
    }

    /// Whether its author, or a setting of the agent, keeps it out of what a model is shown.
    pub fn is_hidden(&self) -> bool {
        self.hidden.is_some()
    }

    /// What does that, in words.
    pub(crate) fn hidden_by(&self) -> Option<&str> {
        self.hidden.as_deref()
    }

    /// Its version as spelled. A manifest's stands below `metadata`, where strict readers allow it.
    pub(crate) fn version(&self, document: DocumentKind) -> Option<&str> {
        let frontmatter = &self.skill.frontmatter;
        let value = match document {
            DocumentKind::SkillMd => frontmatter.get("version"),
            DocumentKind::Manifest => frontmatter.get("metadata")?.get("version"),
        };
        value?.text()
    }
}

/// How much of a skill a model is shown by the agent's settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shown {
    /// All that is listed.
    #[default]
    All,
    /// Its name.
    Name,
}

/// A snapshot of all candidates. It never changes; a change on disk makes another one.
#[derive(Debug)]
pub struct Catalog {
    pub(crate) profile: Arc<Profile>,
    /// The tools the agent offers, where that is known.
    pub(crate) tools: Option<Vec<String>>,
    entries: Vec<CatalogEntry>,
    troubles: Vec<(PathBuf, Trouble)>,
    /// Made when it is first asked for: most listings print none.
    revision: OnceLock<String>,
    /// The words of the skills, once somebody has searched.
    pub(crate) index: OnceLock<crate::search::Index>,
}

impl Catalog {
    pub(crate) fn new(
        profile: Arc<Profile>,
        tools: Option<Vec<String>>,
        entries: Vec<CatalogEntry>,
        troubles: Vec<(PathBuf, Trouble)>,
    ) -> Self {
        let (revision, index) = (OnceLock::new(), OnceLock::new());
        Self { profile, tools, entries, troubles, revision, index }
    }

    /// The profile it was made with.
    pub fn profile(&self) -> &str {
        &self.profile.name
    }

    /// A hash of the profile and the resolved entries: equal where nothing changed.
    pub fn revision(&self) -> &str {
        self.revision.get_or_init(|| revision(&self.profile, &self.entries))
    }

    /// Every candidate, in the order of discovery.
    pub fn entries(&self) -> &[CatalogEntry] {
        &self.entries
    }

    /// The skills that are loaded, sorted by name: without case first, then exactly, then by path.
    pub fn active(&self) -> Vec<&CatalogEntry> {
        let active = self.entries.iter().filter(|entry| entry.status == Status::Active);
        let mut active: Vec<(Cow<'_, str>, &str, &CatalogEntry)> = active
            .map(|entry| {
                let name = entry.skill.name_text();
                let lower = match name::has_capitals(name) {
                    true => Cow::Owned(name.to_lowercase()),
                    false => Cow::Borrowed(name),
                };
                (lower, name, entry)
            })
            .collect();
        // The stable sort: directories come sorted, and mostly are what their skills are called.
        active.sort_by(|a, b| {
            let paths = || a.2.candidate.file.cmp(&b.2.candidate.file);
            a.0.cmp(&b.0).then_with(|| a.1.cmp(b.1)).then_with(paths)
        });
        active.into_iter().map(|(_, _, entry)| entry).collect()
    }

    /// Places that could not be searched.
    pub fn troubles(&self) -> &[(PathBuf, Trouble)] {
        &self.troubles
    }
}

fn revision(profile: &Profile, entries: &[CatalogEntry]) -> String {
    use std::os::unix::ffi::OsStrExt as _;
    let mut hash = Sha256::new();
    // All of it: a user's own profile may change under the same name.
    hash.update(format!("{profile:?}"));
    for entry in entries {
        let modified = entry.modified.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        let modified = modified.map_or(u128::MAX, |since| since.as_nanos());
        let path = entry.candidate.file.as_os_str().as_bytes();
        let head = entry.skill.frontmatter.span().end as usize;
        let head = &entry.skill.text().as_bytes()[..head];
        // The lengths keep apart what stands side by side.
        for number in [entry.size, path.len() as u64, head.len() as u64] {
            hash.update(number.to_le_bytes());
        }
        hash.update(modified.to_le_bytes());
        let trusted = u8::from(*entry.standing() == Standing::Trusted);
        hash.update([entry.shown as u8, trusted, u8::from(entry.is_hidden())]);
        hash.update(entry.skill.name_text());
        hash.update(path);
        hash.update(head);
        match &entry.status {
            Status::Active => hash.update([0]),
            other => hash.update(format!("{other:?}")),
        }
    }
    let digest: [u8; 32] = hash.finalize().into();
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
