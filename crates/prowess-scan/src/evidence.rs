//! What is shown of a skill: one line, cut by characters, with every secret taken out.

use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

use crate::limits;
use crate::piece::prose::boundary;

/// Texts that are secrets by their form.
static SECRETS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    RegexBuilder::new(r#"\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,}|xox[baprs]-[A-Za-z0-9-]{12,}|\bAIza[\w-]{30,}|\b(AKIA|ASIA)[0-9A-Z]{16}|glpat-[\w-]{16,}|\bnpm_[A-Za-z0-9]{30,}|\b[sr]k_live_[A-Za-z0-9]{16,}|\bhf_[A-Za-z]{30,}|shpat_[0-9a-f]{32}|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*"#)
        .unicode(false)
        .build()
        .ok()
});

/// What stands in place of a secret.
const REDACTED: &[u8] = b"[redacted]";

/// The line of a text that holds an offset.
pub(crate) fn line(text: &str, at: usize) -> String {
    let at = boundary(text, at);
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    let end = text[at..].find('\n').map_or(text.len(), |after| at + after);
    // A line of megabytes is not copied.
    let reach = limits::EVIDENCE_CHARS * 4;
    let from = boundary(text, start.max(at.saturating_sub(reach / 2)));
    show(&text[from..boundary(text, end.min(from + reach * 2))])
}

/// A text as evidence.
pub(crate) fn show(text: &str) -> String {
    let head = &text[..boundary(text, text.len().min(limits::EVIDENCE_CHARS * 8))];
    let clean = match SECRETS.as_ref() {
        Some(secrets) => {
            String::from_utf8_lossy(&secrets.replace_all(head.as_bytes(), REDACTED)).into_owned()
        }
        None => head.to_owned(),
    };
    let mut out = String::new();
    let mut chars =
        clean.split_whitespace().flat_map(|word| word.chars().chain(std::iter::once(' ')));
    for _ in 0..limits::EVIDENCE_CHARS {
        match chars.next() {
            Some(c) => out.push(c),
            None => return out.trim_end().to_owned(),
        }
    }
    if chars.next().is_some() {
        out.push('…');
    }
    out.trim_end().to_owned()
}
