//! A link that leads out of the skill.
//!
//! Whoever reads the skill's files through it reads the files of the machine.

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::inventory::Odd;
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "link-outside",
    severity: Severity::Critical,
    help: "copy the file into the skill",
    source: include_str!("link_outside.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for odd in reading.inventory.odd.iter().filter(|odd| odd.what == Odd::LinkOutside) {
        let secret = odd.detail.contains(".ssh")
            || odd.detail.contains("/etc/")
            || odd.detail.contains(".aws")
            || odd.detail.contains(".env");
        let severity = if secret { Severity::Critical } else { Severity::Medium };
        findings.file(
            &odd.path,
            &odd.detail,
            remark(
                severity,
                Confidence::Medium,
                format!("a link that leads out of the skill, to {}", odd.detail),
            ),
        );
    }
}
