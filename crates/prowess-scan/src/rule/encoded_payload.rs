//! An encoded text, once decoded, says something dangerous.
//!
//! A text in base64, hex, character codes or escapes was decoded, and what came out is a command that downloads,
//! sends or runs something, or tells an agent what to do. Or it is a program.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "encoded-payload",
    severity: Severity::Critical,
    help: "write it out, or take it out",
    source: include_str!("encoded_payload.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for blob in &reading.decoded {
        if let Some(what) = blob.binary {
            let grave = what.contains("program");
            let severity = if grave { Severity::Critical } else { Severity::Low };
            findings.place(
                blob.file,
                blob.at,
                blob.end,
                None,
                remark(
                    severity,
                    Confidence::High,
                    format!("a {what} is written out in {}", blob.how),
                ),
            );
            continue;
        }
        let Some(piece) = blob.piece else { continue };
        let grave = reading.of_piece(piece).iter();
        let mut facts: Vec<Fact> = grave.clone().map(|sighting| sighting.fact).collect();
        facts.sort_unstable();
        facts.dedup();
        let text = &reading.pieces[piece].text;
        let severity = if facts.iter().any(|fact| CRITICAL.contains(fact)) {
            Severity::Critical
        } else if facts.iter().any(|fact| GRAVE.contains(fact)) {
            Severity::High
        } else if text.trim_start().starts_with("http") && text.contains("://") {
            Severity::Critical
        } else if text.contains("http://") || text.contains("https://") {
            Severity::Medium
        } else {
            continue;
        };
        // What is encoded in a test vector or an example of a token is rarely a command.
        let shown = crate::evidence::show(text);
        let (severity, confidence) = match reading.teaches_defence(blob.file) {
            true => (severity.lowered(), Confidence::Low),
            false => (severity, Confidence::High),
        };
        findings.place(
            blob.file,
            blob.at,
            blob.end,
            Some(shown),
            remark(
                severity,
                confidence,
                format!("a text in {} holds what a reader should not see", blob.how),
            ),
        );
    }
}

const CRITICAL: &[Fact] = &[
    Fact::FetchIntoShell,
    Fact::ReverseShell,
    Fact::Mine,
    Fact::Override,
    Fact::Conceal,
    Fact::Execute,
    Fact::Evaluate,
    Fact::EnvironmentDump,
    Fact::SecretFile,
    Fact::Destroy,
    Fact::Spoof,
    Fact::OddHost,
];
const GRAVE: &[Fact] = &[
    Fact::Fetch,
    Fact::Send,
    Fact::SecretVariable,
    Fact::OddHost,
    Fact::Persist,
    Fact::Decode,
    Fact::RemoteOrders,
    Fact::SendWords,
];
