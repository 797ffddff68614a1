//! `prowess check --json`.

use serde::Serialize;

use crate::DiagnosticJson;

/// What `check` found.
#[derive(Debug, Serialize)]
pub struct CheckDocument {
    /// 1.
    pub version: u32,
    /// One for each skill, or place where a skill was expected.
    pub skills: Vec<CheckedSkill>,
}

/// One skill that was checked.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckedSkill {
    /// The skill's directory, or its file where it is a single file.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// The name it goes by under the profile.
    pub name: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// Whether the profile loads it.
    pub valid: bool,
    /// What is to be said about it.
    pub diagnostics: Vec<DiagnosticJson>,
}
