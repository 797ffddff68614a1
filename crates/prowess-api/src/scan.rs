//! `prowess scan --json`, and findings wherever they are told.

use std::borrow::Cow;

use serde::Serialize;

/// What `scan` found.
#[derive(Debug, Serialize)]
pub struct ScanDocument {
    /// 1.
    pub version: u32,
    /// One for each skill.
    pub skills: Vec<ScannedJson>,
    /// The worst of all verdicts; `allow` where there is no skill.
    pub verdict: &'static str,
    /// How many findings there are of each severity.
    pub counts: CountsJson,
}

/// One skill that was scanned.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScannedJson {
    /// What is said in one line too.
    #[serde(flatten)]
    pub line: ScannedLine,
    /// Files that were read, members of archives among them.
    pub scanned_files: usize,
    /// Their bytes.
    pub scanned_bytes: u64,
    /// How many findings there are of each severity.
    pub counts: CountsJson,
    /// Whether a limit was hit, so that something was not looked at.
    pub truncated: bool,
    /// The rules that were asked.
    pub pack: &'static str,
    /// Their version.
    pub rules_version: &'static str,
    /// The digest of the whole tree; nothing where not all of it could be read.
    pub digest: Option<String>,
    /// What the user's policy took out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suppressed: Vec<SuppressedJson>,
}

/// One skill as `scan --format jsonl` prints it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScannedLine {
    /// The name of the directory.
    pub id: String,
    /// The skill's directory, or its file where it is a single file or an archive.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// The name the skill gives itself.
    pub name: Option<String>,
    /// What to do with it: `allow`, `review` or `block`.
    pub verdict: &'static str,
    /// How much speaks against it; 0 is nothing.
    pub score: f64,
    /// The worst severity, where there is a finding.
    pub severity: Option<&'static str>,
    /// What was found, the worst first.
    pub findings: Vec<FindingJson>,
}

/// How many findings there are of each severity.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct CountsJson {
    /// Attacks.
    pub critical: usize,
    /// A person should look.
    pub high: usize,
    /// Unusual.
    pub medium: usize,
    /// Bad practice.
    pub low: usize,
    /// Worth knowing.
    pub note: usize,
}

impl CountsJson {
    /// Of counts, the worst severity first.
    pub fn new([critical, high, medium, low, note]: [usize; 5]) -> Self {
        Self { critical, high, medium, low, note }
    }
}

/// One remark about a skill's danger.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FindingJson {
    /// Which rule; `prowess explain` has its page.
    pub rule: String,
    /// How bad it is, if it is so.
    pub severity: &'static str,
    /// How sure the rule is.
    pub confidence: &'static str,
    /// The file inside the skill; empty where it is about the skill as a whole.
    pub file: String,
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column in code points, from 1.
    pub column: Option<u32>,
    /// First byte.
    pub start: Option<u32>,
    /// One past the last byte.
    pub end: Option<u32>,
    /// One sentence.
    pub message: String,
    /// What was seen.
    pub evidence: String,
    /// What it says once decoded.
    pub decoded: Option<String>,
    /// What to do.
    pub help: Cow<'static, str>,
    /// The same for the same thing in the same file.
    pub fingerprint: String,
}

/// A finding that the user's policy took out.
#[derive(Debug, Serialize)]
pub struct SuppressedJson {
    /// The finding.
    pub finding: FindingJson,
    /// The reason the policy gives.
    pub reason: String,
}

/// What is known of a skill's danger where it is shown.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JudgementJson {
    /// What to do with it: `allow`, `review` or `block`.
    pub verdict: &'static str,
    /// How much speaks against it.
    pub score: f64,
    /// How many findings there are of each severity.
    pub counts: CountsJson,
    /// The worst of them; all of them where it was scanned now.
    pub findings: Vec<FindingJson>,
}
