//! Which file it is, whatever it is called and whatever is in it.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::time::{Duration, SystemTime};

use rustix::fs::{Statx, StatxFlags, StatxTimestamp};

/// Tells a file from every other one, also from one that took its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileIdentity {
    device: u64,
    inode: u64,
    /// The number of a file that is gone is given to the next one. Where the file system does not
    /// keep this time, that is not noticed.
    created: Option<SystemTime>,
}

impl FileIdentity {
    /// What the system said about the file anyway: nothing is asked.
    pub(crate) fn of(metadata: &Metadata) -> Self {
        let created = metadata.created().ok();
        Self { device: metadata.dev(), inode: metadata.ino(), created }
    }

    /// The same from the system call itself.
    pub(crate) fn of_statx(status: &Statx) -> Self {
        let known = status.stx_mask & StatxFlags::BTIME.bits() != 0;
        let created = known.then(|| system_time(status.stx_btime)).flatten();
        let device = rustix::fs::makedev(status.stx_dev_major, status.stx_dev_minor);
        Self { device, inode: status.stx_ino, created }
    }
}

/// Which file it is and what state it is in, as far as the system tells without reading it. Whoever
/// writes to a file moves the time of its last change of state, also where size and time of the last
/// writing are put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp([u64; 8]);

impl Stamp {
    /// What the system said about the file anyway.
    pub(crate) fn of(metadata: &Metadata) -> Self {
        let signed = i64::cast_unsigned;
        Self([
            metadata.dev(),
            metadata.ino(),
            u64::from(metadata.mode()),
            metadata.size(),
            signed(metadata.mtime()),
            signed(metadata.mtime_nsec()),
            signed(metadata.ctime()),
            signed(metadata.ctime_nsec()),
        ])
    }

    /// Whether it is the same file, in whichever state.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        self.0[..2] == other.0[..2]
    }

    /// When its state was last changed.
    pub(crate) fn changed(&self) -> Option<SystemTime> {
        let [.., seconds, nanos] = self.0;
        let whole = Duration::from_secs(seconds.cast_signed().try_into().ok()?);
        SystemTime::UNIX_EPOCH.checked_add(whole)?.checked_add(Duration::from_nanos(nanos))
    }

    /// The numbers, for a hash over many of them.
    pub(crate) fn numbers(&self) -> &[u64] {
        &self.0
    }
}

/// A time as the system gives it.
pub(crate) fn system_time(at: StatxTimestamp) -> Option<SystemTime> {
    let whole = Duration::from_secs(at.tv_sec.unsigned_abs());
    let at_second = match at.tv_sec < 0 {
        true => SystemTime::UNIX_EPOCH.checked_sub(whole)?,
        false => SystemTime::UNIX_EPOCH.checked_add(whole)?,
    };
    at_second.checked_add(Duration::from_nanos(u64::from(at.tv_nsec)))
}
