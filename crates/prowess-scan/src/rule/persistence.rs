//! Something is made to start by itself.
//!
//! A line in a shell's profile, a cron job, a service, a hook of git, a key to log in with: it goes on after the task
//! is done. Skills that set up a service say so; together with a download, a hidden file or a network connection it is
//! how malware stays.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "persistence",
    severity: Severity::Critical,
    help: "do not change what starts by itself; tell the user what to add, and why",
    source: include_str!("persistence.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Persist) {
        let key = sighting.label == "a key to come back with";
        let with = [
            Fact::FetchIntoShell,
            Fact::ReverseShell,
            Fact::HiddenFile,
            Fact::Decode,
            Fact::OddHost,
            Fact::Conceal,
            Fact::EnvironmentDump,
        ];
        let company = reading
            .here(sighting, Fact::Send)
            .or_else(|| with.into_iter().find_map(|fact| reading.close(sighting, fact, 2)));
        let fetch = reading.here(sighting, Fact::Fetch);
        let (severity, confidence) = match (company, fetch) {
            (Some(_), _) => (Severity::Critical, Confidence::Medium),
            (None, Some(_)) => (Severity::High, Confidence::Low),
            _ if key && reading.unit(sighting).contains("authorized_keys") => {
                (Severity::High, Confidence::Medium)
            }
            _ if key => (Severity::High, Confidence::Low),
            _ if reading.is_program(sighting) => (Severity::Medium, Confidence::Medium),
            _ => (Severity::Low, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(
                    severity,
                    confidence,
                    format!("something is made to start by itself: {}", sighting.label),
                ),
            );
        }
    }
}
