//! Harm to people.
//!
//! Poison in a recipe, fraud, fake reviews, clauses against the law: what a skill should not have an agent do, whoever asks.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "harmful-content",
    severity: Severity::High,
    help: "take it out",
    source: include_str!("harmful_content.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let several = reading
        .of(Fact::Harm)
        .filter(|sighting| reading.tone(sighting) == crate::fact::Tone::Meant)
        .count()
        > 1;
    for sighting in reading.of(Fact::Harm) {
        let confidence = if several { Confidence::Medium } else { Confidence::Low };
        if let Some((severity, confidence)) = weigh(reading, sighting, Severity::High, confidence) {
            findings.at(sighting, remark(severity, confidence, "an agent is told to do harm"));
        }
    }
}
