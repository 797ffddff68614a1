//! The contract of prowess: the JSON documents it prints, the kinds of problems, the exit codes.
//!
//! These types are twins of the domain's, kept apart so that a change inside is not a change of the
//! contract. Keys are camelCase; every document has a `version`.

mod activation;
mod agents;
mod check;
mod completions;
mod config;
mod context;
mod diagnostic;
mod doctor;
mod error;
mod event;
mod exit_code;
mod explain;
mod fmt;
mod list;
mod new;
mod path;
mod permissions;
mod portability;
mod prompt;
mod read;
mod scan;
mod script;
mod search;
mod show;
mod trust;
mod why;

pub use activation::{ActivationDocument, AttachedJson, CommandRunJson, TypedDocument};
pub use agents::{
    AgentDirectory, AgentJson, AgentsDocument, MatrixCell, MatrixDocument, MatrixSkill,
};
pub use check::{CheckDocument, CheckedSkill};
pub use completions::CompletionsDocument;
pub use config::{ConfigDocument, ConfigSetting, IgnoredSetting};
pub use context::{ContextDocument, ContextFileJson};
pub use diagnostic::{DiagnosticJson, diagnostic_path};
pub use doctor::{DoctorDocument, ProblemJson};
pub use error::{ErrorBody, ErrorDocument, ProblemKind};
pub use event::{EventDocument, EventJson, ValidatedJson};
pub use exit_code::ExitCode;
pub use explain::{CodeJson, ExplainDocument, RuleJson};
pub use fmt::{ChangeJson, ChangedFile, FmtDocument, LeftAlone, RefusedSkill};
pub use list::{CommandJson, CommandsDocument, ListDocument, ListedSkill, TokensJson};
pub use new::NewDocument;
pub use path::PathText;
pub use permissions::{ApprovalJson, PermissionsDocument};
pub use portability::{AgentEffects, EffectJson, LocationJson, PortabilityDocument, PortableSkill};
pub use prompt::PromptDocument;
pub use read::{ReadDocument, ShellLineDocument};
pub use scan::{
    CountsJson, FindingJson, JudgementJson, ScanDocument, ScannedJson, ScannedLine, SuppressedJson,
};
pub use script::ScriptDocument;
pub use search::{SearchDocument, SearchResult};
pub use show::{BodyJson, FileJson, ShowDocument, ShownSkill};
pub use trust::{TrustDocument, TrustedDocument};
pub use why::{WhyAgent, WhyCandidate, WhyDocument, WhyReason};

/// The version of every document.
pub const VERSION: u32 = 1;
