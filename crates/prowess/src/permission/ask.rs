//! A question, and who answers it.

use std::path::PathBuf;

use prowess_format::Digest;
use serde::{Deserialize, Serialize};

/// What permission is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Permission {
    /// A model loads a skill.
    Skill,
    /// Commands of a skill run.
    Command,
}

impl std::fmt::Display for Permission {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Skill => "skill",
            Self::Command => "command",
        })
    }
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionRequest {
    /// What for.
    pub permission: Permission,
    /// In which conversation.
    pub session: Option<String>,
    /// The skill.
    pub skill: String,
    /// Its directory, or its file where it is a single one.
    pub path: PathBuf,
    /// What it is about: the skill's name, or its commands as they are written.
    pub patterns: Vec<String>,
    /// What `always` would save.
    pub always: Vec<String>,
    /// The tree that an approval is bound to; without one it holds only once.
    pub digest: Option<Digest>,
    /// Its commands reach the network.
    pub network: bool,
    /// The names of the variables that the user's settings give its commands.
    pub variables: Vec<String>,
}

impl PermissionRequest {
    /// What is asked for, in a few words.
    pub fn what(&self) -> String {
        match self.permission {
            Permission::Skill => format!("skill `{}`", self.skill),
            Permission::Command => format!("commands of skill `{}`", self.skill),
        }
    }
}

/// What they answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes, this time.
    Once,
    /// Yes, for as long as nothing of the skill changes.
    Always,
    /// No.
    Reject {
        /// What the model is to be told.
        message: Option<String>,
    },
    /// There is nobody to answer.
    Nobody,
}

/// Somebody who can be asked.
pub trait Ask {
    /// Asks, and waits for the answer.
    fn ask(&mut self, request: &PermissionRequest) -> Answer;
}

/// Nobody: whatever is not allowed already is refused.
#[derive(Clone, Copy, Debug, Default)]
pub struct DenyAll;

impl Ask for DenyAll {
    fn ask(&mut self, _: &PermissionRequest) -> Answer {
        Answer::Nobody
    }
}

/// Somebody who was asked before and said yes, this time.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllowOnce;

impl Ask for AllowOnce {
    fn ask(&mut self, _: &PermissionRequest) -> Answer {
        Answer::Once
    }
}

impl<F: FnMut(&PermissionRequest) -> Answer> Ask for F {
    fn ask(&mut self, request: &PermissionRequest) -> Answer {
        self(request)
    }
}
