//! An agent's memory, rules or rights are changed.
//!
//! What stands in `CLAUDE.md`, `AGENTS.md`, `SOUL.md` or `MEMORY.md` is believed in every later session; settings decide
//! which commands run unasked, which servers are spoken to, where requests go. A skill that writes there outlives itself.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "agent-settings",
    severity: Severity::Critical,
    help: "leave an agent's settings and memory to its user",
    source: include_str!("agent_settings.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    // Sightings come file by file, and a file's text is looked at once.
    let mut granting = (usize::MAX, false);
    for sighting in reading.of(Fact::AgentSettings) {
        let rights = sighting.label == "what an agent may do";
        let with = [
            Fact::Conceal,
            Fact::Unasked,
            Fact::Override,
            Fact::FetchIntoShell,
            Fact::OddHost,
            Fact::Spoof,
            Fact::ReverseShell,
        ];
        let unasked = reading
            .around(sighting, Fact::Unasked, 1500)
            .is_some_and(|other| reading.tone(other) == crate::fact::Tone::Meant)
            || reading.around(sighting, Fact::Override, 1500).is_some();
        let company =
            unasked || with.into_iter().find_map(|fact| reading.close(sighting, fact, 2)).is_some();
        let program = reading.is_program(sighting) || reading.file(sighting).kind.is_settings();
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let base = unit.contains("base_url")
            && !unit.contains("localhost")
            && !unit.contains("127.0.0.1")
            && !unit.contains("api.anthropic.com")
            && !unit.contains("api.openai.com")
            && unit.contains("http");
        let bypass = rights
            && (unit.contains("bypasspermissions")
                || unit.contains("dangerously")
                || unit.contains("danger-full"));
        let file = reading.piece(sighting).file;
        if granting.0 != file {
            let lower = reading.file(sighting).text.to_ascii_lowercase();
            granting = (file, GRANTS.iter().any(|word| lower.contains(word)));
        }
        let grants = granting.1;
        let writes = ["write", "save", "create", "add", "apply", "set ", ">"]
            .iter()
            .any(|word| unit.contains(word))
            && unit.contains('/')
            || reading.file(sighting).kind.is_settings();
        let (severity, confidence) = match () {
            () if grants && writes => (Severity::Critical, Confidence::Medium),
            () if company && (program || !rights) => (Severity::Critical, Confidence::Medium),
            () if company => (Severity::Medium, Confidence::Low),
            () if rights && program && bypass => (Severity::High, Confidence::Medium),
            () if base && program => (Severity::High, Confidence::Medium),
            () if program => (Severity::Medium, Confidence::Medium),
            () if bypass => (Severity::Medium, Confidence::Low),
            () => (Severity::Note, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(severity, confidence, format!("the skill changes {}", sighting.label)),
            );
        }
    }
}

/// Words of settings that let an agent do everything.
const GRANTS: &[&str] = &[
    "\"bash(*)\"",
    "bash(*)",
    "autoapprove\": true",
    "allow_all_tools",
    "skip_confirmation",
    "bypasspermissions",
    "enableallprojectmcpservers\": true",
    "\"alwaysallow\"",
];
