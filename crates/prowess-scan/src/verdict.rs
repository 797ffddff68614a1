//! From findings to one answer: allow, review or block, and a score to sort by.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::finding::{Confidence, Finding, Severity};

/// What to do with the skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing speaks against it.
    Allow,
    /// A person should look at it first.
    Review,
    /// It must not be used.
    Block,
}

impl Verdict {
    /// The word users see.
    pub fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Review => "review",
            Self::Block => "block",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

/// What a finding adds to the score, in thousandths.
fn weight(finding: &Finding) -> u64 {
    let severity = match finding.severity {
        Severity::Critical => 60_000,
        Severity::High => 20_000,
        Severity::Medium => 6_000,
        Severity::Low => 1_500,
        Severity::Note => 200,
    };
    match finding.confidence {
        Confidence::High => severity,
        Confidence::Medium => severity * 3 / 4,
        Confidence::Low => severity / 2,
    }
}

/// The sum of what the findings weigh. One more finding is always a higher score; several of one
/// rule count less and less, so that a long skill is not bad for being long.
pub(crate) fn score(findings: &[Finding]) -> f64 {
    let mut by_rule: Vec<(&str, Vec<u64>)> = Vec::new();
    for finding in findings {
        let weight = weight(finding);
        match by_rule.iter_mut().find(|(rule, _)| *rule == finding.rule) {
            Some((_, weights)) => weights.push(weight),
            None => by_rule.push((&finding.rule, vec![weight])),
        }
    }
    let mut sum = 0;
    for (_, weights) in &mut by_rule {
        weights.sort_unstable_by(|a, b| b.cmp(a));
        for (at, weight) in weights.iter().enumerate() {
            sum += (weight / (at as u64 + 1)).max(1);
        }
    }
    sum as f64 / 1000.0
}

/// The verdict of the default pack: what is grave and more than a guess blocks, what is unusual or grave
/// is looked at. An unfinished scan is never an allow.
pub(crate) fn judge(findings: &[Finding], complete: bool) -> Verdict {
    let grave = |found: &Finding| {
        found.severity >= Severity::High && found.confidence >= Confidence::Medium
    };
    if findings.iter().any(grave) {
        Verdict::Block
    } else if !complete || findings.iter().any(|found| found.severity >= Severity::Medium) {
        Verdict::Review
    } else {
        Verdict::Allow
    }
}
