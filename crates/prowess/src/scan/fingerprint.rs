//! The state of a skill's files, told without reading them.

use std::path::Path;
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

use crate::directory::DirectoryTree;
use crate::discover::Candidate;
use crate::file_identity::Stamp;

/// No file system that keeps fractions of seconds keeps time coarser than this.
const TICK: Duration = Duration::from_millis(12);

/// Equal where no file of a skill was touched: which files there are, their sizes, times and numbers,
/// hashed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint([u8; 16]);

impl Fingerprint {
    /// As it is written down.
    pub(crate) fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn finish(hash: Sha256) -> Self {
        let digest: [u8; 32] = hash.finalize().into();
        let mut half = [0; 16];
        half.copy_from_slice(&digest[..16]);
        Self(half)
    }
}

/// Waits until whatever changes a file from now on gives it another time than it has, where one was
/// changed just now. Only then does an equal fingerprint mean equal bytes.
pub(crate) fn settle<'a>(stamps: impl Iterator<Item = &'a Stamp>) {
    let newest = stamps.filter_map(Stamp::changed).max();
    // A time that is yet to come is of another clock, and waiting does not help.
    if let Some(age) = newest.and_then(|newest| SystemTime::now().duration_since(newest).ok())
        && let Some(rest) = TICK.checked_sub(age)
    {
        std::thread::sleep(rest);
    }
}

/// Of a skill that was found; nothing where not all of it can be looked at.
pub(crate) fn of(candidate: &Candidate) -> Option<Fingerprint> {
    match candidate.flat {
        true => of_file(&candidate.file),
        false => of_tree(&DirectoryTree::open(&candidate.directory).ok()?, &candidate.file),
    }
}

/// Of a skill that is a single file.
pub(crate) fn of_file(file: &Path) -> Option<Fingerprint> {
    let mut hash = Sha256::new();
    add(&mut hash, &stamp_of(file)?);
    Some(Fingerprint::finish(hash))
}

/// Of a directory. The file that describes the skill counts where it really lies too.
pub(crate) fn of_tree(tree: &DirectoryTree, file: &Path) -> Option<Fingerprint> {
    if tree.truncated().is_some() {
        return None;
    }
    let mut hash = Sha256::new();
    for (entry, stamp) in tree.stamped() {
        hash.update((entry.path.as_bytes().len() as u64).to_le_bytes());
        hash.update(entry.path.as_bytes());
        add(&mut hash, stamp);
    }
    if let Some(stamp) = stamp_of(file) {
        add(&mut hash, &stamp);
    }
    Some(Fingerprint::finish(hash))
}

/// The state of the file that a path leads to.
pub(crate) fn stamp_of(file: &Path) -> Option<Stamp> {
    file.metadata().ok().map(|metadata| Stamp::of(&metadata))
}

fn add(hash: &mut Sha256, stamp: &Stamp) {
    for number in stamp.numbers() {
        hash.update(number.to_le_bytes());
    }
}
