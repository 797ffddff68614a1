//! A file under the name of another kind.
//!
//! A script that is called a picture, a picture that is called a text, a name with two endings: somebody should take it for
//! something else.

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::inventory::Odd;
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "disguised-file",
    severity: Severity::High,
    help: "give the file the name of what it is",
    source: include_str!("disguised_file.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for odd in reading.inventory.odd.iter().filter(|odd| odd.what == Odd::Disguised) {
        findings.file(
            &odd.path,
            &odd.detail,
            remark(Severity::High, Confidence::Medium, odd.detail.clone()),
        );
    }
    for file in &reading.inventory.files {
        let name = file.path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        let parts: Vec<&str> = name.split('.').collect();
        if let [.., shown, real] = parts[..]
            && parts.len() > 2
            && ["pdf", "png", "jpg", "jpeg", "gif", "doc", "docx", "xlsx", "txt"].contains(&shown)
            && ["sh", "py", "js", "exe", "bat", "cmd", "ps1", "vbs", "scr", "hta"].contains(&real)
        {
            findings.file(
                &file.path,
                &name,
                remark(Severity::High, Confidence::Medium, "a script under the name of a document"),
            );
        }
    }
}
