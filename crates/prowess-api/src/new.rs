//! `prowess new --json`.

use serde::Serialize;

/// The skill that was made.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewDocument {
    /// 1.
    pub version: u32,
    /// Its directory.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
}
