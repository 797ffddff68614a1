//! The text speaks as somebody else.
//!
//! Tokens of chat templates, tags that no document has (`<IMPORTANT>`, `<system>`), "critical system instruction", notes to
//! "all AI assistants": a text that wants to be taken for the system, the developer or the user.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "role-spoofing",
    severity: Severity::Critical,
    help: "speak as a skill: to the agent, for the user",
    source: include_str!("role_spoofing.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Spoof) {
        let piece = reading.piece(sighting);
        let with = [
            Fact::SendWords,
            Fact::Override,
            Fact::Conceal,
            Fact::SecretWords,
            Fact::RunWords,
            Fact::Unasked,
            Fact::Standing,
            Fact::RemoteOrders,
            Fact::Send,
            Fact::SecretFile,
        ];
        let company: Vec<Fact> = with
            .into_iter()
            .filter(|&fact| {
                reading.close(sighting, fact, if fact == Fact::Conceal { 8 } else { 3 }).is_some()
            })
            .collect();
        let sends = company.iter().any(|fact| {
            matches!(fact, Fact::SendWords | Fact::Override | Fact::Conceal | Fact::Send)
        });
        let (severity, confidence) = match () {
            () if piece.channel.is_covert() && !company.is_empty() => {
                (Severity::Critical, Confidence::High)
            }
            () if sends => (Severity::Critical, Confidence::Medium),
            () if company.len() > 1 => (Severity::High, Confidence::Low),
            () => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(sighting, remark(severity, confidence, sighting.label));
        }
    }
}
