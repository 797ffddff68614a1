//! A secret is written out.
//!
//! A token, a key or a private key stands in the skill. Whoever has the skill has it.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "literal-secret",
    severity: Severity::Medium,
    help: "take it out, and have it revoked",
    source: include_str!("literal_secret.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::LiteralSecret) {
        let text =
            reading.piece(sighting).text.get(sighting.start..sighting.end).unwrap_or_default();
        // A placeholder has few different characters, or says that it is one.
        let mut letters: Vec<u8> = text.bytes().collect();
        letters.sort_unstable();
        letters.dedup();
        let lower = text.to_ascii_lowercase();
        let placeholder = letters.len() < 14
            || [
                "example",
                "xxxx",
                "your",
                "test",
                "1234567",
                "abcdef",
                "placeholder",
                "fake",
                "dummy",
                "redacted",
            ]
            .iter()
            .any(|word| lower.contains(word));
        let severity = if placeholder { Severity::Note } else { Severity::Medium };
        findings.at(sighting, remark(severity, Confidence::Medium, "a secret is written out"));
    }
}
