//! What is made becomes less safe.
//!
//! Tests, checks, validation, signatures or reviews are to be left out, secrets are to be printed or written into code,
//! changes are to be approved unseen: the harm is in what the agent produces.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "weakened-safety",
    severity: Severity::Critical,
    help: "leave checks on; if one is wrong, say which and why",
    source: include_str!("weakened_safety.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let meant = |sighting: &&crate::fact::Sighting| {
        reading.tone(sighting) == crate::fact::Tone::Meant && reading.file(sighting).is_skill_md()
    };
    let often = reading.of(Fact::Weaken).filter(meant).count();
    for sighting in reading.of(Fact::Weaken) {
        let with = [Fact::Standing, Fact::Urgent, Fact::Conceal, Fact::Excuse, Fact::Unasked];
        let company =
            with.into_iter().filter(|&fact| reading.close(sighting, fact, 1).is_some()).count();
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let secret = ["token", "secret", "password", "api key", "credential"]
            .iter()
            .any(|word| unit.contains(word))
            && ["print", "log ", "logs", "hardcode", "echo", "output"]
                .iter()
                .any(|word| unit.contains(word))
            && !unit.contains("do not")
            && !unit.contains("never")
            && !unit.contains("don't");
        let (severity, confidence) = match company {
            _ if secret && company > 0 => (Severity::Critical, Confidence::Medium),
            _ if often >= 3 && reading.file(sighting).is_skill_md() => {
                (Severity::High, Confidence::Medium)
            }
            2.. => (Severity::Medium, Confidence::Medium),
            1 => (Severity::Low, Confidence::Low),
            _ => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings
                .at(sighting, remark(severity, confidence, "safety is taken out of what is made"));
        }
    }
}
