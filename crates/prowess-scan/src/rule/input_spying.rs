//! What is typed is recorded.
//!
//! A hook on the keyboard, or words that ask for one.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "input-spying",
    severity: Severity::Critical,
    help: "take it out",
    source: include_str!("input_spying.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Spy) {
        let file = reading.piece(sighting).file;
        let sends = reading.in_file(file, Fact::Send).next().is_some()
            || reading.close(sighting, Fact::SendWords, 4).is_some();
        let code = reading.piece(sighting).kind.is_code();
        let (severity, confidence) = match (sends, code) {
            (true, _) => (Severity::Critical, Confidence::Medium),
            (false, true) => (Severity::High, Confidence::Medium),
            _ => (Severity::Low, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(sighting, remark(severity, confidence, "what is typed is recorded"));
        }
    }
}
