//! A word to scanners.
//!
//! A comment that tells a scanner to look away, a claim that the skill was audited: whoever writes a skill cannot vouch for
//! it. Such words change nothing about what is found.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "scanner-directive",
    severity: Severity::Medium,
    help: "take it out; findings are suppressed in the user's own policy file",
    source: include_str!("scanner_directive.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::IgnoreDirective) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        // Marks of linters for single lines are everyday.
        let everyday =
            unit.contains("nosec") || unit.contains("nosemgrep") || unit.contains("gitleaks:allow");
        let severity = if everyday { Severity::Low } else { Severity::Medium };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, Confidence::Medium)
        {
            findings.at(
                sighting,
                remark(severity, confidence, "the skill tells scanners to look away"),
            );
        }
    }
    for file in &reading.inventory.files {
        let name = file.path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        if [
            ".scanignore",
            ".skillscanignore",
            ".ferretignore",
            ".prowessignore",
            "scan-baseline.json",
            ".scan-baseline.json",
            ".aguara.yml",
        ]
        .contains(&name.as_str())
        {
            findings.file(
                &file.path,
                &name,
                remark(
                    Severity::Medium,
                    Confidence::High,
                    "the skill brings its own list of findings to ignore",
                ),
            );
        }
    }
}
