//! `prowess why --json`.

use serde::Serialize;

use crate::JudgementJson;

/// Which agents see a skill, and why.
#[derive(Debug, Serialize)]
pub struct WhyDocument {
    /// 1.
    pub version: u32,
    /// The name that was asked for.
    pub name: String,
    /// The agents that find anything of that name.
    pub agents: Vec<WhyAgent>,
}

/// What one agent makes of a name.
#[derive(Debug, Serialize)]
pub struct WhyAgent {
    /// The profile that stands for it.
    pub profile: String,
    /// The one that is loaded first, then the others in the order of discovery.
    pub candidates: Vec<WhyCandidate>,
}

/// One candidate and what became of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WhyCandidate {
    /// The file that describes it.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// What kind of place it was found in.
    pub scope: &'static str,
    /// Where the search began.
    pub root: String,
    /// The bytes of that path in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_bytes: Option<String>,
    /// `active`, `shadowed` or `rejected`.
    pub status: &'static str,
    /// Why.
    pub reason: WhyReason,
    /// What the scanner said, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scan: Option<JudgementJson>,
}

/// Why a candidate has its status.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WhyReason {
    /// The diagnostic or gate that decided.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
    /// The line of the file that is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The file that is loaded instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The bytes of that file's path in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_bytes: Option<String>,
}
