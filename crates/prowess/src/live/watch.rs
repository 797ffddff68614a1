//! Being told of changes by the system: the one file that knows `inotify`.
//!
//! Directories are watched, never files: an editor that writes a new file and renames it over the old
//! one is seen as easily as one that writes in place. Nobody is told of reading, so that our own reading
//! tells us nothing (docs/decisions/0014-changes-are-told-by-inotify.md).

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;

use super::interest::{Interest, Notice};

/// What came while it was waited for.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) notices: Vec<Notice>,
    /// More happened than the system could tell.
    pub(super) lost: bool,
    /// It is to end.
    pub(super) stop: bool,
}

/// The directories of which the system tells.
#[derive(Debug)]
pub(super) struct Watcher {
    inotify: Option<OwnedFd>,
    stop: Arc<OwnedFd>,
    /// How many there may be.
    most: usize,
    known: BTreeMap<PathBuf, Watched>,
    /// The paths by which a directory is known to the system: links lead to one from several places.
    paths: HashMap<i32, Vec<PathBuf>>,
}

#[derive(Debug)]
struct Watched {
    number: i32,
    interest: Interest,
}

/// Why a directory is not watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unwatched {
    /// It is not there, or nobody may look into it.
    Gone,
    /// There are as many as there may be.
    TooMany,
}

impl Watcher {
    /// One that has no directories yet. Where the system has none left, it never has any.
    pub(super) fn new(stop: Arc<OwnedFd>, most: usize) -> Self {
        let inotify = match most {
            0 => None,
            _ => inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok(),
        };
        Self { inotify, stop, most, known: BTreeMap::new(), paths: HashMap::new() }
    }

    /// How many directories are watched.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Watches a directory from now on; whether it was not watched before.
    pub(super) fn add(&mut self, path: &Path, interest: &Interest) -> Result<bool, Unwatched> {
        if self.known.get(path).is_some_and(|watched| watched.interest == *interest) {
            return Ok(false);
        }
        let Some(inotify) = &self.inotify else { return Err(Unwatched::TooMany) };
        if self.known.len() >= self.most && !self.known.contains_key(path) {
            return Err(Unwatched::TooMany);
        }
        let number = match inotify::add_watch(inotify, path, mask(interest)) {
            Ok(number) => number,
            Err(Errno::NOSPC | Errno::NOMEM | Errno::MFILE) => return Err(Unwatched::TooMany),
            Err(_) => return Err(Unwatched::Gone),
        };
        let watched = Watched { number, interest: interest.clone() };
        let before = self.known.insert(path.to_owned(), watched);
        let is_new = before.as_ref().is_none_or(|before| before.number != number);
        if let Some(before) = before.filter(|_| is_new) {
            self.release(before.number, path);
        }
        if is_new {
            self.paths.entry(number).or_default().push(path.to_owned());
        }
        Ok(is_new)
    }

    /// Watches no directory any more but these.
    pub(super) fn keep(&mut self, wanted: impl Fn(&Path) -> bool) {
        let dropped: Vec<PathBuf> =
            self.known.keys().filter(|path| !wanted(path)).cloned().collect();
        dropped.iter().for_each(|path| self.forget(path));
    }

    fn forget(&mut self, path: &Path) {
        if let Some(watched) = self.known.remove(path) {
            self.release(watched.number, path);
        }
    }

    /// Takes one path from a directory; the last one takes the watch along.
    fn release(&mut self, number: i32, path: &Path) {
        let Some(paths) = self.paths.get_mut(&number) else { return };
        paths.retain(|known| known != path);
        if paths.is_empty() {
            self.paths.remove(&number);
            if let Some(inotify) = &self.inotify {
                // One that is gone already is what is wanted.
                let _ = inotify::remove_watch(inotify, number);
            }
        }
    }

    /// Forgets a directory that is not what it was, and all below it: what is there now is watched anew.
    fn forget_below(&mut self, path: &Path) {
        let below = self.known.range(path.to_owned()..).map(|(known, _)| known);
        let below: Vec<PathBuf> =
            below.take_while(|known| known.starts_with(path)).cloned().collect();
        below.iter().for_each(|path| self.forget(path));
    }

