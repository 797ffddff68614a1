//! Why a skill is not started.

use std::path::PathBuf;

use prowess_format::fill;

use crate::permission::PermissionError;
use crate::scan::ScanError;

/// Why a skill is not started.
#[derive(Debug, thiserror::Error)]
pub enum ActivationError {
    /// No such skill is loaded.
    #[error("{message}")]
    NotFound {
        /// What was asked for.
        name: String,
        /// The agent's words.
        message: String,
        /// Why a skill of that name is not loaded, where there is one.
        reason: Option<String>,
        /// Skills that may be meant, the best first.
        suggestions: Vec<String>,
    },
    /// Its author, or a setting, keeps it from models.
    #[error("skill `{name}` is not for models: {reason}")]
    NotForModels {
        /// The skill.
        name: String,
        /// What keeps it from them.
        reason: String,
    },
    /// Its author keeps it from users.
    #[error("skill `{name}` is not for users: it says `{key}: false`")]
    NotForUsers {
        /// The skill.
        name: String,
        /// The key that says so.
        key: String,
    },
    /// The scanner blocks it.
    #[error("skill `{name}` is blocked: {reason}")]
    Blocked {
        /// The skill.
        name: String,
        /// What was found.
        reason: String,
    },
    /// Its file changed between being read and being scanned.
    #[error("skill `{name}` changed while it was started; start it again")]
    Changed {
        /// The skill.
        name: String,
    },
    /// It could not be scanned.
    #[error("skill `{name}` cannot be scanned: {cause}")]
    Unscanned {
        /// The skill.
        name: String,
        /// Why.
        cause: ScanError,
    },
    /// Its file cannot be read.
    #[error("skill `{name}` cannot be read from {}: {cause}", .path.display())]
    Unreadable {
        /// The skill.
        name: String,
        /// Its file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// Its text is too long.
    #[error("skill `{name}` is refused: {cause}")]
    TooLong {
        /// The skill.
        name: String,
        /// The limit.
        cause: fill::TooLong,
    },
    /// Nobody allows it.
    #[error("{cause}")]
    NotPermitted {
        /// The skill.
        name: String,
        /// Why.
        cause: PermissionError,
    },
    /// A command in it failed, and the agent starts no skill then.
    #[error("skill `{name}` is not started: `{command}` failed ({reason})")]
    CommandFailed {
        /// The skill.
        name: String,
        /// The command, as it is written.
        command: String,
        /// How it ended.
        reason: String,
        /// What it said.
        output: String,
    },
    /// It is no longer wanted.
    #[error("skill `{name}` is not started: it was cancelled")]
    Cancelled {
        /// The skill.
        name: String,
    },
    /// Its commands cannot be run safely here.
    #[error("commands of skill `{name}` are not run: {cause}")]
    NoSandbox {
        /// The skill.
        name: String,
        /// Why.
        cause: String,
    },
    /// It is to run in a sub-agent, and does not say so.
    #[error("Skill \"{name}\" is not configured for fork execution (context: inline)")]
    NotForked {
        /// The skill.
        name: String,
    },
    /// A template cannot be used; the check of a profile finds that before.
    #[error("the template of the activation cannot be used: {0}")]
    Template(String),
}
