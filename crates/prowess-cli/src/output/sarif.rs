//! Diagnostics as a SARIF 2.1.0 log, which code scanning services read.

use std::collections::BTreeSet;
use std::path::Path;

use prowess::Checked;
use prowess_api::diagnostic_path;
use prowess_format::{Code, Diagnostic, Severity};
use serde_json::{Value as Json, json};

fn level(severity: Option<Severity>) -> &'static str {
    match severity {
        Some(Severity::Error) => "error",
        Some(Severity::Warning) => "warning",
        Some(Severity::Info) => "note",
        None => "none",
    }
}

/// The log of a check: the rules that spoke, and what they said.
pub(crate) fn log(checked: &[Checked]) -> Json {
    let mut codes: Vec<&'static Code> = Vec::new();
    let mut seen = BTreeSet::new();
    for item in checked.iter().flat_map(|one| &one.diagnostics) {
        if seen.insert(item.code.id) {
            codes.push(item.code);
        }
    }
    let results: Vec<Json> = checked
        .iter()
        .flat_map(|one| one.diagnostics.iter().map(move |item| (one, item)))
        .map(|(one, item)| result(one, item, &codes))
        .collect();
    let rules: Vec<Json> = codes.iter().map(|code| rule(code)).collect();
    document(&rules, &results)
}

/// A log of rules and what they said.
pub(super) fn document(rules: &[Json], results: &[Json]) -> Json {
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "prowess",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            } },
            // Columns are counted in code points.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: &Code) -> Json {
    let page = code.page_text();
    let short = page.lines().next().unwrap_or(code.id);
    json!({
        "id": code.id,
        "shortDescription": { "text": short },
        "fullDescription": { "text": page },
        "help": { "text": if code.help.is_empty() { short } else { code.help } },
        "defaultConfiguration": { "level": level(code.severity) },
    })
}

fn result(one: &Checked, item: &Diagnostic, codes: &[&'static Code]) -> Json {
    let uri = uri(&diagnostic_path(item, one.directory()));
    let mut physical = json!({ "artifactLocation": { "uri": uri } });
    if let Some(at) = item.location {
        physical["region"] = json!({
            "startLine": at.line,
            "startColumn": at.column,
            "byteOffset": at.span.start,
            "byteLength": at.span.end - at.span.start,
        });
    }
    json!({
        "ruleId": item.code.id,
        "ruleIndex": codes.iter().position(|code| *code == item.code),
        "level": level(Some(item.severity)),
        "message": { "text": item.message },
        "locations": [{ "physicalLocation": physical }],
    })
}

/// A path as a URI reference; bytes that are not text are percent-encoded like any other.
pub(super) fn uri(path: &Path) -> String {
    use std::fmt::Write as _;
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    if path.is_absolute() { format!("file://{out}") } else { out }
}
