//! `prowess context --json`.

use serde::Serialize;

/// The context files of a working directory.
#[derive(Debug, Serialize)]
pub struct ContextDocument {
    /// 1.
    pub version: u32,
    /// The nearest first.
    pub files: Vec<ContextFileJson>,
}

/// One context file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextFileJson {
    /// The file.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// How many levels above the working directory it is.
    pub depth: usize,
    /// Its size.
    pub bytes: u64,
}
