//! `prowess fmt --json`.

use serde::Serialize;

/// What `fmt` did, or would do.
#[derive(Debug, Serialize)]
pub struct FmtDocument {
    /// 1.
    pub version: u32,
    /// Whether the files were changed; not where it was only asked what would change.
    pub written: bool,
    /// The files that are not portable as they are.
    pub changed: Vec<ChangedFile>,
    /// The skills that have no portable form.
    pub refused: Vec<RefusedSkill>,
    /// With `--for`: what was left as it is, and why.
    #[serde(skip_serializing_if = "Option::is_none", rename = "leftAlone")]
    pub left_alone: Option<Vec<LeftAlone>>,
}

/// Something that was left as it is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LeftAlone {
    /// In which file.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// What, and why.
    pub message: String,
}

/// A file with another text than before.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedFile {
    /// Which file.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// What is not merely written otherwise.
    pub changes: Vec<ChangeJson>,
}

/// One change of what a skill says.
#[derive(Debug, Serialize)]
pub struct ChangeJson {
    /// What kind; `prowess explain` has its page.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
}

/// A skill that is left as it is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefusedSkill {
    /// The skill's directory, or the path as it was given.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// Why.
    pub reason: String,
}
