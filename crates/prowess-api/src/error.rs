//! What is printed when a command fails.

use serde::Serialize;

use crate::ExitCode;

/// What kind of problem ended a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The command was called wrongly.
    Usage,
    /// What was named is not there.
    NotFound,
    /// It was refused, and nothing was changed.
    Refused,
    /// The system failed.
    System,
}

impl ProblemKind {
    /// The exit code of a command that ends with this.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Self::Usage => ExitCode::Usage,
            Self::NotFound | Self::Refused => ExitCode::No,
            Self::System => ExitCode::System,
        }
    }
}

/// The document of a command that failed.
#[derive(Debug, Serialize)]
pub struct ErrorDocument {
    /// 1.
    pub version: u32,
    /// What went wrong.
    pub error: ErrorBody,
}

/// What went wrong.
#[derive(Debug, Serialize)]
pub struct ErrorBody {
    /// What kind of problem.
    pub kind: ProblemKind,
    /// A sentence that names the path or skill.
    pub message: String,
    /// What to do.
    pub hints: Vec<String>,
}
