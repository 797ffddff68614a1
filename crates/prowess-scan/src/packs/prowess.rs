//! The default pack: everything is read, facts are combined.

use prowess_format::Tree;

use crate::finding::Finding;
use crate::policy::Policy;
use crate::prose::Model;
use crate::reading::Reading;
use crate::report::Report;
use crate::{abilities, limits, rule, verdict};

/// Scans one skill.
pub(crate) fn scan(tree: &dyn Tree, policy: &Policy) -> Report {
    scan_with(tree, policy, Model::committed())
}

/// Scans one skill with a classifier.
pub(crate) fn scan_with(tree: &dyn Tree, policy: &Policy, model: &Model) -> Report {
    let reading = Reading::new(tree);
    let mut findings = rule::ask(&reading, model);
    findings.extend(users_rules(&reading, policy));
    findings.extend(opinions(&reading, policy, &findings));
    let complete = !reading.inventory.incomplete;
    Report {
        verdict: verdict::judge(&findings, complete),
        score: verdict::score(&findings),
        findings,
        suppressed: Vec::new(),
        scanned_files: reading.inventory.count,
        scanned_bytes: reading.inventory.bytes as u64,
        truncated: !complete,
        pack: policy.pack,
        abilities: abilities::of(&reading, ""),
    }
}

/// What the user's own rules find: those with patterns in every text, those with facts in every
/// sentence or statement in which all of them are seen.
fn users_rules(reading: &Reading, policy: &Policy) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    if policy.rules.is_empty() {
        return found;
    }
    for file in &reading.inventory.files {
        found.extend(policy.rules.apply(&file.path, file.original()));
    }
    for users in policy.rules.with_facts() {
        found.extend(rule::users_facts(reading, users));
    }
    found
}

/// What somebody else says, where somebody is asked.
fn opinions(reading: &Reading, policy: &Policy, findings: &[Finding]) -> Vec<Finding> {
    let Some(opinion) = &policy.opinion else { return Vec::new() };
    let files = &reading.inventory.files;
    let texts: Vec<(&str, &str)> =
        files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.as_ref()).collect();
    opinion
        .read(&texts, &rules)
        .into_iter()
        .take(limits::FINDINGS_PER_RULE)
        .map(rule::opinion)
        .collect()
}
