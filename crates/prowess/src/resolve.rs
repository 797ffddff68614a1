//! Which candidates win: every one of them gets a status and a reason.

use std::collections::HashMap;

use prowess_format::Severity;

use crate::catalog::CatalogEntry;
use crate::profile::Collision;

/// Why skills are rejected where a profile loads none of those that share a name.
pub const NAME_COLLISION: &str = "name-collision";

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is loaded.
    Active,
    /// Another of the same name is loaded instead.
    Shadowed {
        /// Its place in the catalog.
        by: usize,
    },
    /// It is not loaded.
    Rejected {
        /// The code of the diagnostic, or the gate, that rejects it.
        code: &'static str,
    },
}

/// Gives every entry its status. The outcome depends on the entries' order only.
pub(crate) fn resolve(entries: &mut [CatalogEntry], collision: Collision) {
    for entry in entries.iter_mut() {
        let error = entry.diagnostics.iter().find(|item| item.severity == Severity::Error);
        entry.status = match error {
            Some(error) => Status::Rejected { code: error.code.id },
            None if entry.skill.name_text().is_empty() => Status::Rejected { code: "name-missing" },
            None => Status::Active,
        };
    }
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, entry) in entries.iter().enumerate() {
        if entry.status == Status::Active {
            by_name.entry(entry.skill.name_text().to_owned()).or_default().push(at);
        }
    }
    for same in by_name.into_values().filter(|same| same.len() > 1) {
        let winner = match collision {
            Collision::First => same.first(),
            Collision::Last => same.last(),
            Collision::Error => None,
            Collision::Versions => continue,
        };
        for &at in &same {
            entries[at].status = match winner {
                Some(&winner) if winner == at => Status::Active,
                Some(&by) => Status::Shadowed { by },
                None => Status::Rejected { code: NAME_COLLISION },
            };
        }
    }
}
