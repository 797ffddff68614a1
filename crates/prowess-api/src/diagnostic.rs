//! A diagnostic in JSON.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use prowess_format::{Diagnostic, Severity};
use serde::Serialize;

use crate::PathText;
use crate::path::tree_path;

/// One remark about a skill's form.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticJson {
    /// What kind; `prowess explain` has its page.
    pub code: &'static str,
    /// `error`, `warning` or `info`.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// The file it is about, below the path that was given.
    pub file: String,
    /// The file's bytes in base64, where its path is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column in code points, from 1.
    pub column: Option<u32>,
    /// First byte.
    pub start: Option<u32>,
    /// One past the last byte.
    pub end: Option<u32>,
    /// What to do.
    pub help: Option<Cow<'static, str>>,
    /// Whether `check --fix` mends it.
    pub fixable: bool,
}

impl DiagnosticJson {
    /// Of a diagnostic about the skill in `directory`; the file is told by its place in there.
    pub fn new(diagnostic: &Diagnostic, directory: &Path) -> Self {
        let file = PathText::new(&diagnostic_path(diagnostic, directory));
        let location = diagnostic.location;
        Self {
            code: diagnostic.code.id,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            file: file.text,
            file_bytes: file.bytes,
            line: location.map(|location| location.line),
            column: location.map(|location| location.column),
            start: location.map(|location| location.span.start),
            end: location.map(|location| location.span.end),
            help: diagnostic.help.clone(),
            fixable: diagnostic.fix.is_some(),
        }
    }
}

/// The file that a diagnostic about the skill in `directory` names, or that directory itself.
pub fn diagnostic_path(diagnostic: &Diagnostic, directory: &Path) -> PathBuf {
    match diagnostic.file.is_root() {
        true => directory.to_owned(),
        false => directory.join(tree_path(&diagnostic.file)),
    }
}
