//! The fields of OpenClaw.

use super::gating::Gating;
use super::read;
use crate::frontmatter::Frontmatter;

/// The names of the metadata block: today's, then those of the project's earlier names.
pub const NAMESPACES: [&str; 4] = ["openclaw", "clawdbot", "moltbot", "clawdis"];

/// What OpenClaw reads beside name and description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenClaw {
    /// Its page on the web: the metadata block's, else the top-level key.
    pub homepage: Option<String>,
    /// The user may invoke it; so unless it says no.
    pub user_invocable: bool,
    /// Only the user may invoke it.
    pub disable_model_invocation: bool,
    /// Where its command goes; `tool` is to a tool, past the model.
    pub command_dispatch: Option<String>,
    /// That tool.
    pub command_tool: Option<String>,
    /// How the tool gets the arguments; `raw` is as typed.
    pub command_arg_mode: Option<String>,
    /// What it needs of the machine.
    pub gating: Option<Gating>,
}

impl OpenClaw {
    /// Reads the fields.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        let gating = Gating::read(frontmatter, &NAMESPACES);
        let homepage = gating.as_ref().and_then(|gating| gating.homepage.clone());
        Self {
            homepage: homepage.or_else(|| read::text(frontmatter, "homepage")),
            user_invocable: read::flag(frontmatter, "user-invocable").unwrap_or(true),
            disable_model_invocation: read::flag(frontmatter, "disable-model-invocation")
                .unwrap_or(false),
            command_dispatch: read::text(frontmatter, "command-dispatch"),
            command_tool: read::text(frontmatter, "command-tool"),
            command_arg_mode: read::text(frontmatter, "command-arg-mode"),
            gating,
        }
    }

    /// The tool its command goes to, where it goes to one.
    pub fn dispatch_tool(&self) -> Option<&str> {
        let to_tool = self.command_dispatch.as_deref() == Some("tool");
        self.command_tool.as_deref().filter(|_| to_tool)
    }
}
