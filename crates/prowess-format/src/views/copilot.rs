//! The fields of GitHub Copilot: its command line and its editor.

use super::{Context, read};
use crate::frontmatter::Frontmatter;

/// What Copilot reads beside the standard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copilot {
    /// What to type after the command.
    pub argument_hint: Option<String>,
    /// The user may invoke it; so unless it says no.
    pub user_invocable: bool,
    /// Only the user may invoke it.
    pub disable_model_invocation: bool,
    /// Where it runs.
    pub context: Context,
    /// The tools that may be used without asking.
    pub allowed_tools: AllowedTools,
}

/// Tools that may be used without asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedTools {
    /// These, which may be none.
    Listed(Vec<String>),
    /// Any, written `*`.
    All,
}

impl Copilot {
    /// Reads the fields.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        let tools = read::tools(frontmatter, "allowed-tools");
        let all = tools.iter().any(|tool| tool == "*");
        Self {
            argument_hint: read::hint(frontmatter, "argument-hint"),
            user_invocable: read::flag(frontmatter, "user-invocable").unwrap_or(true),
            disable_model_invocation: read::flag(frontmatter, "disable-model-invocation")
                .unwrap_or(false),
            context: Context::read(frontmatter),
            allowed_tools: if all { AllowedTools::All } else { AllowedTools::Listed(tools) },
        }
    }
}