    /// Waits until something happens, or so long; without a time, until something happens.
    pub(super) fn wait(&mut self, timeout: Option<Duration>) -> Told {
        let mut told = Told::default();
        let seconds = |time: Duration| i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
        let timeout = timeout.map(|time| Timespec {
            tv_sec: seconds(time),
            tv_nsec: i64::from(time.subsec_nanos()),
        });
        let mut waited = vec![PollFd::new(&self.stop, PollFlags::IN)];
        if let Some(inotify) = &self.inotify {
            waited.push(PollFd::new(inotify, PollFlags::IN));
        }
        // Whatever interrupts the waiting, whoever waits looks at the time and waits again.
        if rustix::event::poll(&mut waited, timeout.as_ref()).is_err() {
            return told;
        }
        let ready = |at: usize| waited.get(at).is_some_and(|fd| !fd.revents().is_empty());
        told.stop = ready(0);
        if ready(1) && !told.stop {
            self.read(&mut told);
        }
        told
    }

    fn read(&mut self, told: &mut Told) {
        for event in self.events() {
            if event.flags.contains(ReadFlags::QUEUE_OVERFLOW) {
                told.lost = true;
                continue;
            }
            let Some(paths) = self.paths.get(&event.number).cloned() else { continue };
            let gone = ReadFlags::IGNORED
                | ReadFlags::DELETE_SELF
                | ReadFlags::MOVE_SELF
                | ReadFlags::UNMOUNT;
            if event.flags.intersects(gone) {
                for path in paths {
                    let narrow =
                        self.known.get(&path).is_some_and(|known| known.interest.is_narrow());
                    self.forget_below(&path);
                    if !narrow {
                        told.notices.push(Notice { path, created: false });
                    }
                }
                continue;
            }
            let Some(name) = event.name.as_deref().map(OsStr::from_bytes) else { continue };
            let is_directory = event.flags.contains(ReadFlags::ISDIR);
            let created = event.flags.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO);
            let moved =
                ReadFlags::CREATE | ReadFlags::DELETE | ReadFlags::MOVED_FROM | ReadFlags::MOVED_TO;
            let replaced = event.flags.intersects(moved);
            for directory in paths {
                let Some(watched) = self.known.get(&directory) else { continue };
                let path = directory.join(name);
                let leads_on = || {
                    replaced && (self.known.contains_key(&path) || (created && path.is_symlink()))
                };
                if !watched.interest.matters(name, is_directory, leads_on) {
                    continue;
                }
                if replaced {
                    self.forget_below(&path);
                }
                told.notices.push(Notice { path, created });
            }
        }
    }

    /// What the system has to tell by now.
    fn events(&self) -> Vec<SystemEvent> {
        let Some(inotify) = &self.inotify else { return Vec::new() };
        let mut buffer = [MaybeUninit::<u8>::uninit(); 16 * 1024];
        let mut reader = Reader::new(inotify.as_fd(), &mut buffer);
        let mut events = Vec::new();
        while let Ok(event) = reader.next() {
            let name = event.file_name().map(|name| name.to_bytes().to_vec());
            let event = SystemEvent { number: event.wd(), flags: event.events(), name };
            // One file that is written again and again is one change.
            if events.last() != Some(&event) {
                events.push(event);
            }
        }
        events
    }
}

#[derive(PartialEq, Eq)]
struct SystemEvent {
    number: i32,
    flags: ReadFlags,
    name: Option<Vec<u8>>,
}

fn mask(interest: &Interest) -> WatchFlags {
    // Several paths may lead to one directory, each with reasons of its own.
    let base = WatchFlags::ONLYDIR | WatchFlags::MASK_ADD | WatchFlags::EXCL_UNLINK;
    let entries = WatchFlags::CREATE | WatchFlags::DELETE | WatchFlags::MOVE;
    let itself = WatchFlags::DELETE_SELF | WatchFlags::MOVE_SELF;
    let content = WatchFlags::MODIFY | WatchFlags::CLOSE_WRITE | WatchFlags::ATTRIB;
    match interest.is_narrow() && !interest.content {
        true => base | entries | itself,
        false => base | entries | itself | content,
    }
}
