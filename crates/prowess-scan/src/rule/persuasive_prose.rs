//! A passage that persuades as attacks do.
//!
//! No single sentence gives it away. A small classifier, trained on labelled skills, weighs what the
//! sentences of a passage do together (orders for every task, reasons that ask for trust, things that
//! leave the machine, things kept from the user) against how honest skills do it. It sees no names and
//! no addresses, only what is done and how it is told.

use super::{Findings, Rule, remark};
use crate::fact::{Fact, Sighting};
use crate::finding::{Confidence, Severity};
use crate::prose;
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "persuasive-prose",
    severity: Severity::Critical,
    help: "read the passage as if it came from a stranger, and ask what it would be good for if it were gone",
    source: include_str!("persuasive_prose.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let model = findings.model();
    let mut best: Option<(i32, prose::Window)> = None;
    for window in prose::windows(reading) {
        let score = model.score(&window.features);
        if model.is_odd(score) && best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, window));
        }
    }
    let Some((score, window)) = best else { return };
    let unit = &reading.pieces[window.piece].units[window.unit];
    let sighting = Sighting {
        fact: Fact::Excuse,
        piece: window.piece,
        unit: window.unit,
        start: unit.start,
        end: unit.end,
        label: "",
    };
    let (severity, confidence) = match model.is_grave(score) {
        true => (Severity::Critical, Confidence::Medium),
        false => (Severity::Medium, Confidence::Low),
    };
    if let Some((severity, confidence)) = weigh(reading, &sighting, severity, confidence) {
        findings
            .at(&sighting, remark(severity, confidence, "a passage that persuades as attacks do"));
    }
}
