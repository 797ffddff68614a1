//! Scanning skills: what is dangerous in them, and what is remembered of that.
//!
//! The rules are those of [`prowess_scan`], which sees a skill's files as a value. Here is what is
//! around it: finding the skills of a path, reading each file once, verdicts that hold as long as no
//! byte changes, and the gate that keeps a blocked skill out of a catalog.

mod archive;
mod cache;
mod engine;
mod excerpt;
mod fingerprint;
mod judgement;
mod locate;
mod snapshot;
mod user_policy;

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use prowess_format::Digest;
pub use prowess_scan::{
    Baseline, Confidence, Day, Finding, Pack, Policy, Problem, Report, RulePage, Severity,
    UnknownPack, Verdict, rules,
};

use crate::discover::Candidate;
use crate::read::read_bounded;

pub(crate) use cache::VerdictCache;
pub use engine::CachedVerdicts;
pub(crate) use engine::place;
pub use excerpt::Excerpt;
pub(crate) use fingerprint::settle;
pub use judgement::Judgement;
pub(crate) use snapshot::Snapshot;
pub use user_policy::UserPolicy;

/// The state of a skill's files as it is written down; nothing where not all of them can be looked at.
pub(crate) fn fingerprint_of(candidate: &Candidate) -> Option<String> {
    fingerprint::of(candidate).map(|fingerprint| fingerprint.hex())
}

/// What a scan said about one skill.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// The answer.
    pub report: Report,
    /// The digest of the bytes it is about; nothing where not all of them could be read.
    pub digest: Option<Digest>,
    /// What is to be said about suppressions that would fit and do not hold.
    pub problems: Vec<String>,
}

/// What a scan said about one of the skills that paths name.
#[derive(Clone, Debug)]
pub struct ScannedSkill {
    /// The skill's directory, or its file where it is a single file or an archive.
    pub path: PathBuf,
    /// The name of that directory, or the stem of the file.
    pub id: String,
    /// The name the skill gives itself.
    pub name: Option<String>,
    /// The answer.
    pub scanned: Scanned,
    single_file: bool,
    /// The source lines of its findings, by their fingerprints.
    excerpts: HashMap<String, Excerpt>,
}

impl ScannedSkill {
    /// Whether its path is the file that its findings are about.
    pub fn is_single_file(&self) -> bool {
        self.single_file
    }

    /// The source line of a finding, where it has one.
    pub fn excerpt(&self, found: &Finding) -> Option<&Excerpt> {
        self.excerpts.get(&found.fingerprint)
    }
}

/// The text of a file that the user wrote for the scanner: rules, suppressions or a baseline.
pub fn read_policy_file(path: &Path) -> std::io::Result<String> {
    let invalid = |reason: String| std::io::Error::new(ErrorKind::InvalidData, reason);
    let limit = prowess_scan::limits::POLICY_BYTES;
    let bytes = read_bounded(path, limit)?
        .ok_or_else(|| invalid(format!("it has more than {limit} bytes")))?;
    String::from_utf8(bytes).map_err(|_| invalid("it is not UTF-8".to_owned()))
}

/// Why nothing was scanned.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// There is nothing at a path.
    #[error("`{}` does not exist", .0.display())]
    Missing(PathBuf),
    /// What is at a path can be no skill.
    #[error(
        "`{}` is no skill: name a directory, a SKILL.md, a Markdown file or an archive",
        .0.display()
    )]
    NotASkill(PathBuf),
    /// A path cannot be looked at.
    #[error("`{}` cannot be read: {cause}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// An archive cannot be read.
    #[error("`{}` cannot be read: {cause}", path.display())]
    Archive {
        /// The archive.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// It was cancelled.
    #[error("it was cancelled")]
    Cancelled,
}
