//! What was already there: fingerprints of findings that a later scan counts as known.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::limits;
use crate::packs::shared::gaps::SCAN_LIMIT;
use crate::policy::Policy;
use crate::problem::Problem;
use crate::report::Report;
use crate::suppression::{is_fingerprint, take_out};

/// The form of the file.
const SCHEMA: u64 = 1;

/// Why a known finding is taken out.
const REASON: &str = "known: it is in the baseline";

/// Findings that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    fingerprints: BTreeSet<String>,
}

/// A baseline as it is written: with its form, or nothing but the list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Document { schema: u64, fingerprints: Vec<String> },
    List(Vec<String>),
}

impl Baseline {
    /// Everything that these reports found. That not everything was read is never known.
    pub fn of<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Self {
        let findings = reports.into_iter().flat_map(|report| &report.findings);
        let known = findings.filter(|finding| finding.rule != SCAN_LIMIT.id);
        Self { fingerprints: known.map(|finding| finding.fingerprint.clone()).collect() }
    }

    /// Reads a baseline. One that cannot be read knows nothing; entries that are no fingerprints are
    /// left out.
    pub fn parse(text: &str) -> (Self, Vec<Problem>) {
        let refuse = |message: String| (Self::default(), vec![Problem::whole(message)]);
        if text.len() > limits::POLICY_BYTES {
            return refuse(format!("the baseline has more than {} bytes", limits::POLICY_BYTES));
        }
        let listed = match serde_json::from_str(text) {
            Ok(Written::Document { schema: SCHEMA, fingerprints }) => fingerprints,
            Ok(Written::List(fingerprints)) => fingerprints,
            Ok(Written::Document { schema, .. }) => {
                return refuse(format!("the baseline has the form {schema}, which is not known"));
            }
            Err(_) => {
                return refuse("the baseline is no JSON with a list of fingerprints".to_owned());
            }
        };
        let (fingerprints, others): (BTreeSet<String>, BTreeSet<String>) =
            listed.into_iter().partition(|listed| is_fingerprint(listed));
        let problems = others.iter().map(|other| {
            let shown: String = other.chars().take(40).collect();
            Problem::whole(format!("`{shown}` in the baseline is no fingerprint"))
        });
        (Self { fingerprints }, problems.collect())
    }

    /// The file: sorted, one fingerprint a line, so that it is easy to compare.
    pub fn to_json(&self) -> String {
        let value = serde_json::json!({ "schema": SCHEMA, "fingerprints": self.fingerprints });
        format!("{value:#}\n")
    }

    /// How many findings are known.
    pub fn len(&self) -> usize {
        self.fingerprints.len()
    }

    /// Whether none are.
    pub fn is_empty(&self) -> bool {
        self.fingerprints.is_empty()
    }

    /// Takes the known findings out of a report, and judges the rest anew.
    pub fn apply(&self, report: &mut Report, policy: &Policy) {
        take_out(report, policy, |fingerprint, _| {
            self.fingerprints.contains(fingerprint).then(|| REASON.to_owned())
        });
    }
}
