//! Orders come from elsewhere.
//!
//! The skill has an agent fetch a text and do what it says, or treats text of others (articles, issues, mails) as
//! instructions. The skill is clean; what it obeys can be anything, and can change after it was read.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "remote-instructions",
    severity: Severity::Critical,
    help: "bring the instructions with the skill, where they can be read",
    source: include_str!("remote_instructions.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::RemoteOrders) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let host = host::class(&unit);
        let odd = reading.close(sighting, Fact::OddHost, 1).is_some();
        let with = [
            Fact::Unasked,
            Fact::Conceal,
            Fact::Standing,
            Fact::Override,
            Fact::Spoof,
            Fact::Excuse,
        ];
        let company =
            with.into_iter().filter(|&fact| reading.close(sighting, fact, 3).is_some()).count();
        let words = unit.contains("instruction")
            || unit.contains("directive")
            || unit.contains("command")
            || unit.contains("prompt");
        let (severity, confidence) = match host {
            _ if odd => (Severity::Critical, Confidence::High),
            Host::Unknown if words && !host::is_own(reading, &unit) => {
                (Severity::Critical, Confidence::Medium)
            }
            _ if words && company > 1 => (Severity::Critical, Confidence::Medium),
            _ if words && company > 0 => (Severity::High, Confidence::Medium),
            _ if company > 1 => (Severity::High, Confidence::Low),
            _ => (Severity::Low, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, "an agent is told to obey a text from elsewhere"),
            );
        }
    }
}
