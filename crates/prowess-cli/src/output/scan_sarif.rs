//! Findings as a SARIF 2.1.0 log, which code scanning services read.

use prowess::scan::{Finding, RulePage, ScannedSkill, Severity, rules};
use serde_json::{Value as Json, json};

use super::{sarif, scan_text};

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low | Severity::Note => "note",
    }
}

/// How bad it is in the numbers of code scanning services: from 9 critical, from 7 high, from 4 medium.
fn number(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "9.5",
        Severity::High => "8.0",
        Severity::Medium => "5.5",
        Severity::Low => "3.0",
        Severity::Note => "1.0",
    }
}

/// The log of a scan: the rules that spoke, and what they said; what a policy took out among it.
pub(crate) fn log(skills: &[ScannedSkill]) -> Json {
    let pack = skills.first().map(|one| one.scanned.report.pack);
    let mut pages = rules();
    pages.retain(|page| pack.is_some_and(|pack| page.packs.contains(&pack)));
    let mut spoke: Vec<&Finding> = Vec::new();
    let mut results = Vec::new();
    for one in skills {
        let report = &one.scanned.report;
        let kept = report.findings.iter().map(|found| (found, None));
        let suppressed =
            report.suppressed.iter().map(|(found, reason)| (found, Some(reason.as_str())));
        for (found, reason) in kept.chain(suppressed) {
            let index = match spoke.iter().position(|other| other.rule == found.rule) {
                Some(index) => index,
                None => {
                    spoke.push(found);
                    spoke.len() - 1
                }
            };
            results.push(result(one, found, index, reason));
        }
    }
    let rules: Vec<Json> = spoke.iter().map(|found| rule(found, &pages)).collect();
    sarif::document(&rules, &results)
}

/// A rule with its page; one of the user's own has none, and is told by what it said.
fn rule(found: &Finding, pages: &[RulePage]) -> Json {
    let page = pages.iter().find(|page| page.id == found.rule);
    let severity = page.map_or(found.severity, |page| page.severity);
    let text = page.map_or(found.message.as_str(), |page| page.page.trim());
    let short = text.lines().next().map(str::trim).unwrap_or_default();
    let help = if found.help.is_empty() { short } else { &found.help };
    json!({
        "id": found.rule,
        "shortDescription": { "text": short },
        "fullDescription": { "text": text },
        "help": { "text": help },
        "defaultConfiguration": { "level": level(severity) },
        "properties": { "security-severity": number(severity), "tags": ["security"] },
    })
}

fn result(one: &ScannedSkill, found: &Finding, index: usize, reason: Option<&str>) -> Json {
    let uri = sarif::uri(&scan_text::file(one, found));
    let mut physical = json!({ "artifactLocation": { "uri": uri } });
    if let Some(at) = found.location {
        physical["region"] = json!({
            "startLine": at.line,
            "startColumn": at.column,
            "byteOffset": at.span.start,
            "byteLength": at.span.end.saturating_sub(at.span.start),
        });
    }
    let mut result = json!({
        "ruleId": found.rule,
        "ruleIndex": index,
        "level": level(found.severity),
        "message": { "text": found.message },
        "locations": [{ "physicalLocation": physical }],
        "partialFingerprints": { "prowess/v1": found.fingerprint },
        "properties": {
            "security-severity": number(found.severity),
            "confidence": found.confidence,
        },
    });
    if let Some(reason) = reason {
        result["suppressions"] = json!([{ "kind": "external", "justification": reason }]);
    }
    result
}
