//! `prowess run --script --json`.

use serde::Serialize;

/// What a script of a skill answered.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScriptDocument {
    /// 1.
    pub version: u32,
    /// Whether it ended well.
    pub success: bool,
    /// The skill.
    pub skill_name: String,
    /// The file, inside the skill.
    pub script: String,
    /// What it said on its standard output; a string where that is no JSON.
    pub output: serde_json::Value,
    /// What it said on its standard error.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub errors: String,
    /// Its exit code, where it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// The walls that it ran in.
    pub isolation: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// How it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
