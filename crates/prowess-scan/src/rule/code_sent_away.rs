//! Work goes to a repository of the skill's choice.
//!
//! A script adds a remote, or pushes to an address it holds: what is in the working directory is then in somebody else's
//! hands.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host;
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "code-sent-away",
    severity: Severity::High,
    help: "let the user decide where code goes",
    source: include_str!("code_sent_away.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Send) {
        let unit = reading.unit(sighting);
        if sighting.label != "a copy to another machine"
            || !(unit.contains("git remote") || unit.contains("git push"))
        {
            continue;
        }
        let (severity, confidence) = match reading.is_program(sighting) {
            true => (Severity::High, Confidence::Medium),
            false
                if unit.contains("push")
                    && unit.contains("://")
                    && !host::is_own(reading, unit) =>
            {
                (Severity::Low, Confidence::Low)
            }
            false => continue,
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, "work is sent to a repository of the skill's choice"),
            );
        }
    }
}
