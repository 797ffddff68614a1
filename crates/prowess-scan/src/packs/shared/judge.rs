//! What findings mean to the packs that follow other scanners.

use crate::finding::{Finding, Severity};
use crate::policy::Policy;
use crate::verdict::Verdict;

/// A critical finding blocks, or asks for a look where the policy does not let it block. Warnings
/// stay findings. A grave finding, which only a rule of the user's can make here, asks for a look,
/// and so does a scan that did not see everything.
pub(crate) fn judge(findings: &[Finding], complete: bool, policy: &Policy) -> Verdict {
    match findings.iter().map(|finding| finding.severity).max() {
        Some(Severity::Critical) if policy.block_critical => Verdict::Block,
        Some(Severity::Critical | Severity::High) => Verdict::Review,
        _ if !complete => Verdict::Review,
        _ => Verdict::Allow,
    }
}
