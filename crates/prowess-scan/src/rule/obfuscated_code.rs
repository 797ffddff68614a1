//! Code that is written so that it cannot be read.
//!
//! Strings put together from pieces that, once together, are a command, a host or a module; functions looked up by a string
//! that is built; long packed lines. What the pieces say is looked at as if it stood there; that somebody took the pains is a
//! finding of its own.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::kind::Kind;
use crate::piece::Channel;
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "obfuscated-code",
    severity: Severity::High,
    help: "write the names and strings out",
    source: include_str!("obfuscated_code.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in &reading.sightings {
        let piece = reading.piece(sighting);
        if piece.channel != Channel::Folded
            || !GRAVE.contains(&sighting.fact)
            || !piece.units[sighting.unit].context.tricky
        {
            continue;
        }
        // Seen in the plain text too: nothing was hidden.
        let origin = piece.map.origin(sighting.start);
        let reach = crate::limits::UNIT_BYTES + 400;
        let plain = reading
            .between(piece.file, origin.saturating_sub(400), origin + reach)
            .filter(|other| other.fact == sighting.fact)
            .any(|other| {
                let there = reading.piece(other);
                there.kind.is_code()
                    && there.channel != Channel::Folded
                    && there.map.origin(there.units[other.unit].start).abs_diff(origin) < 400
            });
        if plain {
            continue;
        }
        let sure = matches!(
            sighting.fact,
            Fact::FetchIntoShell
                | Fact::ReverseShell
                | Fact::EnvironmentDump
                | Fact::Mine
                | Fact::SecretFile
        ) || sighting.label == "a program that is run"
            && piece.kind != Kind::Shell
            && !reading.unit(sighting).contains("```");
        let confidence = if sure { Confidence::Medium } else { Confidence::Low };
        if let Some((severity, confidence)) = weigh(reading, sighting, Severity::High, confidence) {
            findings.at(
                sighting,
                remark(
                    severity,
                    confidence,
                    format!(
                        "only once its strings are put together does the code show {}",
                        sighting.label
                    ),
                ),
            );
        }
    }
    for (at, file) in reading.inventory.files.iter().enumerate() {
        if file.kind != Kind::JavaScript && file.kind != Kind::Python {
            continue;
        }
        let names = file.text.matches("_0x").count();
        if names >= 20 {
            let place = file.text.find("_0x").unwrap_or(0);
            findings.place(
                at,
                place,
                place + 3,
                None,
                remark(Severity::High, Confidence::High, "the code went through an obfuscator"),
            );
        }
    }
}

const GRAVE: &[Fact] = &[
    Fact::FetchIntoShell,
    Fact::ReverseShell,
    Fact::Evaluate,
    Fact::Execute,
    Fact::EnvironmentDump,
    Fact::SecretFile,
    Fact::Send,
    Fact::OddHost,
    Fact::Mine,
];
