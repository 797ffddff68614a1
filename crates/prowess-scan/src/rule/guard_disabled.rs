//! A guard of the machine is switched off.
//!
//! Antivirus exclusions, a firewall, SELinux, Gatekeeper's quarantine mark, the audit log, the history of the shell: what
//! would notice an attack is disabled, or what would tell of it afterwards is wiped.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "guard-disabled",
    severity: Severity::Critical,
    help: "leave the guard on; if it stands in the way, say so to the user",
    source: include_str!("guard_disabled.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::GuardOff) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let mild = unit.contains("executionpolicy")
            || unit.contains("quarantine")
            || unit.contains("xattr");
        let prose = !reading.piece(sighting).kind.is_code();
        let with =
            [Fact::Fetch, Fact::FetchIntoShell, Fact::Execute, Fact::DownloadWords, Fact::OddHost];
        let company = with.into_iter().any(|fact| reading.close(sighting, fact, 3).is_some());
        let wipes = sighting.label == "logs that are wiped";
        let told = prose
            && (reading.close(sighting, Fact::RunWords, 2).is_some()
                || reading.close(sighting, Fact::Urgent, 1).is_some());
        let (severity, confidence) = match (mild, company) {
            _ if wipes => (Severity::Critical, Confidence::Medium),
            (false, _) if told => (Severity::High, Confidence::Medium),
            (false, true) if !prose => (Severity::Critical, Confidence::Medium),
            (false, _) if !prose => (Severity::High, Confidence::Medium),
            (false, _) => (Severity::Medium, Confidence::Medium),
            (true, true) => (Severity::Medium, Confidence::Low),
            (true, false) => (Severity::Low, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(sighting, remark(severity, confidence, sighting.label));
        }
    }
}
