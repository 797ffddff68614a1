//! A shell is handed to another machine.
//!
//! An interactive shell is tied to a network connection, so that whoever is at the other end types into it.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "reverse-shell",
    severity: Severity::Critical,
    help: "take it out: no skill needs to hand out a shell",
    source: include_str!("reverse_shell.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::ReverseShell) {
        if let Some((severity, confidence)) =
            weigh(reading, sighting, Severity::Critical, Confidence::High)
        {
            findings.at(
                sighting,
                remark(severity, confidence, "a shell is tied to a network connection"),
            );
        }
    }
    for sighting in reading.of(Fact::Execute).filter(|sighting| reading.is_program(sighting)) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let shell = ["/bin/sh", "/bin/bash", "cmd.exe", "powershell"];
        let file = reading.piece(sighting).file;
        let socket = reading.in_file(file, Fact::Send).any(|send| send.label == "a socket");
        let tied = ["stdio", "pipe", "stdin", "stdout", "fileno", "&s", "<&"];
        let text = reading.file(sighting).text.to_ascii_lowercase();
        if socket
            && shell.iter().any(|shell| unit.contains(shell))
            && tied.iter().any(|word| text.contains(word))
        {
            findings.at(
                sighting,
                remark(
                    Severity::Critical,
                    Confidence::Medium,
                    "a shell is started beside a socket",
                ),
            );
        }
    }
}
