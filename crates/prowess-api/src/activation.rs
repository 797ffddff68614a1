//! `prowess render --json` and `prowess run --json`, of a skill and of what a user typed.

use serde::Serialize;

/// What a skill that is started comes to.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivationDocument {
    /// 1; nothing where it is a part of another document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Whether there is a text.
    pub success: bool,
    /// The skill.
    pub skill_name: String,
    /// `inline` or `fork`: where it is to run.
    pub execution_context: &'static str,
    /// What a tool that loads it calls its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    /// The text for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// What became of its commands, in the order of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<CommandRunJson>,
    /// The walls that they ran in, where any was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isolation: Option<String>,
    /// Files that it mentions, to be put beside the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<AttachedJson>,
    /// The model that the skill wants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The tools that the skill may use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed_tools: Vec<String>,
    /// What is to be known about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Why there is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What to do then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}

/// What a user's draft comes to.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypedDocument {
    /// 1.
    pub version: u32,
    /// Whether it starts skills, and each of them has a text.
    pub success: bool,
    /// The skills that it starts, in order.
    pub activations: Vec<ActivationDocument>,
    /// What stays as the user's message.
    pub rest: String,
    /// What is to be known about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Why it starts none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What to do then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}

/// What became of a command.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandRunJson {
    /// The command, as it is written.
    pub command: String,
    /// `done`, `failed`, `timed-out`; or why it was not run: `disabled`, `untrusted`, `denied`, `blocked`.
    pub status: &'static str,
    /// Its exit code, where it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// Why it was not run, or how it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What it said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// It said more than that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
}

/// A file that is put beside a text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachedJson {
    /// How the text mentions it.
    pub mention: String,
    /// The file.
    pub path: String,
    /// What it says.
    pub content: String,
}
