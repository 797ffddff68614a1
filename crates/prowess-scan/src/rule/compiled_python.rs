//! Compiled Python that is not its source.
//!
//! Python runs the compiled file beside a source without looking at the source. Where the two differ, what is read is not
//! what runs.

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::inventory::Odd;
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "compiled-python",
    severity: Severity::Critical,
    help: "leave compiled files out",
    source: include_str!("compiled_python.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for odd in &reading.inventory.odd {
        let severity = match odd.what {
            Odd::CompiledDiffers => Severity::Critical,
            Odd::CompiledAlone => Severity::Medium,
            _ => continue,
        };
        findings.file(
            &odd.path,
            &odd.detail,
            remark(severity, Confidence::Medium, odd.detail.clone()),
        );
    }
}
