//! Claude Code's fields.

use super::{Context, read};
use crate::frontmatter::{Frontmatter, Type, Value};

/// What Claude Code reads beside the standard. Every key is read in kebab, snake and camel case.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaudeCode {
    /// More on when to use the skill; listed after the description.
    pub when_to_use: Option<String>,
    /// What to type after the command, such as `[file] [format]`.
    pub argument_hint: Option<String>,
    /// Names for the arguments, in their order.
    pub arguments: Vec<String>,
    /// Only the user may invoke it.
    pub disable_model_invocation: bool,
    /// The user may invoke it; so unless it says no.
    pub user_invocable: bool,
    /// Tools that may be used without asking during the turn that invokes the skill.
    pub allowed_tools: Vec<String>,
    /// Tools that may not be used until the user's next message.
    pub disallowed_tools: Vec<String>,
    /// The model it wants; `inherit` is the session's.
    pub model: Option<String>,
    /// How hard the model is to think.
    pub effort: Option<Effort>,
    /// Where it runs.
    pub context: Context,
    /// The subagent that runs a forked skill.
    pub agent: Option<String>,
    /// Whether the session goes on while a forked skill runs; so unless it says no.
    pub background: bool,
    /// Hooks that come with the skill, in the form of the settings file.
    pub hooks: Option<serde_json::Value>,
    /// Globs of the files the skill is about.
    pub paths: Vec<String>,
    /// The shell that its commands are written for.
    pub shell: Option<Shell>,
    /// What people see instead of the name.
    pub display_name: Option<String>,
    /// Whether it is on before anyone turned it on or off.
    pub default_enabled: Option<bool>,
    /// The value of `fallback`, whose meaning is not documented.
    pub fallback: Option<String>,
}

/// How hard a model is to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// `low`
    Low,
    /// `medium`
    Medium,
    /// `high`
    High,
    /// `xhigh`
    XHigh,
    /// `max`
    Max,
}

/// A shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// `bash`
    Bash,
    /// `powershell`
    PowerShell,
}

const EFFORTS: [(&str, Effort); 5] = [
    ("low", Effort::Low),
    ("medium", Effort::Medium),
    ("high", Effort::High),
    ("xhigh", Effort::XHigh),
    ("max", Effort::Max),
];

const SHELLS: [(&str, Shell); 2] = [("bash", Shell::Bash), ("powershell", Shell::PowerShell)];

impl ClaudeCode {
    /// Reads the fields.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        let flag = |key, otherwise| read::flag(frontmatter, key).unwrap_or(otherwise);
        let hooks = read::values(frontmatter, "hooks").find(|hooks| hooks.kind() == Type::Map);
        Self {
            when_to_use: read::text(frontmatter, "when_to_use"),
            argument_hint: read::hint(frontmatter, "argument-hint"),
            arguments: read::words(frontmatter, "arguments"),
            disable_model_invocation: flag("disable-model-invocation", false),
            user_invocable: flag("user-invocable", true),
            allowed_tools: read::tools(frontmatter, "allowed-tools"),
            disallowed_tools: read::tools(frontmatter, "disallowed-tools"),
            model: read::text(frontmatter, "model"),
            effort: read::word(frontmatter, "effort", &EFFORTS),
            context: Context::read(frontmatter),
            agent: read::text(frontmatter, "agent"),
            background: flag("background", true),
            hooks: hooks.map(Value::to_json_value),
            paths: read::globs(frontmatter, "paths"),
            shell: read::word(frontmatter, "shell", &SHELLS),
            display_name: read::text(frontmatter, "display-name"),
            default_enabled: read::flag(frontmatter, "default-enabled"),
            fallback: read::text(frontmatter, "fallback"),
        }
    }
}
