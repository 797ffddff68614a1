//! Looking at directories again and again, where the system tells of no more of them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::interest::{Interest, Notice};
use crate::file_identity::Stamp;
use crate::limits;

/// Looking takes at most this part of the time.
const SHARE: u32 = 20;

/// The directories that are looked at.
#[derive(Debug)]
pub(super) struct Poller {
    directories: BTreeMap<PathBuf, Looked>,
    every: Duration,
    next: Option<Instant>,
}

#[derive(Debug)]
struct Looked {
    interest: Interest,
    seen: Seen,
}

/// What was in a directory: the state of each entry, and whether it is a directory.
type Seen = BTreeMap<OsString, (Stamp, bool)>;

impl Poller {
    pub(super) fn new(every: Duration) -> Self {
        Self { directories: BTreeMap::new(), every, next: None }
    }

    /// How many directories are looked at.
    pub(super) fn len(&self) -> usize {
        self.directories.len()
    }

    /// How often they are looked at, unless that takes long.
    pub(super) fn every(&self) -> Duration {
        self.every
    }

    /// Looks at a directory from now on; whether it did not before.
    pub(super) fn add(&mut self, path: &Path, interest: &Interest) -> bool {
        if self.directories.get(path).is_some_and(|looked| looked.interest == *interest) {
            return false;
        }
        let looked = Looked { interest: interest.clone(), seen: look(path, interest) };
        let is_new = self.directories.insert(path.to_owned(), looked).is_none();
        if self.next.is_none() {
            self.next = Instant::now().checked_add(self.every);
        }
        is_new
    }

    /// Looks at no directory any more but these.
    pub(super) fn keep(&mut self, wanted: impl Fn(&Path) -> bool) {
        let dropped: Vec<PathBuf> =
            self.directories.keys().filter(|path| !wanted(path)).cloned().collect();
        for path in dropped {
            self.directories.remove(&path);
            // One that is looked at no more went away: should it be there again at the next look, it has
            // come, also where the directory above was looked at last before it went.
            if let (Some(above), Some(name)) = (path.parent(), path.file_name())
                && let Some(looked) = self.directories.get_mut(above)
            {
                looked.seen.remove(name);
            }
        }
        if self.directories.is_empty() {
            self.next = None;
        }
    }

    /// When they are to be looked at next.
    pub(super) fn due(&self) -> Option<Instant> {
        self.next
    }

    /// Looks at all of them, if it is time; what is not as it was.
    pub(super) fn look(&mut self, now: Instant) -> Vec<Notice> {
        if self.next.is_none_or(|next| next > now) {
            return Vec::new();
        }
        let mut notices = Vec::new();
        for (path, looked) in &mut self.directories {
            let seen = look(path, &looked.interest);
            differences(path, looked, &seen, &mut notices);
            looked.seen = seen;
        }
        let rest = self.every.max(now.elapsed().saturating_mul(SHARE));
        self.next = Instant::now().checked_add(rest);
        notices
    }
}

fn differences(path: &Path, looked: &Looked, now: &Seen, into: &mut Vec<Notice>) {
    let names =
        looked.seen.keys().chain(now.keys().filter(|name| !looked.seen.contains_key(*name)));
    for name in names {
        let (before, after) = (looked.seen.get(name), now.get(name));
        // The state of a directory is the state of its entries, and these are looked at themselves, as long
        // as it is the same directory.
        let same = match (before, after) {
            (Some((before, true)), Some((after, true))) => before.is_same_file(after),
            (before, after) => before == after,
        };
        let is_directory = before.or(after).is_some_and(|(_, directory)| *directory)
            || after.is_some_and(|(_, directory)| *directory);
        let leads_on = || path.join(name).is_symlink() || before.is_none() != after.is_none();
        if !same && looked.interest.matters(name, is_directory, leads_on) {
            into.push(Notice::of(path, name, before.is_none()));
        }
    }
}

/// What is in a directory now.
fn look(path: &Path, interest: &Interest) -> Seen {
    if interest.is_narrow() {
        let state = |name: &OsString| {
            let metadata = path.join(name).metadata().ok()?;
            Some((name.clone(), (Stamp::of(&metadata), metadata.is_dir())))
        };
        return interest.names.iter().filter_map(state).collect();
    }
    let Ok(entries) = path.read_dir() else { return Seen::new() };
    let state = |entry: std::fs::DirEntry| {
        let metadata = entry.metadata().ok()?;
        Some((entry.file_name(), (Stamp::of(&metadata), metadata.is_dir())))
    };
    entries.take(limits::TREE_ENTRIES).flatten().filter_map(state).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A directory that goes after the one above it was looked at, and is there again before the next look.
    #[test]
    fn a_directory_that_comes_back_between_two_looks_is_noticed() {
        let place = tempfile::tempdir().unwrap();
        let (above, below) = (place.path().to_owned(), place.path().join("below"));
        let named = Interest::named("below".as_ref(), false);
        for dropped in [true, false] {
            fs::create_dir_all(&below).unwrap();
            let mut poller = Poller::new(Duration::ZERO);
            poller.add(&above, &named);
            poller.add(&below, &Interest::all());
            fs::rename(&below, place.path().join(format!("other-{dropped}"))).unwrap();
            if dropped {
                poller.keep(|path| path == above);
            }
            fs::create_dir(&below).unwrap();
            let noticed = poller.look(Instant::now());
            assert!(noticed.iter().any(|notice| notice.path == below), "{dropped}: {noticed:?}");
        }
    }
}
