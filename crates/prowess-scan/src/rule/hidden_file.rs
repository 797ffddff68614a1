//! A file that stays unseen takes part in something.
//!
//! Names that begin with a dot in `/tmp`, windows without a window, output thrown away while something goes on in the
//! background: together with a download, a request or a program that is run, it is how a payload is put down.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "hidden-file",
    severity: Severity::Critical,
    help: "keep files where they can be seen",
    source: include_str!("hidden_file.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::HiddenFile) {
        let dotted =
            reading.piece(sighting).text.get(sighting.start..sighting.end).is_some_and(|text| {
                text.contains("/.") || text.contains("hidden") || text.contains("shm")
            });
        let with =
            [Fact::Send, Fact::Fetch, Fact::Decode, Fact::Execute, Fact::Listen, Fact::Persist];
        let company =
            with.into_iter().filter(|&fact| reading.here(sighting, fact).is_some()).count();
        let prose = !reading.piece(sighting).kind.is_code();
        let (severity, confidence) = match company {
            1.. if dotted && !prose => (Severity::Critical, Confidence::Medium),
            _ if dotted && prose => (Severity::Medium, Confidence::Medium),
            _ if dotted => (Severity::Low, Confidence::Medium),
            _ => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(sighting, remark(severity, confidence, sighting.label));
        }
    }
}
