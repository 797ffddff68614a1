//! Something is done without asking.
//!
//! Mails that go out without a preview, updates that install themselves, approvals given in the user's name: the skill takes
//! a decision that is not its own.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "unasked-action",
    severity: Severity::Critical,
    help: "ask before anything that cannot be undone, and before anything leaves the machine",
    source: include_str!("unasked_action.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Unasked) {
        let with = [
            Fact::SendWords,
            Fact::DestroyWords,
            Fact::RemoteOrders,
            Fact::Collect,
            Fact::Conceal,
            Fact::Deceive,
            Fact::Override,
            Fact::Privilege,
            Fact::Excuse,
            Fact::Send,
            Fact::FetchIntoShell,
        ];
        let company: Vec<Fact> =
            with.into_iter().filter(|&fact| reading.close(sighting, fact, 3).is_some()).collect();
        let grave = company.iter().any(|fact| {
            matches!(
                fact,
                Fact::Conceal
                    | Fact::Deceive
                    | Fact::Override
                    | Fact::RemoteOrders
                    | Fact::Collect
                    | Fact::Excuse
            )
        });
        let (severity, confidence) = match company.len() {
            3.. if grave => (Severity::Critical, Confidence::Medium),
            2 if grave => (Severity::Critical, Confidence::Medium),
            1.. => (Severity::Low, Confidence::Low),
            0 => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, "something is to be done without asking"),
            );
        }
    }
}
