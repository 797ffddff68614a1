//! A workflow runs what strangers send, with the secrets of the repository.
//!
//! `pull_request_target` gives a workflow the repository's secrets; checking out the request's own branch, or using its title
//! or its names, lets whoever opens the request run code with them.

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "workflow-of-strangers",
    severity: Severity::Critical,
    help: "run what strangers send without secrets",
    source: include_str!("workflow_of_strangers.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for (at, file) in reading.inventory.files.iter().enumerate() {
        let Some(place) = file.text.find("pull_request_target") else { continue };
        let strangers = [
            "github.event.pull_request.head",
            "github.event.pull_request.title",
            "github.head_ref",
            "@main",
            "@master",
            "github.event.issue",
            "github.event.comment",
        ]
        .iter()
        .any(|words| file.text.contains(words));
        if !strangers {
            continue;
        }
        let (severity, confidence) =
            if reading.teaches_defence(at) || file.kind == crate::kind::Kind::Shell {
                (Severity::Medium, Confidence::Low)
            } else {
                (Severity::Critical, Confidence::Medium)
            };
        findings.place(
            at,
            place,
            place + 19,
            None,
            remark(severity, confidence, "a workflow runs what strangers send, with secrets"),
        );
    }
}
