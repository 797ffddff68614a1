//! What ends a command early: a kind, a sentence, and hints.

use prowess_api::ProblemKind;

/// Why a command ended without an answer.
#[derive(Debug)]
pub(crate) struct CliError {
    pub(crate) kind: ProblemKind,
    pub(crate) message: String,
    pub(crate) hints: Vec<String>,
}

impl CliError {
    pub(crate) fn new(kind: ProblemKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), hints: Vec::new() }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl From<prowess::ProfileError> for CliError {
    fn from(error: prowess::ProfileError) -> Self {
        Self::new(ProblemKind::Usage, error.to_string())
    }
}

impl From<prowess::EngineError> for CliError {
    fn from(error: prowess::EngineError) -> Self {
        let kind = match error {
            prowess::EngineError::Missing(_) => ProblemKind::NotFound,
            prowess::EngineError::NotADirectory(_) => ProblemKind::Usage,
            prowess::EngineError::Cancelled => ProblemKind::System,
        };
        Self::new(kind, error.to_string())
    }
}

impl From<prowess::scan::ScanError> for CliError {
    fn from(error: prowess::scan::ScanError) -> Self {
        use prowess::scan::ScanError;
        let kind = match error {
            ScanError::Missing(_) => ProblemKind::NotFound,
            ScanError::NotASkill(_) => ProblemKind::Usage,
            ScanError::Archive { .. } => ProblemKind::Refused,
            ScanError::Unreadable { .. } | ScanError::Cancelled => ProblemKind::System,
        };
        Self::new(kind, error.to_string())
    }
}

impl From<prowess::trust::StateError> for CliError {
    fn from(error: prowess::trust::StateError) -> Self {
        Self::new(ProblemKind::System, error.to_string())
    }
}

impl From<prowess::trust::TrustError> for CliError {
    fn from(error: prowess::trust::TrustError) -> Self {
        use prowess::trust::TrustError;
        let kind = match error {
            TrustError::NoDirectory { .. } => ProblemKind::NotFound,
            TrustError::TooWide(_) | TrustError::NotUtf8(_) => ProblemKind::Refused,
            TrustError::State(error) => return error.into(),
        };
        Self::new(kind, error.to_string())
    }
}

impl From<prowess::fix::FixError> for CliError {
    fn from(error: prowess::fix::FixError) -> Self {
        let kind = match error {
            prowess::fix::FixError::Write { .. } => ProblemKind::System,
            _ => ProblemKind::Refused,
        };
        Self::new(kind, error.to_string())
    }
}
