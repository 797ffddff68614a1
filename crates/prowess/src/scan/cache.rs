//! Verdicts that are remembered, so that the same bytes are not scanned twice and a listing can show a
//! verdict without reading a file.
//!
//! Two tables: what was said about a tree, by its digest; and which tree lay in which directory, with
//! the fingerprint of its files. Both under the policy that was in force. They are spread over a few
//! files, so that one skill costs one or two small ones.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use prowess_format::Digest;
use serde::{Deserialize, Serialize};

use super::fingerprint::Fingerprint;
use super::judgement::Judgement;
use super::user_policy::UserPolicy;
use crate::state::{self, Use};

/// The directory below the state directory.
const DIRECTORY: &str = "verdicts";

/// How many files it is spread over.
const SHARDS: usize = 64;

/// Rows of one table of one file.
const ROWS: usize = 1_000;

/// Characters of one table of one file; written down they are at most six times as many.
const CHARACTERS: usize = 1_000_000;

/// A policy, as far as it changes verdicts: the version of its pack, and the rest of it hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PolicyId(String);

impl PolicyId {
    pub(crate) fn of(policy: &UserPolicy) -> Self {
        Self(Digest::of_bytes(policy.identity().as_bytes()).hex()[..16].to_owned())
    }
}

/// What a verdict is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key(String);

impl Key {
    /// A tree, the file that a link called `SKILL.md` in it leads to, and how a single file is shown in
    /// its findings.
    pub(crate) fn new(
        policy: &PolicyId,
        tree: &Digest,
        behind_link: Option<&Digest>,
        shown_as: Option<&str>,
    ) -> Self {
        let behind = behind_link.map(|digest| format!(" {}", digest.hex())).unwrap_or_default();
        let shown = shown_as.map(|name| format!(" {name}")).unwrap_or_default();
        Self(format!("{} {}{behind}{shown}", tree.hex(), policy.0))
    }
}

/// One scan that is to be remembered.
#[derive(Debug)]
pub(crate) struct Memory {
    /// The skill's directory or single file, as it really is, and the state its files were in; nothing
    /// where it is not on disk.
    pub(crate) place: Option<(PathBuf, Fingerprint)>,
    pub(crate) key: Key,
    pub(crate) judgement: Judgement,
}

/// One file.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct Shard {
    /// How many rows were ever made: the age of each, without a clock.
    made: u64,
    verdicts: BTreeMap<String, Row<Judgement>>,
    places: BTreeMap<String, Row<Place>>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct Row<T> {
    made: u64,
    #[serde(flatten)]
    value: T,
}

/// What lay in a directory.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Place {
    fingerprint: String,
    key: String,
}

/// What is remembered on a machine. It is read when it is first asked, file by file.
#[derive(Debug)]
pub(crate) struct VerdictCache {
    directory: PathBuf,
    shards: [OnceLock<RwLock<Shard>>; SHARDS],
    trouble: Mutex<Option<String>>,
}

impl VerdictCache {
    pub(crate) fn new(state: &Path) -> Self {
        let shards = std::array::from_fn(|_| OnceLock::new());
        Self { directory: state.join(DIRECTORY), shards, trouble: Mutex::new(None) }
    }

    /// Whether nothing was ever remembered.
    pub(crate) fn is_empty(&self) -> bool {
        !self.directory.is_dir()
    }

    /// What went wrong with it last: then less is remembered, and nothing else is lost.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether anything is remembered of a place.
    pub(crate) fn knows(&self, policy: &PolicyId, place: &Path) -> bool {
        self.place(policy, place).is_some()
    }

    /// What was said about a place whose files are in this state.
    pub(crate) fn of_place(
        &self,
        policy: &PolicyId,
        place: &Path,
        fingerprint: &Fingerprint,
    ) -> Option<Judgement> {
        let known = self.place(policy, place)?;
        (known.fingerprint == fingerprint.hex()).then(|| self.of_key(&Key(known.key)))?
    }

    fn place(&self, policy: &PolicyId, place: &Path) -> Option<Place> {
        let name = place_name(policy, place)?;
        let shard = self.shard(shard_of(&name)).read().unwrap_or_else(PoisonError::into_inner);
        shard.places.get(&name).map(|row| row.value.clone())
    }

    /// What was said about a tree.
    pub(crate) fn of_key(&self, key: &Key) -> Option<Judgement> {
        let shard = self.shard(shard_of(&key.0)).read().unwrap_or_else(PoisonError::into_inner);
        shard.verdicts.get(&key.0).map(|row| row.value.clone())
    }

