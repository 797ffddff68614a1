//! A program that nobody can read.
//!
//! A compiled program, a library, an installer or a file of unknown bytes inside of the skill: what it does cannot be seen.

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::inventory::Odd;
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "unreadable-program",
    severity: Severity::High,
    help: "bring the source, or leave the program out",
    source: include_str!("unreadable_program.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for odd in &reading.inventory.odd {
        let (severity, message) = match odd.what {
            Odd::Program => {
                (Severity::High, format!("{}: nobody can read what it does", odd.detail))
            }
            Odd::Opaque if odd.path.ends_with("SKILL.md") => (Severity::High, odd.detail.clone()),
            Odd::Opaque => (Severity::Low, odd.detail.clone()),
            Odd::Special => (Severity::Medium, odd.detail.clone()),
            _ => continue,
        };
        findings.file(&odd.path, &odd.detail, remark(severity, Confidence::Medium, message));
    }
}
