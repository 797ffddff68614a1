//! Packages come from another registry.
//!
//! `--index-url`, `--registry`, `--trusted-host` take packages from a server that the skill names: whoever runs it decides
//! what gets installed, under whatever name.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "untrusted-registry",
    severity: Severity::Critical,
    help: "install from the registry the package is published in, with its version pinned",
    source: include_str!("untrusted_registry.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Registry) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let (severity, confidence) = match host::class(&unit) {
            Host::Installer | Host::Vendor | Host::Code | Host::Local | Host::None => {
                (Severity::Note, Confidence::Low)
            }
            Host::Unknown
                if unit.contains("--trusted-host")
                    || reading.here(sighting, Fact::OddHost).is_some() =>
            {
                (Severity::Critical, Confidence::Medium)
            }
            Host::Unknown if host::is_own(reading, &unit) || host::is_named_beside(&unit) => {
                (Severity::Low, Confidence::Medium)
            }
            Host::Unknown => (Severity::Critical, Confidence::Medium),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(
                    severity,
                    confidence,
                    "packages are installed from a registry of the skill's choice",
                ),
            );
        }
    }
}
