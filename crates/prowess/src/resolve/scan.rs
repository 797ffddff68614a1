//! What the scanner blocks is not loaded.

use prowess_format::{TreePath, blocked};
use prowess_scan::Verdict;

use super::{Rejection, Status};
use crate::catalog::CatalogEntry;
use crate::scan::{Judgement, UserPolicy};

/// How skills are scanned while they are loaded.
pub(crate) struct ScanGate<'a> {
    /// For the gate `scan` of the profile, where the user did not switch it off.
    pub(crate) of_profile: Option<&'a UserPolicy>,
    /// After all gates, where whoever loads asks for it.
    pub(crate) asked_for: Option<&'a UserPolicy>,
    /// Asks the scanner about many skills, with the answers in their order.
    pub(crate) judge: &'a dyn Fn(&UserPolicy, &[&CatalogEntry]) -> Vec<Judgement>,
}

/// Rejects what is blocked. A skill that is marked `always` is no exception: it says so itself.
pub(super) fn scan(entries: &mut [CatalogEntry], policy: Option<&UserPolicy>, gate: &ScanGate<'_>) {
    let Some(policy) = policy else { return };
    let is_active = |at: &usize| entries[*at].status == Status::Active;
    let active: Vec<usize> = (0..entries.len()).filter(is_active).collect();
    let skills: Vec<&CatalogEntry> = active.iter().map(|at| &entries[*at]).collect();
    let judgements = (gate.judge)(policy, &skills);
    for (at, judgement) in active.into_iter().zip(judgements) {
        let entry = &mut entries[at];
        entry.verdict = entry.verdict.max(Some(judgement.verdict));
        if judgement.verdict == Verdict::Block {
            let worst = judgement.findings.first();
            let location = worst.and_then(|found| found.location);
            let line = location.filter(|_| worst.is_some_and(|found| found.file == "SKILL.md"));
            let rejection = Rejection::new("scan", judgement.reason());
            let rejection = Rejection { line: line.map(|at| at.line), ..rejection };
            let file = worst.and_then(|found| TreePath::new(found.file.as_str()));
            let file = file.unwrap_or_default();
            entry.diagnostics.push(blocked::diagnose(judgement.reason(), file, location));
            entry.status = Status::Rejected(rejection);
        }
    }
}
