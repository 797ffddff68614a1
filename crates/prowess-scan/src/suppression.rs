//! Findings that the user has looked at and taken out, each with a reason and for a time.
//!
//! ```toml
//! [[suppress]]
//! fingerprint = "0123456789abcdef"
//! reason = "the installer is pinned and was read"
//! expires = "2027-01-31"               # the last day it holds
//! ```

use std::collections::HashMap;

use crate::day::Day;
use crate::pack::judge;
use crate::packs::shared::gaps::SCAN_LIMIT;
use crate::policy::Policy;
use crate::policy_file::{Refused, Row, read_rows};
use crate::problem::Problem;
use crate::report::Report;
use crate::verdict::score;

/// Digits of a fingerprint.
const FINGERPRINT_DIGITS: usize = 16;

/// What the user took out.
#[derive(Clone, Debug, Default)]
pub struct Suppressions {
    by_fingerprint: HashMap<String, Suppression>,
}

#[derive(Clone, Debug)]
struct Suppression {
    reason: String,
    expires: Day,
    line: u32,
}

impl Suppressions {
    /// Reads the user's file. What is wrong with one leaves the others in force.
    pub fn parse(text: &str) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut by_fingerprint = HashMap::new();
        read_rows(text, "suppress", &mut problems, |row| {
            if let Ok((fingerprint, suppression)) = read(row, &by_fingerprint) {
                by_fingerprint.insert(fingerprint, suppression);
            }
        });
        (Self { by_fingerprint }, problems)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_fingerprint.is_empty()
    }

    /// Takes out of a report what is suppressed on this day, and judges the rest anew. Whatever is
    /// suppressed, a scan that did not see everything is never an allow. What is said is about
    /// suppressions that would fit and do not hold.
    pub fn apply(&self, report: &mut Report, today: Day, policy: &Policy) -> Vec<Problem> {
        let mut problems = Vec::new();
        take_out(report, policy, |fingerprint, rule| {
            let found = self.by_fingerprint.get(fingerprint)?;
            let sentence = if rule == SCAN_LIMIT.id {
                format!(
                    "{fingerprint} says that not everything was read, which cannot be suppressed"
                )
            } else if found.expires < today {
                format!("the suppression of {fingerprint} ({rule}) expired on {}", found.expires)
            } else {
                return Some(found.reason.clone());
            };
            problems.push(Problem { line: Some(found.line), message: sentence });
            None
        });
        problems
    }
}

/// Moves the findings for which `reason` has one to the suppressed ones, and judges the rest. The
/// finding that says that not everything was read always stays.
pub(crate) fn take_out(
    report: &mut Report,
    policy: &Policy,
    mut reason: impl FnMut(&str, &str) -> Option<String>,
) {
    let before = report.findings.len();
    let mut kept = Vec::with_capacity(before);
    for finding in std::mem::take(&mut report.findings) {
        match reason(&finding.fingerprint, &finding.rule) {
            Some(reason) if finding.rule != SCAN_LIMIT.id => {
                report.suppressed.push((finding, reason));
            }
            _ => kept.push(finding),
        }
    }
    report.findings = kept;
    // A verdict that nothing was taken from stays as the scan made it.
    if report.findings.len() < before {
        report.verdict = judge(report.pack, &report.findings, !report.truncated, policy);
        report.score = score(&report.findings);
    }
}

/// Whether a text has the form of a fingerprint.
pub(crate) fn is_fingerprint(text: &str) -> bool {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == FINGERPRINT_DIGITS && text.bytes().all(digit)
}

fn read(
    row: &mut Row<'_, '_>,
    known: &HashMap<String, Suppression>,
) -> Result<(String, Suppression), Refused> {
    if row.unknown_keys(&["fingerprint", "reason", "expires"]) {
        return Err(Refused);
    }
    let fingerprint = row.required("fingerprint")?;
    let sentence = if !is_fingerprint(&fingerprint) {
        Some(format!(
            "`{fingerprint}` is no fingerprint: it has {FINGERPRINT_DIGITS} hexadecimal digits"
        ))
    } else if known.contains_key(&fingerprint) {
        Some(format!("{fingerprint} is suppressed twice: the first one holds"))
    } else {
        None
    };
    if let Some(sentence) = sentence {
        row.problem("fingerprint", sentence);
        return Err(Refused);
    }
    let reason = row.required("reason")?;
    let expires = row.required("expires")?.parse().map_err(|error| {
        row.problem("expires", format!("{error}"));
        Refused
    })?;
    let line = row.line;
    Ok((fingerprint, Suppression { reason, expires, line }))
}
