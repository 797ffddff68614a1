//! The fields of the Wundr orchestrator.

use super::gating::Gating;
use super::{Context, read};
use crate::frontmatter::Frontmatter;

/// The names of the metadata block, the own one first.
pub const NAMESPACES: [&str; 2] = ["wundr", "openclaw"];

/// What Wundr reads beside name and description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wundr {
    /// Where it runs.
    pub context: Context,
    /// The model it wants.
    pub model: Option<String>,
    /// Tools it needs.
    pub tools: Vec<String>,
    /// The only tools it may use; none is no restriction.
    pub allowed_tools: Vec<String>,
    /// The user may invoke it; so unless it says no.
    pub user_invocable: bool,
    /// Only the user may invoke it.
    pub disable_model_invocation: bool,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Skills whose instructions go before its own.
    pub dependencies: Vec<String>,
    /// What runs before it.
    pub hook_before: Option<String>,
    /// What runs after it.
    pub hook_after: Option<String>,
    /// Its version, as spelled.
    pub version: Option<String>,
    /// What it needs of the machine.
    pub gating: Option<Gating>,
}

impl Wundr {
    /// Reads the fields.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        Self {
            context: Context::read(frontmatter),
            model: read::text(frontmatter, "model"),
            tools: read::tools(frontmatter, "tools"),
            allowed_tools: read::tools(frontmatter, "allowed-tools"),
            user_invocable: read::flag(frontmatter, "user-invocable").unwrap_or(true),
            disable_model_invocation: read::flag(frontmatter, "disable-model-invocation")
                .unwrap_or(false),
            tags: read::comma_list(frontmatter, "tags"),
            dependencies: read::comma_list(frontmatter, "dependencies"),
            hook_before: read::text(frontmatter, "hook-before"),
            hook_after: read::text(frontmatter, "hook-after"),
            version: read::text(frontmatter, "version"),
            gating: Gating::read(frontmatter, &NAMESPACES),
        }
    }
}
