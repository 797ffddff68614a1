//! What is said gets a slant.
//!
//! Products, companies, parties or opinions are to be favoured or put down in whatever the agent writes, or claims are to be
//! added that nobody checked.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "slanted-output",
    severity: Severity::Critical,
    help: "let the skill say what it is for; opinions are the user's",
    source: include_str!("slanted_output.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Slant) {
        let with = [Fact::Standing, Fact::Urgent, Fact::Conceal];
        let company =
            with.into_iter().filter(|&fact| reading.close(sighting, fact, 1).is_some()).count();
        let (severity, confidence) = match company {
            2.. => (Severity::Critical, Confidence::Medium),
            1 => (Severity::High, Confidence::Medium),
            _ => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(sighting, remark(severity, confidence, "what is said gets a slant"));
        }
    }
}
