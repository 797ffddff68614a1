//! A miner.
//!
//! The skill starts a program that mines a currency, or names the pool it mines for.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "crypto-miner",
    severity: Severity::Critical,
    help: "take it out",
    source: include_str!("crypto_miner.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Mine) {
        let code = reading.piece(sighting).kind.is_code();
        let severity = if code || reading.piece(sighting).text.contains("stratum+") {
            Severity::Critical
        } else {
            Severity::Medium
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, Confidence::High) {
            findings.at(sighting, remark(severity, confidence, "a miner, or the pool of one"));
        }
    }
}
