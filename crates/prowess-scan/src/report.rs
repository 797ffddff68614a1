//! The answer of a scan.

use std::borrow::Cow;

use crate::finding::{Confidence, Finding, Severity, fingerprint};
use crate::pack::Pack;
use crate::packs::shared::gaps::SCAN_LIMIT;
use crate::verdict::{Verdict, score};

/// What a scan found out about one skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What to do with it.
    pub verdict: Verdict,
    /// How much speaks against it; 0 is nothing.
    pub score: f64,
    /// What was found, the worst first, then by file and place.
    pub findings: Vec<Finding>,
    /// What the user's policy took out, each with the reason it gives.
    pub suppressed: Vec<(Finding, String)>,
    /// Files that were read, members of archives among them.
    pub scanned_files: usize,
    /// Their bytes.
    pub scanned_bytes: u64,
    /// Whether a limit was hit, so that something was not looked at.
    pub truncated: bool,
    /// Which rules were asked.
    pub pack: Pack,
    /// What the skill can do, for rules that look at several skills.
    pub abilities: Abilities,
}

impl Report {
    /// Says that part of the skill never came to the scanner: then it is not allowed.
    pub fn mark_incomplete(&mut self, reason: &str) {
        self.truncated = true;
        self.verdict = self.verdict.max(Verdict::Review);
        let finding = Finding {
            rule: Cow::Borrowed(SCAN_LIMIT.id),
            severity: SCAN_LIMIT.severity,
            confidence: Confidence::High,
            file: String::new(),
            location: None,
            message: format!("part of the skill could not be looked at: {reason}"),
            evidence: String::new(),
            decoded: None,
            help: Cow::Borrowed("make it readable and small enough, and scan again"),
            fingerprint: fingerprint(SCAN_LIMIT.id, "", reason, 0),
        };
        self.score += score(std::slice::from_ref(&finding));
        // Behind what is as bad or worse: the order of findings is the order of their severities.
        let at = self.findings.partition_point(|other| other.severity >= finding.severity);
        self.findings.insert(at, finding);
    }

    /// How many findings have this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// The worst severity, where there is a finding.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }
}

/// What a skill can do: enough to see that two skills complete each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Files outside of the skill into which it puts secrets.
    pub puts_secrets_into: Vec<String>,
    /// Files outside of the skill that it sends away.
    pub sends: Vec<String>,
}