    fn shard(&self, at: usize) -> &RwLock<Shard> {
        self.shards[at].get_or_init(|| {
            let shard = state::read(&self.directory, &file_name(at)).unwrap_or_else(|error| {
                self.note(&error.to_string());
                Shard::default()
            });
            RwLock::new(shard)
        })
    }

    fn note(&self, trouble: &str) {
        let mut noted = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        noted.get_or_insert_with(|| trouble.to_owned());
    }

    /// Remembers scans. What cannot be written down is found out again next time.
    pub(crate) fn store(&self, policy: &PolicyId, memories: &[Memory]) {
        let mut changes: BTreeMap<usize, Vec<Change<'_>>> = BTreeMap::new();
        for memory in memories {
            let key = &memory.key.0;
            changes.entry(shard_of(key)).or_default().push(Change::Verdict(memory));
            if let Some((path, fingerprint)) = &memory.place
                && let Some(name) = place_name(policy, path)
            {
                let value = Place { fingerprint: fingerprint.hex(), key: key.clone() };
                changes.entry(shard_of(&name)).or_default().push(Change::Place(name, value));
            }
        }
        for (at, changes) in changes {
            let updated =
                state::update(&self.directory, &file_name(at), Use::Cache, |shard: &mut Shard| {
                    changes.iter().for_each(|change| shard.apply(change));
                    shard.trim();
                    shard.clone()
                });
            let mut known = self.shard(at).write().unwrap_or_else(PoisonError::into_inner);
            match updated {
                // What other processes have written meanwhile is in there too.
                Ok(shard) => *known = shard,
                Err(error) => {
                    changes.iter().for_each(|change| known.apply(change));
                    self.note(&error.to_string());
                }
            }
        }
    }
}

enum Change<'a> {
    Verdict(&'a Memory),
    Place(String, Place),
}

impl Shard {
    fn apply(&mut self, change: &Change<'_>) {
        self.made += 1;
        let made = self.made;
        match change {
            Change::Verdict(Memory { key, judgement, .. }) => {
                let row = Row { made, value: judgement.shortened() };
                self.verdicts.insert(key.0.clone(), row);
            }
            Change::Place(name, place) => {
                let row = Row { made, value: place.clone() };
                self.places.insert(name.clone(), row);
            }
        }
    }

    /// Forgets the oldest rows beyond the limits.
    fn trim(&mut self) {
        trim(&mut self.verdicts, Judgement::characters);
        trim(&mut self.places, |place| place.key.len() + place.fingerprint.len());
    }
}

fn trim<T>(rows: &mut BTreeMap<String, Row<T>>, characters: impl Fn(&T) -> usize) {
    let mut sizes: Vec<(u64, usize)> =
        rows.iter().map(|(key, row)| (row.made, key.len() + characters(&row.value))).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let (mut sum, mut oldest) = (0, u64::MAX);
    for (at, (made, size)) in sizes.into_iter().enumerate() {
        sum += size;
        if at >= ROWS || sum > CHARACTERS {
            break;
        }
        oldest = made;
    }
    rows.retain(|_, row| row.made >= oldest);
}

fn shard_of(name: &str) -> usize {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // The low bits of this hash depend on the low bits of the bytes alone.
    (hash >> 32) as usize % SHARDS
}

fn file_name(shard: usize) -> String {
    format!("{shard:02}.json")
}

/// What a place is called in the table; one that is no text is not remembered.
fn place_name(policy: &PolicyId, place: &Path) -> Option<String> {
    let path = std::str::from_utf8(place.as_os_str().as_bytes()).ok()?;
    Some(format!("{} {path}", policy.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_rows_are_forgotten() {
        let mut rows: BTreeMap<String, Row<usize>> = BTreeMap::new();
        for made in 0..(ROWS as u64 + 10) {
            rows.insert(format!("{made:08}"), Row { made, value: 0 });
        }
        trim(&mut rows, |size| *size);
        assert_eq!((rows.len(), rows.keys().next().unwrap().as_str()), (ROWS, "00000010"));
        rows.insert("large".to_owned(), Row { made: 5_000, value: CHARACTERS - 5 });
        trim(&mut rows, |size| *size);
        assert_eq!(rows.len(), 1);
        rows.insert("larger".to_owned(), Row { made: 6_000, value: 2 * CHARACTERS });
        trim(&mut rows, |size| *size);
        assert!(rows.is_empty(), "one that is larger than all may be is not kept");
    }
}
