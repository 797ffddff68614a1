//! Secrets of several kinds are collected.
//!
//! Keys, tokens, password stores and wallets of several services in one skill: no task needs all of them. It does not
//! matter what for, an audit, a backup, a rotation: what is read is in the agent's context, and what is in its context can
//! leave.

use super::{Findings, Rule, remark};
use crate::fact::{Fact, Sighting, Tone};
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "credential-harvest",
    severity: Severity::Critical,
    help: "read no secrets that the task does not need",
    source: include_str!("credential_harvest.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for file in 0..reading.inventory.files.len() {
        let meant: Vec<&Sighting> = reading
            .in_file(file, Fact::SecretFile)
            .filter(|sighting| reading.tone(sighting) == Tone::Meant && reads(reading, sighting))
            .collect();
        let mut labels: Vec<&str> = meant.iter().map(|sighting| sighting.label).collect();
        labels.sort_unstable();
        labels.dedup();
        let (severity, confidence) = match labels.len() {
            3.. => (Severity::Critical, Confidence::Medium),
            2 => (Severity::Medium, Confidence::Medium),
            _ => continue,
        };
        if let Some((severity, confidence)) = weigh(reading, meant[0], severity, confidence) {
            findings.at(
                meant[0],
                remark(
                    severity,
                    confidence,
                    format!("secrets of several kinds are collected: {}", labels.join(", ")),
                ),
            );
        }
    }
    several_variables(reading, findings);
}

/// Whether the sentence or statement takes the content, not only the name.
fn reads(reading: &Reading, sighting: &Sighting) -> bool {
    let unit = reading.unit(sighting).to_ascii_lowercase();
    let piece = reading.piece(sighting);
    let verbs: &[&str] = if piece.kind.is_code() {
        &[
            "cat ",
            "cp ",
            "tar ",
            "read",
            "open(",
            "zip",
            "get-content",
            "type ",
            "find ",
            "grep ",
            "upload",
            "scp ",
            "rsync",
            "copy",
        ]
    } else {
        &[
            "read ", "extract", "collect", "copy ", "upload", "send", "gather", "scan ", "archive",
            "package", "parse", "list all", "output", "display", "harvest", "backup", "back up",
        ]
    };
    verbs.iter().any(|verb| unit.contains(verb))
}

/// Tokens of several services put together in one value.
fn several_variables(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::SecretVariable) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        if !reading.piece(sighting).kind.is_code() {
            continue;
        }
        let services = SERVICES.iter().filter(|name| unit.contains(*name)).count();
        let reads = unit.matches("environ").count()
            + unit.matches("process.env").count()
            + unit.matches("getenv").count();
        if services >= 2
            && reads >= 2
            && let Some((severity, confidence)) =
                weigh(reading, sighting, Severity::Critical, Confidence::Medium)
        {
            findings.at(
                sighting,
                remark(severity, confidence, "tokens of several services are put together"),
            );
        }
    }
}

const SERVICES: &[&str] = &[
    "aws_",
    "github_",
    "gcp_",
    "azure_",
    "slack_",
    "stripe_",
    "npm_",
    "datadog",
    "twilio",
    "anthropic",
    "openai",
    "docker_",
    "database_url",
    "ssh_private",
    "google_",
    "sendgrid",
    "vault_",
    "kube",
];
