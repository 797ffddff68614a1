//! `prowess doctor --json`.

use prowess_format::Severity;
use serde::Serialize;

/// What is wrong here.
#[derive(Debug, Serialize)]
pub struct DoctorDocument {
    /// 1.
    pub version: u32,
    /// What is wrong with settings, then with what each agent finds.
    pub problems: Vec<ProblemJson>,
}

/// Something that is wrong.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProblemJson {
    /// `error`, `warning` or `info`.
    pub severity: Severity,
    /// The agent it is about, where it is not about all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The file or directory it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// A sentence.
    pub message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}
