//! `prowess trust --json` and `prowess untrust --json`.

use serde::Serialize;

/// What was changed about a directory.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TrustDocument {
    /// 1.
    pub version: u32,
    /// The directory as it really is, without links.
    pub directory: String,
    /// The bytes of its path in base64, where it is not UTF-8; such a directory is never trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directory_bytes: Option<String>,
    /// Whether it is trusted now.
    pub trusted: bool,
    /// Whether it was otherwise before.
    pub changed: bool,
    /// How many repositories right below it are not trusted for all that: trust ends at each of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repositories_not_covered: Option<usize>,
}

/// `prowess trust --list --json`: the directories that are trusted.
#[derive(Debug, Serialize)]
pub struct TrustedDocument {
    /// 1.
    pub version: u32,
    /// Sorted. One whose path is not UTF-8 cannot be trusted, so these are exact.
    pub directories: Vec<String>,
}
