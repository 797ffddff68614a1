//! Opening files below a directory so that nothing outside it can be reached.
//!
//! The kernel is asked to refuse a path that leaves the directory, at the moment it is opened: a
//! check of our own would be about a path that somebody may have changed since.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rustix::fs::{Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

use crate::file_identity::FileIdentity;

/// How often an open is tried that the kernel could not decide, because something was moved
/// meanwhile.
const TRIES: usize = 16;

/// What becomes of links on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    /// They are followed where they stay below the directory.
    Contained,
    /// They are refused.
    Refused,
}

/// Opens a directory, through which files below it are opened.
pub(crate) fn open_directory(path: &Path) -> std::io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?)
}

/// Which file a path in a directory leads to, past links and wherever that is. It is not opened.
pub(crate) fn identity(directory: impl AsFd, path: &[u8]) -> std::io::Result<FileIdentity> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let file = rustix::fs::openat(directory, OsStr::from_bytes(path), flags, Mode::empty())?;
    Ok(FileIdentity::of(&File::from(file).metadata()?))
}

/// Opens what is at a path below a directory, without waiting for a pipe or a device.
pub(crate) fn open(directory: impl AsFd, path: &[u8], links: Links) -> std::io::Result<File> {
    open_with(directory, path, links, OFlags::RDONLY | OFlags::NONBLOCK)
}

/// Whether a path below a directory leads to a directory that is below it too.
pub(crate) fn is_directory(directory: impl AsFd, path: &[u8]) -> bool {
    open_with(directory, path, Links::Contained, OFlags::PATH | OFlags::DIRECTORY).is_ok()
}

fn open_with(
    directory: impl AsFd,
    path: &[u8],
    links: Links,
    flags: OFlags,
) -> std::io::Result<File> {
    let (flags, resolve) = match links {
        Links::Contained => (flags, ResolveFlags::empty()),
        Links::Refused => (flags | OFlags::NOFOLLOW, ResolveFlags::NO_SYMLINKS),
    };
    let resolve = resolve | ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
    let name = OsStr::from_bytes(path);
    let mut tries = 0;
    loop {
        let opened =
            rustix::fs::openat2(&directory, name, flags | OFlags::CLOEXEC, Mode::empty(), resolve);
        tries += 1;
        match opened {
            Err(Errno::AGAIN | Errno::INTR) if tries < TRIES => {}
            opened => return Ok(File::from(opened?)),
        }
    }
}

/// Whether an open failed because the path leads out of the directory.
pub(crate) fn is_escape(error: &std::io::Error) -> bool {
    error.raw_os_error() == Some(Errno::XDEV.raw_os_error())
}

/// The bytes of a regular file, or `None` where it has more than `limit`.
pub(crate) fn read_regular(file: File, limit: usize) -> std::io::Result<Option<Vec<u8>>> {
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    if metadata.len() > limit as u64 {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    file.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= limit).then_some(bytes))
}
