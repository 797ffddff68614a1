//! A script that is run is not there.
//!
//! The instructions run a script that they say comes with the skill, and it does not: an agent that looks for it may fetch
//! or write one, and nobody has read that one.

use std::collections::HashMap;

use super::{Findings, Rule, remark};
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "missing-script",
    severity: Severity::Critical,
    help: "bring the script with the skill",
    source: include_str!("missing_script.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    let mut named: HashMap<&str, Vec<&str>> = HashMap::new();
    for file in &reading.inventory.files {
        named.entry(file.path.rsplit('/').next().unwrap_or_default()).or_default().push(&file.path);
    }
    for (at, file) in
        reading.inventory.files.iter().enumerate().filter(|(_, file)| file.is_skill_md())
    {
        let directory = file.path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let mut told: Vec<String> = Vec::new();
        for (place, name) in scripts(&file.text) {
            let base = name.rsplit('/').next().unwrap_or(&name).to_owned();
            let there = named
                .get(base.as_str())
                .is_some_and(|paths| paths.iter().any(|path| path.starts_with(directory)));
            if there || told.contains(&base) {
                continue;
            }
            let from = crate::piece::prose::boundary(&file.text, place.saturating_sub(200));
            let to = crate::piece::prose::boundary(&file.text, place + 260);
            let around = file.text[from..to].to_ascii_lowercase();
            let promised = [
                "ships alongside",
                "companion",
                "this skill's",
                "this skills",
                "bundled",
                "ships with",
                "skills scripts",
                "included script",
                "skill's scripts",
            ]
            .iter()
            .any(|words| around.contains(words));
            let pressed = [
                "after any",
                "after every",
                "after each",
                "after editing",
                "after you finish",
                "always run",
                "must be run",
                "before any other",
                "make sure to run",
                "remember to run",
                "important",
                "critical",
                "first, source",
                "always source",
            ]
            .iter()
            .any(|words| around.contains(words));
            let (severity, confidence) = match (promised, pressed) {
                (true, true) => (Severity::Critical, Confidence::Medium),
                (true, false) => (Severity::Medium, Confidence::Medium),
                (false, true) => (Severity::Low, Confidence::Low),
                _ => continue,
            };
            findings.place(
                at,
                place,
                place + name.len(),
                None,
                remark(
                    severity,
                    confidence,
                    format!("{base} is to be run, and is not in the skill"),
                ),
            );
            told.push(base);
        }
    }
}

/// Names of scripts in a text, and where.
fn scripts(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for ending in [".sh", ".py", ".ps1"] {
        for (at, _) in text.match_indices(ending).take(100) {
            if text[at + ending.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
                continue;
            }
            let start = text[..at]
                .rfind(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '/' | '.')))
                .map_or(0, |before| before + 1);
            let start = crate::piece::prose::boundary(text, start);
            let name = &text[start..at + ending.len()];
            if name.len() > ending.len() + 1 && !name.contains("//") {
                found.push((start, name.trim_start_matches("./").to_owned()));
            }
        }
    }
    found.sort();
    found
}
