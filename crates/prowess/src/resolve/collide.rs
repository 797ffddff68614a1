//! Skills of one name.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::os::unix::fs::MetadataExt as _;

use super::{Rejection, Status};
use crate::catalog::CatalogEntry;
use crate::file_identity::FileIdentity;
use crate::profile::{Collision, IdentityKey, Profile};

/// Why skills are rejected where a profile loads none of those that share a name.
const NAME_COLLISION: &str = "name-collision";

/// Why a second way to the same file does not count.
const SAME_FILE: &str = "same-file";

/// Lets one of several skills of a name through, or all or none, as the profile says.
pub(super) fn collide(entries: &mut [CatalogEntry], profile: &Profile) {
    let identity = &profile.identity;
    match identity.file_once {
        true => drop_files_found_twice(entries),
        false => drop_same_files(entries),
    }
    let groups = match identity.collision {
        Collision::Versions => {
            let version =
                |entry: &CatalogEntry| entry.version(profile.format.document).map(str::to_owned);
            groups(entries, |entry| (key(entry, identity.key), version(entry)))
        }
        _ => groups(entries, |entry| key(entry, identity.key)),
    };
    for same in groups {
        let winner = match identity.collision {
            Collision::First => same.first(),
            // One version that is there twice was registered again.
            Collision::Last | Collision::Versions => same.last(),
            Collision::Error => None,
            Collision::All => continue,
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

/// The active entries that share a key with others: their places, group by group.
fn groups<'a, K: Eq + Hash>(
    entries: &'a [CatalogEntry],
    key: impl Fn(&'a CatalogEntry) -> K,
) -> Vec<Vec<usize>> {
    // Nearly every key comes once; only those that come again get a list.
    let mut first: HashMap<K, usize> = HashMap::with_capacity(entries.len());
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        if entry.status == Status::Active {
            let first = *first.entry(key(entry)).or_insert(at);
            if first != at {
                groups.entry(first).or_insert_with(|| vec![first]).push(at);
            }
        }
    }
    groups.into_values().collect()
}

fn key(entry: &CatalogEntry, key: IdentityKey) -> Cow<'_, str> {
    let name = entry.skill.name_text();
    match key {
        IdentityKey::Exact => Cow::Borrowed(name),
        IdentityKey::Canonical => prowess_format::name::canonical(name),
    }
}

/// One file found by two ways is one skill: the first way counts.
fn drop_same_files(entries: &mut [CatalogEntry]) {
    let mut seen: HashMap<(u64, u64), usize> = HashMap::new();
    // Only names that come twice can be the same file under the same name; looking at the others
    // would cost a system call each.
    let mut twice = groups(entries, |entry| entry.skill.name_text()).concat();
    twice.sort_unstable();
    for at in twice {
        let Ok(metadata) = entries[at].candidate.file.metadata() else { continue };
        let first = *seen.entry((metadata.dev(), metadata.ino())).or_insert(at);
        if first != at {
            reject_same(entries, first, at);
        }
    }
}

/// The same whatever it is called: the first way counts.
fn drop_files_found_twice(entries: &mut [CatalogEntry]) {
    let mut seen: HashMap<FileIdentity, usize> = HashMap::with_capacity(entries.len());
    for at in 0..entries.len() {
        let identity = entries[at].identity.filter(|_| entries[at].status == Status::Active);
        let Some(identity) = identity else { continue };
        let first = *seen.entry(identity).or_insert(at);
        if first != at {
            reject_same(entries, first, at);
        }
    }
}

fn reject_same(entries: &mut [CatalogEntry], first: usize, at: usize) {
    let path = entries[first].candidate.file.display().to_string();
    let message = format!("it is the same file as `{path}`");
    entries[at].status = Status::Rejected(Rejection::new(SAME_FILE, message));
}
