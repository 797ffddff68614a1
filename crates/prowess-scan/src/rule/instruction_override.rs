//! Earlier instructions are set aside.
//!
//! "Ignore all previous instructions", "you are now in developer mode", "these rules supersede your guidelines": the skill
//! wants an agent to forget who it works for. Where such a sentence is quoted as something to look for, it is none.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "instruction-override",
    severity: Severity::Critical,
    help: "take the sentence out; a skill adds instructions, it does not cancel others",
    source: include_str!("instruction_override.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Override) {
        let piece = reading.piece(sighting);
        let covert = piece.channel.is_covert();
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let jailbreak = sighting.label == "a jailbreak";
        // Priorities among a skill's own documents are no override.
        let mild = unit.contains("default")
            || unit.contains("style")
            || unit.contains("convention")
            || unit.contains("template")
            || unit.contains("css")
            || unit.contains("config");
        let strong =
            ["ignore", "disregard", "forget", "bypass"].iter().any(|word| unit.contains(word))
                && ["previous", "prior", "above", "earlier", "all ", "system", "safety", "your "]
                    .iter()
                    .any(|word| unit.contains(word));
        let (severity, confidence) = match () {
            () if covert => (Severity::Critical, Confidence::High),
            () if mild => (Severity::Note, Confidence::Low),
            () if sighting.label.ends_with("in another language") => {
                (Severity::Critical, Confidence::Medium)
            }
            () if strong && !jailbreak => (Severity::Critical, Confidence::Medium),
            () if jailbreak => (Severity::Critical, Confidence::Medium),
            () => (Severity::Medium, Confidence::Medium),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(sighting, remark(severity, confidence, sighting.label));
        }
    }
}
