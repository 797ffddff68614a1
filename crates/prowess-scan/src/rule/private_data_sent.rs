//! Something private leaves the machine.
//!
//! The clipboard, the place where the user is, a picture of the screen, what was typed: the skill takes it and sends
//! it away.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "private-data-sent",
    severity: Severity::Critical,
    help: "ask the user, and send only what the task is about",
    source: include_str!("private_data_sent.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::PrivateData) {
        let direct = reading.flows.iter().any(|flow| {
            std::ptr::eq(&reading.sightings[flow.source], sighting)
                && matches!(reading.sightings[flow.sink].fact, Fact::Send | Fact::DnsSend)
        });
        let near = [Fact::Send, Fact::SendWords]
            .into_iter()
            .find_map(|fact| reading.close(sighting, fact, 4));
        let odd_address =
            sighting.label == "where the user is" && reading.unit(sighting).contains("ip");
        let (severity, confidence) = match near {
            _ if direct => (Severity::Critical, Confidence::Medium),
            Some(_) if !odd_address => (Severity::Critical, Confidence::Medium),
            Some(_) => (Severity::High, Confidence::Medium),
            None => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, format!("{} is taken and sent away", sighting.label)),
            );
        }
    }
}
