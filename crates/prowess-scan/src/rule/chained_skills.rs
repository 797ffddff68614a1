//! Two skills that are harmless alone, and together are not.
//!
//! One reads secrets and puts them into a file that others can see, the other sends that file away. Neither
//! does anything that would be noticed alone. The skills of one scan, of one catalog and of one directory
//! are looked at together.

use super::{Findings, Rule, remark};
use crate::abilities;
use crate::finding::{Confidence, Severity};
use crate::inventory::File;
use crate::reading::Reading;

pub(crate) static RULE: Rule = Rule {
    id: "chained-skills",
    severity: Severity::High,
    help: "use neither of the two before you know what they exchange",
    source: include_str!("chained_skills.rs"),
    check,
};

/// Skills inside of one tree that are compared.
const SKILLS: usize = 32;

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let entries =
        reading.inventory.files.iter().filter(|file| File::is_skill_md(file)).take(SKILLS);
    let directories: Vec<&str> = entries
        .map(|file| file.path.trim_end_matches(|c| c != '/'))
        .filter(|directory| !directory.is_empty())
        .collect();
    if directories.len() < 2 {
        return;
    }
    let all: Vec<_> =
        directories.iter().map(|directory| abilities::of(reading, directory)).collect();
    for (reader, from) in all.iter().enumerate() {
        for (sender, to) in all.iter().enumerate() {
            if let Some(path) = abilities::handed(from, to).filter(|_| reader != sender) {
                let file = format!("{}SKILL.md", directories[reader]);
                let message = format!(
                    "secrets go through {path} to {}, which sends it away",
                    directories[sender]
                );
                findings.file(&file, &path, remark(Severity::High, Confidence::Medium, message));
            }
        }
    }
}
