//! The contract of prowess: the JSON documents it prints, the kinds of problems, the exit codes.
//!
//! These types are twins of the domain's, kept apart so that a change inside is not a change of the
//! contract. Keys are camelCase; every document has a `version`.

mod check;
mod config;
mod diagnostic;
mod error;
mod exit_code;
mod explain;
mod fmt;
mod list;
mod new;
mod path;
mod show;
mod why;

pub use check::{CheckDocument, CheckedSkill};
pub use config::{ConfigDocument, ConfigSetting, IgnoredSetting};
pub use diagnostic::{DiagnosticJson, diagnostic_path};
pub use error::{ErrorBody, ErrorDocument, ProblemKind};
pub use exit_code::ExitCode;
pub use explain::{CodeJson, ExplainDocument};
pub use fmt::{ChangeJson, ChangedFile, FmtDocument, RefusedSkill};
pub use list::{ListDocument, ListedSkill};
pub use new::NewDocument;
pub use path::PathText;
pub use show::{BodyJson, FileJson, ShowDocument, ShownSkill};

pub use why::{WhyAgent, WhyCandidate, WhyDocument, WhyReason};

/// The version of every document.
pub const VERSION: u32 = 1;
