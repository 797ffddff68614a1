//! The fields of oh-my-pi.

use super::read;
use crate::frontmatter::Frontmatter;

/// What oh-my-pi reads beside name and description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omp {
    /// Globs of the files the skill is about.
    pub globs: Vec<String>,
    /// It applies without being asked for.
    pub always_apply: bool,
    /// It is not listed to the model, though it can be read and invoked. Both `hide` and
    /// `disableModelInvocation` say so.
    pub hide: bool,
    /// It is loaded at all; so unless it says no.
    pub enabled: bool,
}

impl Omp {
    /// Reads the fields.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        let says = |key| read::flag(frontmatter, key) == Some(true);
        Self {
            globs: read::globs(frontmatter, "globs"),
            always_apply: says("alwaysApply"),
            hide: says("hide") || says("disable-model-invocation"),
            enabled: read::flag(frontmatter, "enabled").unwrap_or(true),
        }
    }
}
