//! A shell is handed to another machine.
//!
//! An interactive shell is tied to a network connection, so that whoever is at the other end types into it.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "reverse-shell",
    severity: Severity::Critical,
    help: "take it out: no skill needs to hand out a shell",
    source: include_str!("reverse_shell.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::ReverseShell) {
        if let Some((severity, confidence)) =
            weigh(reading, sighting, Severity::Critical, Confidence::High)
        {
            findings.at(
                sighting,
                remark(severity, confidence, "a shell is tied to a network connection"),
            );
        }
    }
}
