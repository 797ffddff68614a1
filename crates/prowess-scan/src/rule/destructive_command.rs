//! Something is destroyed that the task did not make.
//!
//! A delete that reaches the home directory, the root, everything above the working directory or the system's logs; a
//! disk that is overwritten; a database that is dropped; history that is rewritten.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "destructive-command",
    severity: Severity::Critical,
    help: "name exactly what is deleted, inside of the task's own directory, and ask first",
    source: include_str!("destructive_command.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Destroy) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let standing = reading.close(sighting, Fact::Standing, 3).is_some()
            || reading.close(sighting, Fact::Conceal, 3).is_some();
        let far = sighting.label == "a delete that reaches far"
            && !unit.contains("node_modules")
            && !unit.contains("dist")
            && !unit.contains("build")
            && !unit.contains("__pycache__")
            && !unit.contains("/var/lib/apt");
        let program = reading.is_program(sighting);
        let (severity, confidence) = match sighting.label {
            "work that is thrown away" if standing => (Severity::Medium, Confidence::Medium),
            "work that is thrown away" => (Severity::Note, Confidence::Low),
            "a disk that is overwritten" if program => (Severity::Critical, Confidence::Medium),
            "a disk that is overwritten" => (Severity::Medium, Confidence::Medium),
            _ if far && (program || standing) => (Severity::Critical, Confidence::Medium),
            _ if far && unit.contains("/var/log") => (Severity::High, Confidence::Medium),
            _ if far => (Severity::Medium, Confidence::Medium),
            _ => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(sighting, remark(severity, confidence, sighting.label));
        }
    }
}
