//! More rights than a task needs.
//!
//! A container with its host's rights, the socket of the container service, setuid programs, sudo without a password,
//! files that everybody may write.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "privilege",
    severity: Severity::Critical,
    help: "ask for no more rights than the task needs",
    source: include_str!("privilege.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Privilege) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let container = sighting.label.starts_with("a container");
        let secret = reading.here(sighting, Fact::SecretFile).is_some()
            || unit.contains("/etc/shadow")
            || unit.contains("-v /:")
            || unit.contains("cap-add=all");
        let (severity, confidence) = match sighting.label {
            "sudo" => (Severity::Note, Confidence::Low),
            _ if container && secret => (Severity::Critical, Confidence::Medium),
            "the rights of root" => (Severity::High, Confidence::Medium),
            "rights for everybody" => (Severity::Low, Confidence::Medium),
            _ if unit.contains("administratoraccess") => (Severity::Medium, Confidence::Medium),
            _ if unit.contains("--privileged") && unit.contains("docker.sock") => {
                (Severity::High, Confidence::Medium)
            }
            _ => (Severity::Low, Confidence::Medium),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, format!("{} are asked for", sighting.label)),
            );
        }
    }
}
