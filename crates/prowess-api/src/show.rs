//! `prowess show --json`.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::{DiagnosticJson, JudgementJson};

/// One skill in full.
#[derive(Debug, Serialize)]
pub struct ShowDocument {
    /// 1.
    pub version: u32,
    /// The skill.
    pub skill: ShownSkill,
}

/// One skill in full.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownSkill {
    /// The skill's directory.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// The file that describes it.
    pub file: Option<String>,
    /// The file's bytes in base64, where its path is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// The name it goes by.
    pub name: Option<String>,
    /// `frontmatter`, `repaired`, `directory`.
    pub name_origin: Option<&'static str>,
    /// What it says it is for.
    pub description: Option<String>,
    /// `frontmatter`, `repaired`, `directory`, `body`.
    pub description_origin: Option<&'static str>,
    /// Whether the profile loads it.
    pub valid: bool,
    /// All of it, in order, with its types; numbers as they are spelled.
    pub frontmatter: Option<Box<RawValue>>,
    /// The size of the instructions.
    pub body: Option<BodyJson>,
    /// The digest of the whole tree; nothing where not all of it could be read.
    pub digest: Option<String>,
    /// All files.
    pub files: Vec<FileJson>,
    /// What the scanner said, or `unscanned`.
    pub verdict: &'static str,
    /// More of what it said, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scan: Option<JudgementJson>,
    /// What is to be said about it.
    pub diagnostics: Vec<DiagnosticJson>,
}

/// The size of the instructions.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BodyJson {
    /// The line of the file on which it begins.
    pub line: usize,
    /// Lines.
    pub lines: usize,
    /// Bytes.
    pub bytes: usize,
    /// An estimate of the tokens it costs.
    pub estimated_tokens: usize,
}

/// One file of a skill.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileJson {
    /// Inside the skill.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// `file`, `link` or `other`.
    pub kind: &'static str,
    /// Whether it can be run.
    pub executable: bool,
    /// Bytes.
    pub size: u64,
}
