//! Something runs when the skill is installed or opened.
//!
//! `preinstall`, `postinstall` and `prepare` in a `package.json`, code that runs in `setup.py`, tasks that run when a folder
//! is opened, a file in `site-packages` that runs with every Python: nobody asked for it, and nobody sees it.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::kind::Kind;
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "lifecycle-script",
    severity: Severity::High,
    help: "run what is needed where it can be seen, not when something is installed",
    source: include_str!("lifecycle_script.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for piece in &reading.pieces {
        if !piece.kind.is_settings() && piece.kind != Kind::Python {
            continue;
        }
        let file = &reading.inventory.files[piece.file];
        for word in WORDS {
            let Some(place) = piece.text.find(word) else { continue };
            // Where nothing but a bracket follows the word, what runs stands in the next line.
            let next = piece.units.partition_point(|unit| unit.start < place);
            let Some(unit) = piece
                .unit_at(place)
                .or_else(|| piece.unit_at(place + word.len() + 4))
                .or((next < piece.units.len()).then_some(next))
            else {
                continue;
            };
            let text = piece.text[piece.units[unit].start.min(place)..piece.units[unit].end]
                .to_ascii_lowercase();
            // What builds the package itself is what such scripts are for.
            let honest = [
                "husky",
                "tsc",
                "npm run",
                "patch-package",
                "npm run build",
                "node-gyp",
                "playwright install",
                "prisma generate",
                "electron-builder",
                "echo",
            ]
            .iter()
            .any(|word| text.contains(word));
            let acts = [
                Fact::Send,
                Fact::Fetch,
                Fact::FetchIntoShell,
                Fact::Evaluate,
                Fact::ReverseShell,
                Fact::EnvironmentDump,
            ]
            .into_iter()
            .any(|fact| reading.in_file(piece.file, fact).next().is_some());
            let (severity, confidence) = match (honest, acts) {
                (true, false) => (Severity::Note, Confidence::Low),
                (_, true) if file.kind == Kind::Markdown => (Severity::Medium, Confidence::Low),
                (_, true) => (Severity::High, Confidence::Medium),
                (false, false) if file.kind == Kind::Markdown => (Severity::Low, Confidence::Low),
                (false, false) => (Severity::Medium, Confidence::Medium),
            };
            findings.place(
                piece.file,
                piece.map.origin(place),
                piece.map.origin(place) + word.len(),
                None,
                remark(severity, confidence, "something runs when this is installed or opened"),
            );
        }
    }
}

/// What such a script stands under.
const WORDS: &[&str] = &[
    "\"preinstall\"",
    "\"postinstall\"",
    "\"prepare\":",
    "\"folderOpen\"",
    "cmdclass",
    "\"postCreateCommand\"",
    "\"SessionStart\"",
    "\"PreToolUse\"",
    "\"PostToolUse\"",
    "\"UserPromptSubmit\"",
];
