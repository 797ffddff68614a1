//! References to skill directories: WINK's `SkillRef`.

use std::path::{Path, PathBuf};

use prowess_format::{Severity, Skill};

use crate::check::check;
use crate::profile::Profile;

/// A reference to a directory that holds a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillRef {
    /// The directory, absolute or below `base_path`.
    pub path: PathBuf,
    /// Where a relative path begins.
    pub base_path: PathBuf,
    /// A reference that is off is not looked at.
    pub enabled: bool,
}

/// Why a reference cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("skill reference `{}`: {reason}{}", path.display(), details.as_ref().map(|text| format!(": {text}")).unwrap_or_default())]
pub struct SkillRefError {
    /// The directory it names.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: RefReason,
    /// More, where there is more to say.
    pub details: Option<String>,
}

/// What is wrong with a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefReason {
    /// There is nothing.
    NotFound,
    /// It is not a directory.
    NotDirectory,
    /// It has no `SKILL.md`.
    MissingSkillMd,
    /// Its frontmatter does not give a name and a description that the rules allow.
    InvalidFrontmatter,
}

impl std::fmt::Display for RefReason {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::NotFound => "not_found",
            Self::NotDirectory => "not_directory",
            Self::MissingSkillMd => "missing_skill_md",
            Self::InvalidFrontmatter => "invalid_frontmatter",
        })
    }
}

impl SkillRef {
    /// The directory it names.
    pub fn resolved_path(&self) -> PathBuf {
        self.base_path.join(&self.path)
    }

    /// The skill it names, by the rules of a profile; nothing where the reference is off.
    pub fn load(&self, profile: &Profile) -> Result<Option<Skill>, SkillRefError> {
        if !self.enabled {
            return Ok(None);
        }
        let path = self.resolved_path();
        let refuse = |reason, details| SkillRefError { path: path.clone(), reason, details };
        if !path.exists() {
            return Err(refuse(RefReason::NotFound, None));
        }
        if !path.is_dir() {
            return Err(refuse(RefReason::NotDirectory, None));
        }
        if !has_skill_md(&path) {
            return Err(refuse(RefReason::MissingSkillMd, None));
        }
        let mut checked = check(&path, profile);
        let one = checked.pop().ok_or_else(|| refuse(RefReason::MissingSkillMd, None))?;
        let error = one.diagnostics.iter().find(|item| item.severity == Severity::Error);
        match (error, one.skill) {
            (Some(error), _) => {
                Err(refuse(RefReason::InvalidFrontmatter, Some(error.message.clone())))
            }
            (None, Some(skill)) => Ok(Some(skill)),
            (None, None) => Err(refuse(RefReason::InvalidFrontmatter, None)),
        }
    }
}

fn has_skill_md(directory: &Path) -> bool {
    directory.join("SKILL.md").is_file()
}
