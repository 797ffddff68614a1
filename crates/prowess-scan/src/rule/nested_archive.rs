//! An archive inside of the skill.
//!
//! Its members were read as the skill's own files are. What is wrong with the archive itself is told here: names that climb
//! out of it, encrypted members, two entries of one name, data before or behind it.

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::inventory::Odd;
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "nested-archive",
    severity: Severity::Medium,
    help: "unpack it, so that its files can be seen",
    source: include_str!("nested_archive.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for odd in &reading.inventory.odd {
        let (severity, confidence) = match odd.what {
            Odd::Archive => (Severity::Note, Confidence::High),
            Odd::ArchiveTrouble => (Severity::Medium, Confidence::Medium),
            _ => continue,
        };
        findings.file(
            &odd.path,
            &odd.detail,
            remark(severity, confidence, format!("an archive: {}", odd.detail)),
        );
    }
}
