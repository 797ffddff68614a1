//! An agent is told to send away what is the user's.
//!
//! Secrets, files, conversations, mails are to be uploaded, posted or forwarded to an address that the skill names. No
//! script does it: the agent is the script.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "told-to-send",
    severity: Severity::Critical,
    help: "let the user decide what leaves the machine",
    source: include_str!("told_to_send.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::SendWords) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let odd = reading.close(sighting, Fact::OddHost, 1).is_some();
        let secret_here = reading
            .here(sighting, Fact::SecretWords)
            .or(reading.here(sighting, Fact::SecretFile))
            .or(reading.here(sighting, Fact::EnvironmentDump))
            .is_some();
        let secret_near = secret_here || reading.around(sighting, Fact::SecretFile, 500).is_some();
        let context = reading.here(sighting, Fact::ContextWords).is_some();
        let excuse = reading.close(sighting, Fact::Excuse, 1).is_some();
        let standing = reading.close(sighting, Fact::Standing, 2).is_some();
        let conceal = reading.close(sighting, Fact::Conceal, 2).is_some();
        let url = unit.contains("http") || unit.contains('@') || unit.contains("endpoint");
        let bucket = unit.contains("s3://") || unit.contains("gs://");
        // An address that is only spoken of.
        let vague = bucket
            || ["endpoint", "server", "remote", "external", "collaborator"]
                .iter()
                .any(|word| unit.contains(word));
        let own = !bucket
            && (host::is_own(reading, &unit)
                || matches!(
                    host::class(&unit),
                    Host::Vendor | Host::Local | Host::Code | Host::Installer
                ));
        let (severity, confidence) = match () {
            () if odd && (secret_near || context) => (Severity::Critical, Confidence::High),
            () if conceal && (secret_near || context) && !own => {
                (Severity::Critical, Confidence::Medium)
            }
            () if (secret_near && !own) && (excuse || standing) => {
                (Severity::Critical, Confidence::Medium)
            }
            () if reading
                .around(sighting, Fact::SecretFile, 500)
                .is_some_and(|file| reading.tone(file) == crate::fact::Tone::Meant)
                && !own
                && vague =>
            {
                (Severity::Critical, Confidence::Medium)
            }
            () if context
                && url
                && !own
                && (excuse || standing)
                && host::class(&unit) == Host::Unknown =>
            {
                (Severity::Critical, Confidence::Medium)
            }
            () if context && url && !own && (excuse || standing) => {
                (Severity::High, Confidence::Medium)
            }
            () if reading.here(sighting, Fact::SecretFile).is_some()
                && host::class(&unit) == Host::Unknown
                && !own =>
            {
                (Severity::Critical, Confidence::Medium)
            }
            () if odd => (Severity::Medium, Confidence::Medium),
            () if context && url && !own && host::class(&unit) == Host::Unknown => {
                (Severity::Medium, Confidence::Low)
            }
            () => continue,
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, "an agent is told to send away what is the user's"),
            );
        }
    }
}
