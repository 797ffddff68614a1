//! A diagnostic in JSON.

use std::path::Path;

use prowess_format::{Diagnostic, Severity};
use serde::Serialize;

use crate::PathText;

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
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column in code points, from 1.
    pub column: Option<u32>,
    /// First byte.
    pub start: Option<u32>,
    /// One past the last byte.
    pub end: Option<u32>,
    /// What to do.
    pub help: Option<String>,
    /// Whether `check --fix` mends it.
    pub fixable: bool,
}

impl DiagnosticJson {
    /// Of a diagnostic about the skill in `directory`; the file is told by its place in there.
    pub fn new(diagnostic: &Diagnostic, directory: &Path) -> Self {
        let inside = diagnostic.file.display();
        let file = if inside.is_empty() { directory.to_owned() } else { directory.join(inside) };
        let location = diagnostic.location;
        Self {
            code: diagnostic.code.id,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            file: PathText::new(&file).text,
            line: location.map(|location| location.line),
            column: location.map(|location| location.column),
            start: location.map(|location| location.span.start),
            end: location.map(|location| location.span.end),
            help: diagnostic.help.clone(),
            fixable: diagnostic.fix.is_some(),
        }
    }
}
