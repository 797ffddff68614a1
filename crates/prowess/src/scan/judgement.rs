//! What is remembered of a scan: the answer, and the worst of what was found.

use std::borrow::Cow;

use prowess_format::{Location, Span};
use prowess_scan::{Confidence, Finding, Report, Severity, Verdict};
use serde::{Deserialize, Serialize};

/// Findings that are remembered of a scan.
const FINDINGS: usize = 5;

/// Characters of each text of a finding that are remembered.
const TEXT: usize = 300;

/// The answer of a scan, and the worst of what it found.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Judgement {
    /// What to do with the skill.
    pub verdict: Verdict,
    /// How much speaks against it.
    pub score: f64,
    /// How many findings there were of each severity, the worst first, as in [`Severity::ALL`].
    pub counts: [usize; 5],
    /// Whether a limit was hit.
    pub truncated: bool,
    /// The tree it is about, `sha256:` and hexadecimal digits; nothing where not all could be read.
    pub digest: Option<String>,
    /// The worst findings, without notes.
    #[serde(with = "stored")]
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// Of a report.
    pub fn of(report: &Report, digest: Option<String>) -> Self {
        let telling = report.findings.iter().filter(|found| found.severity > Severity::Note);
        Self {
            verdict: report.verdict,
            score: report.score,
            counts: Severity::ALL.map(|severity| report.count(severity)),
            truncated: report.truncated,
            digest,
            findings: telling.take(FINDINGS).cloned().collect(),
        }
    }

    /// The worst severity, where there is a finding.
    pub fn worst(&self) -> Option<Severity> {
        let mut found = Severity::ALL.into_iter().zip(self.counts);
        found.find(|(_, count)| *count > 0).map(|(severity, _)| severity)
    }

    /// Why a skill is blocked, in a sentence.
    pub(crate) fn reason(&self) -> String {
        let worst = self.findings.first().map(|found| match found.file.as_str() {
            "" => format!(": {} [{}]", found.message, found.rule),
            file => format!(": {} [{}, {file}]", found.message, found.rule),
        });
        format!("the scanner blocks it{}", worst.unwrap_or_default())
    }

    /// The same with texts short enough to be kept by the thousand.
    pub(super) fn shortened(&self) -> Self {
        let short = |text: &str| text.chars().take(TEXT).collect::<String>();
        let mut judgement = self.clone();
        for found in &mut judgement.findings {
            found.rule = short(&found.rule).into();
            found.help = short(&found.help).into();
            found.file = short(&found.file);
            found.message = short(&found.message);
            found.evidence = short(&found.evidence);
            found.decoded = found.decoded.as_deref().map(short);
        }
        judgement
    }

    /// About how many characters it takes.
    pub(super) fn characters(&self) -> usize {
        let of = |found: &Finding| {
            let decoded = found.decoded.as_deref().map_or(0, str::len);
            let texts = [&*found.rule, &*found.help, &found.file, &found.message, &found.evidence];
            texts.iter().map(|text| text.len()).sum::<usize>() + decoded + 100
        };
        200 + self.findings.iter().map(of).sum::<usize>()
    }
}

/// Findings as they are written down.
mod stored {
    use super::*;
    use serde::{Deserializer, Serializer};

    #[derive(Deserialize, Serialize)]
    struct Stored<'a> {
        rule: Cow<'a, str>,
        severity: Severity,
        confidence: Confidence,
        file: Cow<'a, str>,
        /// Line, column, first byte and the one past the last.
        at: Option<[u32; 4]>,
        message: Cow<'a, str>,
        evidence: Cow<'a, str>,
        decoded: Option<Cow<'a, str>>,
        help: Cow<'a, str>,
        fingerprint: Cow<'a, str>,
    }

    pub(super) fn serialize<S: Serializer>(
        findings: &[Finding],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(findings.iter().map(|found| Stored {
            rule: (&*found.rule).into(),
            severity: found.severity,
            confidence: found.confidence,
            file: (&*found.file).into(),
            at: found.location.map(|at| [at.line, at.column, at.span.start, at.span.end]),
            message: (&*found.message).into(),
            evidence: (&*found.evidence).into(),
            decoded: found.decoded.as_deref().map(Into::into),
            help: (&*found.help).into(),
            fingerprint: (&*found.fingerprint).into(),
        }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Finding>, D::Error> {
        let stored: Vec<Stored<'de>> = Deserialize::deserialize(deserializer)?;
        Ok(stored
            .into_iter()
            .map(|found| Finding {
                rule: found.rule.into_owned().into(),
                severity: found.severity,
                confidence: found.confidence,
                file: found.file.into_owned(),
                location: found.at.map(|[line, column, start, end]| Location {
                    span: Span { start, end },
                    line,
                    column,
                }),
                message: found.message.into_owned(),
                evidence: found.evidence.into_owned(),
                decoded: found.decoded.map(Cow::into_owned),
                help: found.help.into_owned().into(),
                fingerprint: found.fingerprint.into_owned(),
            })
            .collect())
    }
}
