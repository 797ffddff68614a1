//! Rules over several skills at once: two that are harmless alone, and together are not.

use std::borrow::Cow;

use crate::abilities;
use crate::finding::{Confidence, Finding, Severity, fingerprint};
use crate::report::Report;
use crate::rule::CHAINED;

/// What several skills do together: for each finding the index of the skill it belongs to. Both ends
/// of a chain are told.
pub fn across(skills: &[(&str, &Report)]) -> Vec<(usize, Finding)> {
    let mut found = Vec::new();
    let all = || skills.iter().enumerate();
    // Few skills read secrets into files, and few of the others send any.
    let readers = all().filter(|(_, (_, report))| !report.abilities.puts_secrets_into.is_empty());
    let senders: Vec<_> =
        all().filter(|(_, (_, report))| !report.abilities.sends.is_empty()).collect();
    for (reader, (reader_name, from)) in readers {
        for &(sender, (sender_name, to)) in &senders {
            if reader == sender {
                continue;
            }
            let Some(path) = abilities::handed(&from.abilities, &to.abilities) else { continue };
            for (at, message) in [
                (
                    reader,
                    format!(
                        "it puts secrets into {path}, and the skill {sender_name} sends that away"
                    ),
                ),
                (
                    sender,
                    format!(
                        "it sends away {path}, into which the skill {reader_name} puts secrets"
                    ),
                ),
            ] {
                found.push((at, finding(&path, message)));
            }
        }
    }
    found
}

fn finding(path: &str, message: String) -> Finding {
    Finding {
        rule: Cow::Borrowed(CHAINED.id),
        severity: Severity::High,
        confidence: Confidence::Medium,
        file: String::new(),
        location: None,
        fingerprint: fingerprint(CHAINED.id, "", &message, 0),
        message,
        evidence: path.to_owned(),
        decoded: None,
        help: Cow::Borrowed(CHAINED.help),
    }
}

impl Report {
    /// Adds findings that rules over several skills made, and judges anew.
    pub fn add(&mut self, findings: impl IntoIterator<Item = Finding>, policy: &crate::Policy) {
        let before = self.findings.len();
        self.findings.extend(findings);
        if self.findings.len() > before {
            self.findings
                .sort_by(|a, b| b.severity.cmp(&a.severity).then(b.confidence.cmp(&a.confidence)));
            self.verdict = crate::pack::judge(self.pack, &self.findings, !self.truncated, policy);
            self.score = crate::verdict::score(&self.findings);
        }
    }
}
