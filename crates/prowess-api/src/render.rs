//! `prowess render --json`, of a skill and of what a user typed.

use serde::Serialize;

/// What a skill that is started comes to.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RenderDocument {
    /// 1; nothing where it is a part of another document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Whether there is a text.
    pub success: bool,
    /// The skill.
    pub skill_name: String,
    /// `inline` or `fork`: where it is to run.
    pub execution_context: &'static str,
    /// The text for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The model that the skill wants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The tools that the skill may use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed_tools: Vec<String>,
    /// What the text asks for and did not get.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wanted: Vec<WantedJson>,
    /// What is to be known about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Why there is none.
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
    pub activations: Vec<RenderDocument>,
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

/// Something that a text asks for.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WantedJson {
    /// `command`: its output in its place; `text`: that of a file in its place; `file`: one beside the text.
    pub kind: &'static str,
    /// The command or the file, as it is written.
    pub what: String,
}
