//! Something is downloaded, and then run.
//!
//! The two steps that `curl | sh` takes at once: a file is fetched to a place, made executable or handed to an
//! interpreter. Between the two nobody looks at it.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "download-and-run",
    severity: Severity::Critical,
    help: "download it, read it, pin its hash, and only then run it",
    source: include_str!("download_and_run.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for flow in &reading.flows {
        let (source, sink) = (&reading.sightings[flow.source], &reading.sightings[flow.sink]);
        if source.fact != Fact::Fetch || !matches!(sink.fact, Fact::Execute | Fact::Evaluate) {
            continue;
        }
        let text = format!("{} {}", reading.unit(source), reading.unit(sink));
        // A request made by a program that is started is no download of a program.
        let runs = sink.fact == Fact::Evaluate
            || sink.label == "a file that is run" && !flow.direct
            || runs_file(&text);
        if !runs {
            continue;
        }
        let odd = reading.here(source, Fact::OddHost).is_some()
            || reading.here(source, Fact::HiddenFile).is_some();
        let (severity, confidence) = match named_host(reading, source) {
            _ if odd => (Severity::Critical, Confidence::High),
            Host::Installer => (Severity::Note, Confidence::High),
            Host::Unknown if host::is_own(reading, &text) => (Severity::Medium, Confidence::Medium),
            Host::Unknown => (Severity::Critical, Confidence::Medium),
            _ => (Severity::Medium, Confidence::Medium),
        };
        if let Some((severity, confidence)) = weigh(reading, sink, severity, confidence) {
            findings.at(sink, remark(severity, confidence, "what was downloaded is run"));
        }
    }
}

/// Whether a command line starts a file it has just fetched.
fn runs_file(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let fetches = [
        "-o ",
        "-lo",
        "-slo",
        "-o/",
        "-fsslo",
        "--output",
        "urlretrieve",
        "wget",
        "downloadfile",
        "-outfile",
        "git clone",
        "-sso",
        "-so ",
        "writefile",
        "open(",
        "write_bytes",
        "write(",
    ]
    .iter()
    .any(|word| text.contains(word));
    let runs = [
        "chmod +x",
        "chmod 7",
        "bash ",
        "sh ",
        "./",
        "python",
        "node ",
        "exec",
        "start-process",
        "source ",
        "subprocess",
        "os.system",
        "spawn",
        "sudo ",
    ]
    .iter()
    .any(|word| text.contains(word));
    fetches && runs
}

/// The host of a download; where its address is a variable, that of the addresses around it.
fn named_host(reading: &Reading, source: &crate::fact::Sighting) -> Host {
    let unit = reading.unit(source);
    match host::class(unit) {
        Host::None if unit.contains('$') => {
            let piece = reading.piece(source);
            let from = source.unit.saturating_sub(6);
            (from..source.unit)
                .map(|before| host::class(piece.unit(before)))
                .max()
                .unwrap_or(Host::None)
        }
        class => class,
    }
}
