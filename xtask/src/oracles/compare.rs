//! Answers against those that are committed.

use std::fs;
use std::path::Path;

use prowess_testkit::oracle::{Listed, Vector};

/// What is different, a sentence each: by scenario, then skill by skill.
pub(super) fn changes(committed: &[Vector], answers: &[Vector]) -> Vec<String> {
    let mut changes = Vec::new();
    for new in answers {
        let scenario = &new.scenario;
        let Some(old) = committed.iter().find(|old| old.scenario == *scenario) else {
            changes.push(format!("{scenario}: has no committed answer"));
            continue;
        };
        let gone = old.skills.iter().filter(|skill| !new.skills.contains(skill));
        changes.extend(gone.map(|skill| format!("{scenario}: no more {}", shown(skill))));
        let come = new.skills.iter().filter(|skill| !old.skills.contains(skill));
        changes.extend(come.map(|skill| format!("{scenario}: now {}", shown(skill))));
        if old.errors != new.errors {
            changes.push(format!("{scenario}: complains otherwise: {:?}", new.errors));
        }
        if old.version != new.version {
            changes.push(format!("{scenario}: was answered by {}", old.version));
        }
    }
    changes
}

fn shown(skill: &Listed) -> String {
    serde_json::to_string(skill).unwrap_or_else(|_| skill.name.clone())
}

/// Writes the vectors, one a line.
pub(super) fn write(file: &Path, vectors: &[Vector]) -> Result<(), String> {
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let mut text = String::new();
    for vector in vectors {
        text += &serde_json::to_string(vector).map_err(|error| problem(&error))?;
        text.push('\n');
    }
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory).map_err(|error| problem(&error))?;
    }
    fs::write(file, text).map_err(|error| problem(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(scenario: &str, names: &[&str]) -> Vector {
        let listed = |name: &&str| Listed { name: (*name).to_owned(), ..Listed::default() };
        Vector {
            scenario: scenario.to_owned(),
            agent: "a".to_owned(),
            version: "1".to_owned(),
            skills: names.iter().map(listed).collect(),
            errors: Vec::new(),
        }
    }

    #[test]
    fn what_came_and_went_is_named() {
        let committed = [vector("one", &["a", "b"]), vector("unasked", &["c"])];
        let answers = [vector("one", &["b", "d"]), vector("new", &[])];
        let expected = [
            "one: no more {\"name\":\"a\"}",
            "one: now {\"name\":\"d\"}",
            "new: has no committed answer",
        ];
        assert_eq!(changes(&committed, &answers), expected);
        assert!(changes(&committed, &committed).is_empty());
    }
}
