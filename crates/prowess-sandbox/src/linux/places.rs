//! The paths a command may reach, each opened once.
//!
//! What a path means is decided by this one opening. The helper compares what it finds later with the
//! descriptor, so that a link or a directory that is exchanged in between leads nowhere else.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, openat};

use super::control::DESCRIPTORS;
use super::request::Place;
use crate::{Access, Error};

/// Most paths: what fits into a message, without the request and the input.
const PATHS: usize = DESCRIPTORS - 2;

/// Opened paths, and what is said about each.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) places: Vec<Place>,
    pub(super) opened: Vec<OwnedFd>,
}

impl Places {
    /// Opens the working directory and what the caller grants.
    pub(super) fn open(directory: &Path, access: &Access) -> Result<Self, Error> {
        let mut places = Self::default();
        let failed = |source| Error::Directory { path: directory.to_owned(), source };
        places.add(directory, false, OFlags::DIRECTORY).map_err(failed)?;
        let read_only = access.read_only.iter().map(|path| (path, false));
        let writable = access.writable.iter().map(|path| (path, true));
        for (path, writable) in read_only.chain(writable) {
            let failed = |source| Error::Path { path: path.clone(), source };
            places.add(path, writable, OFlags::empty()).map_err(failed)?;
        }
        if places.places.len() > PATHS {
            return Err(Error::TooLarge { what: "paths", limit: PATHS });
        }
        Ok(places)
    }

    /// Refuses what is masked: one of the two must be meant otherwise.
    pub(super) fn check(&self, masked: &[PathBuf]) -> Result<(), Error> {
        let contradiction = self
            .places
            .iter()
            .find(|place| masked.iter().any(|masked| place.real.starts_with(masked)));
        contradiction.map_or(Ok(()), |place| {
            let source = io::Error::other("it is to be reached, and masked");
            Err(Error::Path { path: place.given.clone(), source })
        })
    }

    /// Opens one more.
    pub(super) fn add(&mut self, path: &Path, writable: bool, flags: OFlags) -> io::Result<()> {
        let given = std::path::absolute(path)?;
        let opened = openat(CWD, &given, OFlags::PATH | OFlags::CLOEXEC | flags, Mode::empty())?;
        let real = std::fs::read_link(format!("/proc/self/fd/{}", opened.as_raw_fd()))?;
        if real == Path::new("/") {
            return Err(io::Error::other("the root of all files cannot be given as a whole"));
        }
        self.places.push(Place { given, real, writable });
        self.opened.push(opened);
        Ok(())
    }
}

/// The paths to mask that are there, without links: a masked link masks what it leads to.
pub(super) fn masked(access: &Access) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        access.masked.iter().filter_map(|path| path.canonicalize().ok()).collect();
    paths.sort();
    // What is below another is masked with it. A path sorts right after what it is below of, but for
    // siblings that share its beginning, which only cost a mask too many.
    paths.dedup_by(|path, above| path.starts_with(above));
    paths
}
