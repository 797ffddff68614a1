//! `prowess explain --json`.

use prowess_format::{Code, Severity};
use serde::Serialize;

/// Diagnostic codes.
#[derive(Debug, Serialize)]
pub struct ExplainDocument {
    /// 1.
    pub version: u32,
    /// The one that was asked for, or all.
    pub codes: Vec<CodeJson>,
    /// The rules of the scanner: the one that was asked for, or all.
    pub rules: Vec<RuleJson>,
}

/// One rule of the scanner.
#[derive(Debug, Serialize)]
pub struct RuleJson {
    /// Its name.
    pub rule: &'static str,
    /// The packs that ask it.
    pub packs: Vec<&'static str>,
    /// How bad what it finds is at worst.
    pub severity: &'static str,
    /// Its page, in Markdown.
    pub page: String,
}

/// One diagnostic code.
#[derive(Debug, Serialize)]
pub struct CodeJson {
    /// Its name.
    pub code: &'static str,
    /// How it weighs where a profile says nothing else; nothing where it is off.
    pub severity: Option<Severity>,
    /// The sentence, with holes.
    pub message: &'static str,
    /// What to do.
    pub help: Option<&'static str>,
    /// Its page, in Markdown.
    pub page: String,
}

impl CodeJson {
    /// Of a code.
    pub fn new(code: &'static Code) -> Self {
        Self {
            code: code.id,
            severity: code.severity,
            message: code.message,
            help: (!code.help.is_empty()).then_some(code.help),
            page: code.page_text(),
        }
    }
}
