//! Something is kept from the user.
//!
//! "Do not mention this to the user", "silently upload", "users are not informed": the one thing that instructions to an
//! agent never need. Alone it is worth knowing; with something that is sent, run, deleted or collected it is an attack.

use super::{Findings, Rule, remark};
use crate::fact::{Fact, Tone};
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "concealment",
    severity: Severity::Critical,
    help: "let the user see everything that is done",
    source: include_str!("concealment.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let meant = |sighting: &&crate::fact::Sighting| {
        reading.tone(sighting) == Tone::Meant
            && reading.unit(sighting).to_ascii_lowercase().contains("user")
    };
    let often = reading.of(Fact::Conceal).filter(meant).count() >= 3;
    for sighting in reading.of(Fact::Conceal) {
        let with = [
            Fact::SendWords,
            Fact::Send,
            Fact::Collect,
            Fact::SecretWords,
            Fact::SecretFile,
            Fact::DestroyWords,
            Fact::Standing,
            Fact::Deceive,
            Fact::Override,
            Fact::Unasked,
            Fact::HiddenFile,
            Fact::Excuse,
            Fact::Urgent,
            Fact::Trigger,
            Fact::RemoteOrders,
            Fact::Weaken,
            Fact::Slant,
            Fact::FetchIntoShell,
            Fact::RunWords,
        ];
        let company: Vec<Fact> =
            with.into_iter().filter(|&fact| reading.close(sighting, fact, 3).is_some()).collect();
        let grave = company.iter().any(|fact| {
            matches!(
                fact,
                Fact::SendWords
                    | Fact::Send
                    | Fact::Collect
                    | Fact::Deceive
                    | Fact::Override
                    | Fact::SecretFile
                    | Fact::HiddenFile
                    | Fact::Trigger
            )
        });
        let about_user = {
            let unit = reading.unit(sighting).to_ascii_lowercase();
            unit.contains("user") || unit.contains("human") || unit.contains("operator")
        };
        let (severity, confidence) = match () {
            () if reading.piece(sighting).channel.is_covert() && !company.is_empty() => {
                (Severity::Critical, Confidence::High)
            }
            () if often && about_user => (Severity::Critical, Confidence::Medium),
            () if grave && about_user => (Severity::Critical, Confidence::Medium),
            () if company.len() > 1 && about_user => (Severity::High, Confidence::Medium),
            () if grave => (Severity::Medium, Confidence::Medium),
            () if about_user => (Severity::Low, Confidence::Medium),
            () => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, "something is to be kept from the user"),
            );
        }
    }
}
