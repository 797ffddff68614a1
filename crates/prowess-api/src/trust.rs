//! `prowess trust --json` and `prowess untrust --json`.

use serde::Serialize;

/// What was changed about a directory.
#[derive(Debug, Serialize)]
pub struct TrustDocument {
    /// 1.
    pub version: u32,
    /// The directory as it really is, without links.
    pub directory: String,
    /// Whether it is trusted now.
    pub trusted: bool,
    /// Whether it was otherwise before.
    pub changed: bool,
}

/// `prowess trust --list --json`: the directories that are trusted.
#[derive(Debug, Serialize)]
pub struct TrustedDocument {
    /// 1.
    pub version: u32,
    /// Sorted.
    pub directories: Vec<String>,
}
