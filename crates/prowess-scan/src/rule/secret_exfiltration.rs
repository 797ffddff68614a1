//! A secret leaves the machine.
//!
//! A file that holds secrets, or the whole environment, is read, and what was read reaches something that sends:
//! in one command, through variables, through a file in between, through a function of another file, or from one
//! script of the skill to another.

use super::{Findings, Rule, remark};
use crate::fact::{Fact, Sighting};
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host};
use crate::piece::Channel;
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "secret-exfiltration",
    severity: Severity::Critical,
    help: "read no secrets that the task does not need, and send none",
    source: include_str!("secret_exfiltration.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let mut told = false;
    for flow in &reading.flows {
        let (source, sink) = (&reading.sightings[flow.source], &reading.sightings[flow.sink]);
        let grave = matches!(source.fact, Fact::SecretFile | Fact::EnvironmentDump)
            && matches!(sink.fact, Fact::Send | Fact::DnsSend);
        let runs = matches!(source.fact, Fact::SecretFile | Fact::EnvironmentDump)
            && reading.here(sink, Fact::DnsSend).is_some();
        // The service of the cloud is asked with a request that sends.
        let metadata = source.label == "cloud metadata" && flow.direct;
        if !grave && !runs || metadata || is_used(reading, source) {
            continue;
        }
        // A machine or a bucket that a variable names is the user's own.
        let chosen = ["@$", " $", "\"$", "s3://$", "gs://$"]
            .iter()
            .any(|mark| reading.unit(sink).contains(mark))
            && sink.label == "a copy to another machine"
            && !reading.unit(sink).contains("http");
        // Settings of one's own that are loaded before a request is made.
        let own = chosen
            || host::class(reading.unit(sink)) == Host::Local
            || source.label == "a .env file"
                && matches!(host::class(reading.unit(sink)), Host::None | Host::Vendor)
                && !flow.direct;
        let (severity, confidence) = match own {
            true => (Severity::Low, Confidence::Low),
            false => (Severity::Critical, Confidence::High),
        };
        if let Some((severity, confidence)) = weigh(reading, sink, severity, confidence) {
            told |= severity == Severity::Critical;
            findings.at(
                sink,
                remark(severity, confidence, format!("{} is read and sent away", source.label)),
            );
        }
    }
    for sighting in reading.of(Fact::DnsSend) {
        if let Some((severity, confidence)) =
            weigh(reading, sighting, Severity::High, Confidence::Medium)
        {
            findings.at(
                sighting,
                remark(
                    severity,
                    confidence,
                    "data is put into the name of a host that is looked up",
                ),
            );
        }
    }
    // The environment, searched for what looks secret.
    for sighting in
        reading.of(Fact::EnvironmentDump).filter(|sighting| reading.is_program(sighting))
    {
        let near: String = (0..4)
            .map(|next| reading.piece(sighting).unit(sighting.unit + next))
            .collect::<Vec<_>>()
            .join(" ")
            .to_ascii_lowercase();
        let words = ["key", "secret", "token", "pass", "cred", "auth"]
            .iter()
            .filter(|word| near.contains(*word))
            .count();
        if words >= 3 {
            findings.at(
                sighting,
                remark(
                    Severity::High,
                    Confidence::Medium,
                    "the environment is searched for secrets",
                ),
            );
        }
    }
    if !told {
        across(reading, findings);
    }
}

/// Whether a key is what one signs in with, not what is sent: `scp -i KEY`, `curl --cert KEY`.
fn is_used(reading: &Reading, source: &Sighting) -> bool {
    let unit = reading.unit(source);
    let start = source.start - reading.piece(source).units[source.unit].start;
    let before = unit.get(..start).unwrap_or_default().trim_end_matches(|c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, '~' | '/' | '$' | '{' | '}' | '_' | '"' | '\'' | '.')
    });
    let before = before.trim_end();
    ["-i", "--cert", "--key", "IdentityFile", "IdentityFile=", "--cacert", "-E"]
        .iter()
        .any(|flag| before.ends_with(flag))
}

/// One script of the skill reads, another one sends.
fn across(reading: &Reading, findings: &mut Findings<'_>) {
    let program = |fact: Fact| {
        reading.of(fact).find(|sighting| {
            reading.is_program(sighting)
                && reading.piece(sighting).kind.is_code()
                && reading.piece(sighting).channel != Channel::Comment
        })
    };
    let Some(send) = program(Fact::Send) else { return };
    if host::class(reading.unit(send)) == Host::Local {
        return;
    }
    let secret = reading.of(Fact::SecretFile).find(|sighting| {
        reading.is_program(sighting)
            && sighting.label != "a .env file"
            && reading.piece(sighting).kind.is_code()
            && !is_used(reading, sighting)
    });
    let dump = program(Fact::EnvironmentDump);
    if let (Some(secret), Some(_)) = (secret, dump) {
        findings.at(
            secret,
            remark(
                Severity::Critical,
                Confidence::Medium,
                "the skill's scripts read secrets and the whole environment, and send",
            ),
        );
    } else if let Some(secret) = secret {
        findings.at(
            secret,
            remark(
                Severity::High,
                Confidence::Medium,
                format!("the skill's scripts read {} and send", secret.label),
            ),
        );
    } else if let Some(dump) = dump {
        findings.at(
            dump,
            remark(
                Severity::Medium,
                Confidence::Medium,
                "the skill's scripts read the whole environment and send",
            ),
        );
    }
}
