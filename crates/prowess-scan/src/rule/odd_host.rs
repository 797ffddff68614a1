//! A host that nobody vouches for.
//!
//! A paste site, a catcher of requests, a tunnel, a bare address, a shortened link, a throw-away domain: alone it is worth a
//! look, with something that is fetched and run, or sent, it is grave.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "odd-host",
    severity: Severity::Critical,
    help: "use hosts that belong to the service",
    source: include_str!("odd_host.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::OddHost) {
        let unit = reading.unit(sighting);
        if sighting.label == "a bare address" && is_private(unit) {
            continue;
        }
        let code = reading.piece(sighting).kind.is_code();
        let flows = |fact: Fact| {
            reading.flows.iter().any(|flow| {
                std::ptr::eq(&reading.sightings[flow.source], sighting)
                    && reading.sightings[flow.sink].fact == fact
            })
        };
        let sends = reading.here(sighting, Fact::Send).is_some() || flows(Fact::Send);
        let runs = reading.here(sighting, Fact::Execute).is_some();
        let fetches = reading.here(sighting, Fact::Fetch).is_some()
            || reading.here(sighting, Fact::RunWords).is_some();
        let telling = sighting.label == "a host with a telling name";
        let catcher = sighting.label.starts_with("a catcher");
        let (severity, confidence) = match () {
            () if telling && (code && (sends || fetches) || runs) => {
                (Severity::Critical, Confidence::Medium)
            }
            () if catcher && sends && reading.is_program(sighting) => {
                (Severity::Critical, Confidence::Medium)
            }
            () if catcher && sends => (Severity::High, Confidence::Low),
            () if catcher && reading.file(sighting).kind.is_settings() => {
                (Severity::High, Confidence::Medium)
            }
            () if telling && reading.here(sighting, Fact::Registry).is_some() => {
                (Severity::Critical, Confidence::Medium)
            }
            () if telling && (sends || fetches) => (Severity::High, Confidence::Medium),
            () if code && sends && sighting.label != "a shortened link" => {
                (Severity::High, Confidence::Low)
            }
            () if sends || fetches => (Severity::Medium, Confidence::Medium),
            () => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings
                .at(sighting, remark(severity, confidence, format!("{} is used", sighting.label)));
        }
    }
}

/// Addresses of one's own network and of examples.
fn is_private(unit: &str) -> bool {
    [
        "://10.",
        "://127.",
        "://192.168.",
        "://172.1",
        "://172.2",
        "://172.3",
        "://0.0.0.0",
        "://192.0.2.",
        "://198.51.100.",
        "://203.0.113.",
        "://1.2.3.4",
        "://100.64",
        "://[::1]",
        "://169.254",
    ]
    .iter()
    .any(|prefix| unit.contains(prefix))
}
