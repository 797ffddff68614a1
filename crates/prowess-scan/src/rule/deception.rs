//! The user is told what is not so.
//!
//! "If the user asks, respond that …", results that are replaced by a harmless message, success that is claimed: an agent is
//! told to say something else than what happens.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "deception",
    severity: Severity::Critical,
    help: "tell the user what is so",
    source: include_str!("deception.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Deceive) {
        let with = [
            Fact::Conceal,
            Fact::Collect,
            Fact::SendWords,
            Fact::Unasked,
            Fact::SecretWords,
            Fact::Trigger,
            Fact::Override,
        ];
        let company =
            with.into_iter().filter(|&fact| reading.close(sighting, fact, 3).is_some()).count();
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let denies =
            ["cannot", "does not", "did not", "only ", "no ", "never", "nothing", "already"]
                .iter()
                .any(|word| unit.contains(word));
        let (severity, confidence) = match (company, denies) {
            (2.., _) => (Severity::Critical, Confidence::Medium),
            (1, true) => (Severity::High, Confidence::Low),
            (1, false) => (Severity::Low, Confidence::Medium),
            _ => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, "the user is to be told what is not so"),
            );
        }
    }
}
