//! Agents: where skills are put for each, and how to recognise that it is on a machine.

mod present;
mod table;

use serde::Deserialize;

pub use present::{Present, present};
pub use table::{Agent, agents, find};

/// The `[install]` table of a profile, and a row of `agents.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Install {
    /// Where a project's skills are put; nothing where the agent has no such place.
    #[serde(default)]
    pub project: Option<String>,
    /// Where the user's are; nothing where the agent has no such place.
    #[serde(default)]
    pub user: Option<String>,
    /// Files or directories that are there where the agent is, as paths with the placeholders of a
    /// root. One of them is enough.
    #[serde(default)]
    pub detect: Vec<String>,
    /// Programs that are there where the agent is. One of them is enough.
    #[serde(default)]
    pub programs: Vec<String>,
}

impl Install {
    /// Whether it says something.
    pub(crate) fn check(&self) -> Result<(), String> {
        let paths = self.project.iter().chain(&self.user).chain(&self.detect);
        paths.map(String::as_str).try_for_each(crate::roots::check_placeholders)
    }
}
