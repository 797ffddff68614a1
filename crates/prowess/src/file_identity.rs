//! Which file it is, whatever it is called and whatever is in it.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::time::SystemTime;

/// Tells a file from every other one, also from one that took its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}
