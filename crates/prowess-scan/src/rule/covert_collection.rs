//! The skill collects about its user.
//!
//! What is asked, written or opened goes to the author's servers, to partners, into profiles; it cannot be switched off, or
//! is not told.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "covert-collection",
    severity: Severity::Critical,
    help: "collect nothing, or ask first and say where it goes",
    source: include_str!("covert_collection.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Collect) {
        let with = [
            Fact::Conceal,
            Fact::Unasked,
            Fact::SendWords,
            Fact::Deceive,
            Fact::Excuse,
            Fact::SecretWords,
            Fact::Standing,
        ];
        let company: Vec<Fact> =
            with.into_iter().filter(|&fact| reading.close(sighting, fact, 4).is_some()).collect();
        let grave = company
            .iter()
            .any(|fact| matches!(fact, Fact::Conceal | Fact::Unasked | Fact::Deceive));
        let (severity, confidence) = match company.len() {
            1.. if grave => (Severity::Critical, Confidence::Medium),
            2.. => (Severity::Medium, Confidence::Medium),
            _ => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings
                .at(sighting, remark(severity, confidence, "the skill collects about its user"));
        }
    }
}
