//! The description wants every task.
//!
//! An agent chooses skills by their descriptions. One that says "always use this", "for any request", "before any other
//! skill" makes itself heard in work it has nothing to do with.

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "trigger-hijack",
    severity: Severity::Medium,
    help: "say what the skill is for, and when it is not",
    source: include_str!("trigger_hijack.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let lower = reading.description.to_ascii_lowercase();
    let greedy = GREEDY.iter().find(|words| lower.contains(**words));
    let Some(words) = greedy else { return };
    let at = reading.inventory.files.iter().position(crate::inventory::File::is_skill_md);
    let Some(at) = at else { return };
    let place = crate::piece::markup::find_ignoring_case(&reading.inventory.files[at].text, words)
        .unwrap_or(0);
    findings.place(
        at,
        place,
        place + words.len(),
        None,
        remark(
            Severity::Medium,
            Confidence::Medium,
            "the description asks to be used for everything",
        ),
    );
}

/// Words that want every task.
const GREEDY: &[&str] = &[
    "always use this skill",
    "use this skill for every",
    "use this skill for all",
    "for any request",
    "for every request",
    "for any task",
    "for every task",
    "before any other",
    "must be used for all",
    "must be invoked for every",
    "instead of any other skill",
    "override other skills",
    "takes priority over",
    "use for everything",
    "any user request",
    "always load this",
    "must always be",
    "on every message",
    "for all tasks",
    "regardless of the task",
];
