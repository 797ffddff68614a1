//! A program has to be installed first, and where it comes from does not bear looking at.
//!
//! The pattern of ClickFix and of nearly all malicious skills seen in the wild: a "prerequisite" in an archive with a
//! password (so that no scanner opens it), a command to paste into a terminal, a paste site, a release of an account that
//! has nothing to do with the tool.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::host::{self, Host};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "fake-prerequisite",
    severity: Severity::Critical,
    help: "name the tool and its publisher, and let the user install it from there",
    source: include_str!("fake_prerequisite.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::ArchivePassword) {
        let download = reading.close(sighting, Fact::DownloadWords, 4).is_some();
        let run = reading.close(sighting, Fact::RunWords, 4).is_some();
        if download {
            let confidence = if run { Confidence::High } else { Confidence::Medium };
            if let Some((severity, confidence)) =
                weigh(reading, sighting, Severity::Critical, confidence)
            {
                findings.at(
                    sighting,
                    remark(
                        severity,
                        confidence,
                        "a program comes in an archive with a password, and is to be run",
                    ),
                );
            }
        }
    }
    for sighting in reading.of(Fact::DownloadWords) {
        let unit = reading.unit(sighting).to_ascii_lowercase();
        let odd = reading.close(sighting, Fact::OddHost, 1).is_some();
        let run = reading.close(sighting, Fact::RunWords, 3).is_some();
        let urgent = reading.close(sighting, Fact::Urgent, 4).is_some();
        let program =
            [".exe", ".dmg", ".pkg", ".msi", ".scr", ".bat", ".zip", ".rar", ".7z", ".jar"]
                .iter()
                .any(|name| unit.contains(name))
                && unit.contains("http");
        let (severity, confidence) = match () {
            () if odd && run => (Severity::Critical, Confidence::Medium),
            () if program && run && urgent && host::class(&unit) != Host::Vendor => {
                (Severity::High, Confidence::Medium)
            }
            () => continue,
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(
                    severity,
                    confidence,
                    "a program from a place nobody vouches for is to be run",
                ),
            );
        }
    }
}
