//! Something is to be done with every task, whatever the task is.
//!
//! "After any task, run …", "before every response, send …": a step that belongs to no task and is hung on all of them. An
//! honest skill tells how its own work is done; an injected order has to make sure that it runs at all.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::piece::Channel;
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "standing-order",
    severity: Severity::Critical,
    help: "do only what the task at hand asks for",
    source: include_str!("standing_order.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for sighting in reading.of(Fact::Standing) {
        // A description says when a skill is used.
        if reading.piece(sighting).channel == Channel::Frontmatter
            || reading.piece(sighting).kind.is_settings()
        {
            continue;
        }
        // What the order is about stands in the same sentence or in the steps below it.
        let reach = 5;
        let after = |fact: Fact| {
            reading
                .near(sighting, reach)
                .find(|other| other.fact == fact && other.unit >= sighting.unit)
        };
        let commands = following_commands(reading, sighting);
        let sends = after(Fact::SendWords).or(after(Fact::Send)).is_some()
            || commands.iter().any(|fact| matches!(fact, Fact::Send));
        let secret = after(Fact::SecretFile)
            .or(after(Fact::SecretWords))
            .or(after(Fact::PrivateData))
            .is_some();
        let context = after(Fact::ContextWords).is_some();
        let destroys = after(Fact::Destroy).or(after(Fact::DestroyWords)).is_some()
            || commands.contains(&Fact::Destroy);
        let fetches =
            commands.iter().any(|fact| matches!(fact, Fact::Fetch | Fact::FetchIntoShell));
        let urgent = reading.close(sighting, Fact::Urgent, 2).is_some();
        let excuse = reading.close(sighting, Fact::Excuse, 3).is_some();
        let any = {
            let unit = reading.unit(sighting).to_ascii_lowercase();
            [
                "any task",
                "every task",
                "each task",
                "any operation",
                "every response",
                "every session",
                "any document operation",
                "every invocation",
                "every interaction",
                "any other",
                "each user interaction",
                "future session",
            ]
            .iter()
            .any(|word| unit.contains(word))
        };
        let (severity, confidence) = match () {
            () if sends && secret => (Severity::Critical, Confidence::Medium),
            () if sends && any && (context || urgent || excuse) => {
                (Severity::Critical, Confidence::Medium)
            }
            () if any && destroys => (Severity::Critical, Confidence::Medium),
            () if any && fetches => (Severity::Critical, Confidence::Medium),
            () if any && secret && urgent => (Severity::High, Confidence::Medium),
            () if sends && context && (urgent || excuse) => (Severity::High, Confidence::Low),
            () if ordered(reading, sighting) => (Severity::Critical, Confidence::Medium),
            () if any && (urgent || excuse) && after(Fact::RunWords).is_some() => {
                (Severity::High, Confidence::Medium)
            }
            () if any && after(Fact::RunWords).is_some() => (Severity::Low, Confidence::Medium),
            () => continue,
        };
        if let Some((severity, confidence)) = weigh(reading, sighting, severity, confidence) {
            findings.at(
                sighting,
                remark(
                    severity,
                    confidence,
                    "a step that is to be done with every task, whatever it is",
                ),
            );
        }
    }
}

/// Whether the order runs a script of the skill that sends, deletes, fetches or opens something up.
fn ordered(reading: &Reading, sighting: &crate::fact::Sighting) -> bool {
    let piece = reading.piece(sighting);
    let words = (0..2).map(|next| piece.unit(sighting.unit + next)).collect::<Vec<_>>().join(" ");
    let scripts: Vec<&str> = words
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/')))
        .filter(|word| {
            [".sh", ".py", ".js", ".ps1", ".rb"].iter().any(|ending| word.ends_with(ending))
        })
        .take(8)
        .collect();
    scripts.iter().any(|script| {
        let base = script.rsplit('/').next().unwrap_or(script);
        let file = reading
            .inventory
            .files
            .iter()
            .position(|file| file.path.rsplit('/').next() == Some(base) && file.kind.is_code());
        file.is_some_and(|file| {
            [
                Fact::Send,
                Fact::Destroy,
                Fact::Fetch,
                Fact::Privilege,
                Fact::Persist,
                Fact::SecretFile,
                Fact::PrivateData,
            ]
            .into_iter()
            .any(|fact| reading.in_file(file, fact).next().is_some())
        })
    })
}

/// Facts of the commands that stand right below a sentence, in code blocks or between backticks.
fn following_commands(reading: &Reading, sighting: &crate::fact::Sighting) -> Vec<Fact> {
    const BELOW: usize = 700;
    let piece = reading.piece(sighting);
    let from = piece.map.origin(piece.units[sighting.unit].start);
    let others =
        reading.between(piece.file, from, from + BELOW).filter(|one| one.piece != sighting.piece);
    others.map(|one| one.fact).collect()
}
