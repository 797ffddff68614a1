//! The skill does what it says it does not do.
//!
//! "No network access", "nothing leaves the machine", "read-only", and then a script that sends or writes: whoever trusts the
//! description trusts something else.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host};
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "broken-promise",
    severity: Severity::High,
    help: "say what the skill does",
    source: include_str!("broken_promise.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let first = |fact: Fact| {
        reading.of(fact).find(|sighting| {
            reading.is_program(sighting)
                && reading.piece(sighting).kind.is_code()
                && host::class(reading.unit(sighting)) != Host::Local
        })
    };
    let (sends, writes) = (first(Fact::Send), first(Fact::Write));
    for promise in reading.of(Fact::Promise) {
        if !reading.file(promise).is_skill_md() || reading.piece(promise).kind.is_settings() {
            continue;
        }
        let breaks = if promise.label == "nothing is sent" { Fact::Send } else { Fact::Write };
        let broken = if breaks == Fact::Send { sends } else { writes };
        if let Some(broken) = broken {
            let severity = if breaks == Fact::Send { Severity::High } else { Severity::Low };
            findings.at(
                broken,
                remark(
                    severity,
                    Confidence::Medium,
                    format!("the skill says that {}, and here it is", promise.label),
                ),
            );
        }
    }
}
