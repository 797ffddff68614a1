//! A secret of the environment goes into a request.
//!
//! A token in the header that asks for it, sent to the service it belongs to, is how services are used. A secret in
//! the body or the address of a request, or a service's secret sent to a host of another name, is not.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host, Owner};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "secret-in-request",
    severity: Severity::Critical,
    help: "send a secret only to the service it belongs to, in the header made for it",
    source: include_str!("secret_in_request.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for flow in &reading.flows {
        let (source, sink) = (&reading.sightings[flow.source], &reading.sightings[flow.sink]);
        if source.fact != Fact::SecretVariable || !matches!(sink.fact, Fact::Send | Fact::DnsSend) {
            continue;
        }
        let unit = reading.unit(sink);
        let variable = reading.piece(source).text.get(source.start..source.end).unwrap_or_default();
        let odd = reading.here(sink, Fact::OddHost).is_some();
        let owner = host::owner(variable, &format!("{} {unit}", reading.unit(source)));
        let header = flow.direct
            && in_header(
                unit,
                source.start.saturating_sub(reading.piece(source).units[source.unit].start),
            );
        let (severity, confidence) = match owner {
            _ if odd => (Severity::Critical, Confidence::High),
            Owner::Same => continue,
            Owner::Other if header => (Severity::Medium, Confidence::Medium),
            Owner::Other => (Severity::Critical, Confidence::Medium),
            Owner::Unknown
                if unit.contains(".send") && unit.contains('(') && !unit.contains("http") =>
            {
                (Severity::High, Confidence::Medium)
            }
            Owner::Unknown if header || !flow.direct => continue,
            Owner::Unknown
                if host::class(unit) == Host::Unknown && !host::is_own(reading, unit) =>
            {
                (Severity::Critical, Confidence::Medium)
            }
            Owner::Unknown => (Severity::Low, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sink, severity, confidence) {
            findings.at(
                sink,
                remark(
                    severity,
                    confidence,
                    "a secret of the environment is sent to a host that is not its own",
                ),
            );
        }
    }
}

/// Words before a secret that say what it is there for.
const HEADER: &[&str] = &[
    "authorization",
    "bearer",
    "x-api-key",
    "api-key",
    "apikey",
    "header",
    "auth=",
    "-u ",
    "--user",
    "private-token",
    "-h ",
    "token ",
    "access_token=",
    "auth:",
];

/// Whether what stands before a place says that it is how one signs in.
fn in_header(unit: &str, at: usize) -> bool {
    let before = unit.get(..at.min(unit.len())).unwrap_or(unit).to_ascii_lowercase();
    let near = &before[crate::piece::prose::boundary(&before, before.len().saturating_sub(60))..];
    HEADER.iter().any(|word| near.contains(word))
}
