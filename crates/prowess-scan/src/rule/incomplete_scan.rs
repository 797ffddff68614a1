//! Not everything could be read.
//!
//! A file is larger than what is read of one file, the skill has more files or bytes than are read of one
//! skill, an archive holds more than it may, something could not be opened. What is not looked at can hold
//! anything, and whoever writes a skill chooses its sizes: such a skill is never allowed without a review.

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::inventory::Odd;
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "incomplete-scan",
    severity: Severity::Medium,
    help: "look at what was not read, or take it out of the skill",
    source: include_str!("incomplete_scan.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for odd in reading.inventory.odd.iter().filter(|odd| odd.what == Odd::NotRead) {
        findings.file(
            &odd.path,
            &odd.detail,
            remark(Severity::Medium, Confidence::High, format!("not read: {}", odd.detail)),
        );
    }
    let told = reading.inventory.odd.iter().any(|odd| odd.what == Odd::NotRead);
    if reading.inventory.incomplete && !told {
        findings.file("", "", remark(Severity::Medium, Confidence::High, "the skill holds more than is looked at: archives or encoded texts inside of others went past a limit"));
    }
}
