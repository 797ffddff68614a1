//! What is known of a skill's danger, where the skill is shown.

use prowess::scan::{Finding, Judgement, Report, Severity};
use prowess_api::{CountsJson, FindingJson, JudgementJson};

use super::{safe, scan_text};

/// What a listing says of a skill nobody has scanned.
pub(crate) const UNSCANNED: &str = "unscanned";

/// A finding as JSON.
pub(crate) fn finding(found: &Finding) -> FindingJson {
    FindingJson {
        rule: found.rule.clone().into_owned(),
        severity: found.severity.word(),
        confidence: found.confidence.word(),
        file: found.file.clone(),
        line: found.location.map(|at| at.line),
        column: found.location.map(|at| at.column),
        start: found.location.map(|at| at.span.start),
        end: found.location.map(|at| at.span.end),
        message: found.message.clone(),
        evidence: found.evidence.clone(),
        decoded: found.decoded.clone(),
        help: found.help.clone(),
        fingerprint: found.fingerprint.clone(),
    }
}

/// As JSON.
pub(crate) fn json(judgement: &Judgement) -> JudgementJson {
    JudgementJson {
        verdict: judgement.verdict.word(),
        score: judgement.score,
        counts: CountsJson::new(judgement.counts),
        findings: judgement.findings.iter().map(finding).collect(),
    }
}

/// All of what a fresh scan said.
pub(crate) fn of_report(report: &Report, digest: Option<String>) -> Judgement {
    let findings = report.findings.clone();
    Judgement { findings, ..Judgement::of(report, digest) }
}

/// The verdict, and how much was found: `block, score 80.0: 1 critical, 2 notes`.
pub(crate) fn line(judgement: &Judgement) -> String {
    let counts = Severity::ALL.into_iter().zip(judgement.counts);
    let found: Vec<String> = counts
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| format!("{count} {severity}"))
        .collect();
    let found = if found.is_empty() { String::new() } else { format!(": {}", found.join(", ")) };
    format!("{}, score {:.1}{found}", judgement.verdict, judgement.score)
}

/// A line for each finding that is known.
pub(crate) fn findings(judgement: &Judgement) -> impl Iterator<Item = String> {
    judgement.findings.iter().map(|found| {
        let line = found.location.map(|at| format!(":{}", at.line)).unwrap_or_default();
        let place = match found.file.as_str() {
            "" => String::new(),
            file => format!(" ({}{line})", safe::line(file)),
        };
        format!("{}{place}", scan_text::sentence(found))
    })
}
