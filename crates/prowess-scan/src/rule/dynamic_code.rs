//! Code is built and run while running.
//!
//! `eval` and `exec` of something that is not a constant, a pickle that is loaded: whoever chooses the value chooses the
//! code.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "dynamic-code",
    severity: Severity::Medium,
    help: "call what is meant instead of building code",
    source: include_str!("dynamic_code.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Evaluate).filter(|sighting| reading.is_program(sighting)) {
        if let Some((severity, confidence)) =
            weigh(reading, sighting, Severity::Medium, Confidence::Low)
        {
            findings
                .at(sighting, remark(severity, confidence, "code is built and run while running"));
        }
    }
}
