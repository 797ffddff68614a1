//! What is downloaded goes straight into an interpreter.
//!
//! `curl … | sh`, `bash <(curl …)`, `iex (irm …)`, `eval "$(wget …)"` run whatever the server answers at that
//! moment: nobody has read it, and it can be another answer tomorrow, or another one for you. Installers of
//! well-known tools are written like this too; from their own hosts they are a note. From a paste site, a bare
//! address, a shortened link, or in a script that runs without being asked, it is an attack until shown otherwise.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "pipe-to-shell",
    severity: Severity::Critical,
    help: "download the script, read it, pin its hash, and only then run it",
    source: include_str!("pipe_to_shell.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::FetchIntoShell) {
        let unit = reading.unit(sighting);
        let odd = reading.here(sighting, Fact::OddHost).is_some();
        let (severity, confidence) = match host::class(unit) {
            // Names that are looked up and shares that are mounted carry commands only for those who hide.
            _ if odd
                || ["nslookup", "net use", "mshta"]
                    .iter()
                    .any(|word| unit.to_ascii_lowercase().contains(word)) =>
            {
                (Severity::Critical, Confidence::High)
            }
            Host::Installer => (Severity::Note, Confidence::High),
            _ if reading.piece(sighting).channel.is_covert() => {
                (Severity::Critical, Confidence::High)
            }
            Host::Local => (Severity::Low, Confidence::Medium),
            Host::Code => (Severity::Medium, Confidence::Medium),
            Host::Vendor | Host::None => (Severity::Medium, Confidence::Medium),
            Host::Unknown if host::is_own(reading, unit) => (Severity::Medium, Confidence::Medium),
            Host::Unknown
                if reading.is_program(sighting)
                    || unit.contains("sudo")
                    || pressed(reading, sighting) =>
            {
                (Severity::Critical, Confidence::Medium)
            }
            Host::Unknown => (Severity::High, Confidence::Medium),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(
                    severity,
                    confidence,
                    "a download is piped into an interpreter: nobody has read what runs",
                ),
            );
        }
    }
}

/// Whether the text around it pushes: a requirement, a warning, every task.
fn pressed(reading: &Reading, sighting: &crate::fact::Sighting) -> bool {
    let heading = reading.piece(sighting).units[sighting.unit]
        .heading
        .as_deref()
        .map(str::to_ascii_lowercase)
        .unwrap_or_default();
    ["prerequisite", "required", "important", "critical", "mandatory", "first", "before"]
        .iter()
        .any(|word| heading.contains(word))
}
