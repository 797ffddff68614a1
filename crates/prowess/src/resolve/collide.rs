//! Skills of one name.

use std::collections::HashMap;
use std::os::unix::fs::MetadataExt as _;

use super::{Rejection, Status};
use crate::catalog::CatalogEntry;
use crate::profile::{Collision, Identity, IdentityKey};

/// Why skills are rejected where a profile loads none of those that share a name.
const NAME_COLLISION: &str = "name-collision";

/// Why a second way to the same file does not count.
const SAME_FILE: &str = "same-file";

/// Lets one of several skills of a name through, or all or none, as the profile says.
pub(super) fn collide(entries: &mut [CatalogEntry], identity: Identity) {
    drop_same_files(entries);
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, entry) in entries.iter().enumerate() {
        if entry.status == Status::Active {
            by_name.entry(key(entry, identity.key)).or_default().push(at);
        }
    }
    for same in by_name.into_values().filter(|same| same.len() > 1) {
        let winner = match identity.collision {
            Collision::First => same.first(),
            Collision::Last => same.last(),
            Collision::Error => None,
            Collision::Versions => continue,
        };
        for &at in &same {
            entries[at].status = match winner {
                Some(&winner) if winner == at => Status::Active,
                Some(&by) => Status::Shadowed { by },
                None => {
                    let count = same.len();
                    let message =
                        format!("{count} skills have this name, and none of them is loaded");
                    Status::Rejected(Rejection::new(NAME_COLLISION, message))
                }
            };
        }
    }
}

fn key(entry: &CatalogEntry, key: IdentityKey) -> String {
    let name = entry.skill.name_text();
    match key {
        IdentityKey::Exact => name.to_owned(),
        IdentityKey::Canonical => prowess_format::name::canonical(name),
    }
}

/// One file found by two ways is one skill: the first way counts.
fn drop_same_files(entries: &mut [CatalogEntry]) {
    let mut seen: HashMap<(u64, u64), usize> = HashMap::new();
    // Only names that come twice can be the same file under the same name; looking at the others
    // would cost a system call each.
    let mut names: HashMap<&str, usize> = HashMap::new();
    for entry in entries.iter().filter(|entry| entry.status == Status::Active) {
        *names.entry(entry.skill.name_text()).or_default() += 1;
    }
    let twice: Vec<usize> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.status == Status::Active)
        .filter(|(_, entry)| names.get(entry.skill.name_text()).is_some_and(|count| *count > 1))
        .map(|(at, _)| at)
        .collect();
    for at in twice {
        let Ok(metadata) = entries[at].candidate.file.metadata() else { continue };
        let first = *seen.entry((metadata.dev(), metadata.ino())).or_insert(at);
        if first != at {
            let path = entries[first].candidate.file.display().to_string();
            let message = format!("it is the same file as `{path}`");
            entries[at].status = Status::Rejected(Rejection::new(SAME_FILE, message));
        }
    }
}
