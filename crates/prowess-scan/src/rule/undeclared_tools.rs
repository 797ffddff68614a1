//! The skill does more than it declares.
//!
//! Its frontmatter limits an agent to some tools, and its instructions or scripts need others: a skill that only reads has no
//! commands to run.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "undeclared-tools",
    severity: Severity::Medium,
    help: "declare the tools that the skill uses",
    source: include_str!("undeclared_tools.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let Some(declared) = reading.declared.as_ref().map(|declared| declared.to_ascii_lowercase())
    else {
        return;
    };
    let shell =
        ["bash", "shell", "exec", "run", "terminal", "python", "*", "all", "powershell", "code"]
            .iter()
            .any(|word| declared.contains(word));
    if shell || declared.trim().is_empty() {
        return;
    }
    let acts = [Fact::Send, Fact::FetchIntoShell, Fact::Execute, Fact::Evaluate, Fact::Destroy];
    let sighting = reading
        .sightings
        .iter()
        .find(|sighting| acts.contains(&sighting.fact) && reading.is_program(sighting));
    if let Some(sighting) = sighting {
        findings.at(
            sighting,
            remark(
                Severity::Low,
                Confidence::Low,
                format!("the frontmatter declares only {}", declared.trim()),
            ),
        );
    }
}
