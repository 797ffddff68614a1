//! Another behaviour waits behind a word.
//!
//! A mode without limits that a phrase, a picture or a date switches on; a magic string; a back door.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "hidden-mode",
    severity: Severity::Critical,
    help: "do one thing, always",
    source: include_str!("hidden_mode.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Trigger) {
        let with = [
            Fact::Override,
            Fact::SendWords,
            Fact::Conceal,
            Fact::Collect,
            Fact::Unasked,
            Fact::RunWords,
            Fact::Deceive,
            Fact::Weaken,
            Fact::Execute,
            Fact::ReverseShell,
            Fact::Send,
        ];
        let company: Vec<Fact> =
            with.into_iter().filter(|&fact| reading.close(sighting, fact, 4).is_some()).collect();
        let grave = company.iter().any(|fact| {
            matches!(fact, Fact::Override | Fact::Conceal | Fact::SendWords | Fact::ReverseShell)
        });
        let (severity, confidence) = match company.len() {
            2.. if grave => (Severity::Critical, Confidence::Medium),
            1.. if grave => (Severity::Critical, Confidence::Medium),
            2.. => (Severity::High, Confidence::Medium),
            _ => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(sighting, remark(severity, confidence, "another behaviour behind a word"));
        }
    }
}
