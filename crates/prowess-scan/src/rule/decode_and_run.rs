//! Encoded text is decoded, and then run.
//!
//! Honest code has no reason to hide itself. `echo … | base64 -d | sh`, `exec(b64decode(…))`, `eval(atob(…))`,
//! `powershell -enc …` exist to keep the text from whoever reads it.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "decode-and-run",
    severity: Severity::Critical,
    help: "write the code out, so that it can be read",
    source: include_str!("decode_and_run.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for flow in &reading.flows {
        let (source, sink) = (&reading.sightings[flow.source], &reading.sightings[flow.sink]);
        if source.fact != Fact::Decode || !matches!(sink.fact, Fact::Evaluate | Fact::Execute) {
            continue;
        }
        let unit = reading.unit(sink).to_ascii_lowercase();
        let shell = flow.direct && DECODED_INTO_SHELL.iter().any(|word| unit.contains(word));
        let strong = sink.fact == Fact::Evaluate && !unit.contains("json.parse") || shell;
        let (severity, confidence) = match strong {
            true => (Severity::Critical, Confidence::High),
            false => (Severity::Medium, Confidence::Low),
        };
        if let Some((severity, confidence)) = weigh(reading, sink, severity, confidence) {
            findings.at(sink, remark(severity, confidence, "encoded text is decoded and run"));
        }
    }
    // A decoder whose output goes into a shell needs no second fact.
    for sighting in reading.of(Fact::Decode) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        if DECODED_INTO_SHELL.iter().any(|word| unit.contains(word))
            && reading.piece(sighting).kind.is_code()
            && let Some((severity, confidence)) =
                weigh(reading, sighting, Severity::Critical, Confidence::High)
        {
            findings.at(sighting, remark(severity, confidence, "encoded text is decoded and run"));
        }
    }
}

/// What a shell's line holds that runs what it decoded.
const DECODED_INTO_SHELL: &[&str] = &[
    "| bash",
    "|bash",
    "| sh",
    "|sh",
    "| zsh",
    "| /bin/",
    "eval ",
    "| python",
    "| node",
    "| perl",
    "| sudo",
    "source <(",
    "-enc ",
    "-encodedcommand",
    "iex",
    "xargs",
    "<(echo",
];
