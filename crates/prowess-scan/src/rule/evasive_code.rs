//! Code that looks who is watching.
//!
//! It asks whether it runs in a container, a test, a virtual machine or under a debugger, or waits for a date, and does
//! something else then. Together with secrets or a network connection that is how malware passes a sandbox.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "evasive-code",
    severity: Severity::Critical,
    help: "behave the same wherever it runs",
    source: include_str!("evasive_code.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Evade) {
        let file = reading.piece(sighting).file;
        let secret = reading.in_file(file, Fact::EnvironmentDump).next().is_some()
            || reading.in_file(file, Fact::SecretFile).next().is_some();
        let acts = [Fact::Send, Fact::Evaluate, Fact::FetchIntoShell]
            .into_iter()
            .any(|fact| reading.in_file(file, fact).next().is_some());
        let (severity, confidence) = match (secret, acts) {
            (true, true) => (Severity::Critical, Confidence::Medium),
            (true, false) | (false, true) => (Severity::Low, Confidence::Low),
            _ => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(
                    severity,
                    confidence,
                    format!("{} decides what the code does", sighting.label),
                ),
            );
        }
    }
}
