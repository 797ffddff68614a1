//! `prowess search --json`.

use serde::Serialize;

/// The skills that hold the words.
#[derive(Debug, Serialize)]
pub struct SearchDocument {
    /// 1.
    pub version: u32,
    /// The words that were asked for.
    pub query: String,
    /// The best first.
    pub results: Vec<SearchResult>,
}

/// One skill that was found.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// The name it goes by.
    pub name: String,
    /// What it says it is for; nothing where it does not say.
    pub description: Option<String>,
    /// The file that describes it.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// How well it fits: 1 for the best, with at most four decimals.
    pub score: f64,
}
