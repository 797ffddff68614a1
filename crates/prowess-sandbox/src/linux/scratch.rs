//! A directory for temporary files of one run, where the command has no tree of its own.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use rustix::rand::{GetRandomFlags, getrandom};

use super::helper::identity;

/// The directory; it goes with this at the latest.
#[derive(Debug)]
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// A new directory, for nobody but the user the command runs as.
    pub(super) fn new() -> io::Result<Self> {
        let mut random = [0; 8];
        getrandom(&mut random, GetRandomFlags::empty())?;
        let name = format!("prowess-{:016x}", u64::from_le_bytes(random));
        let path = std::env::temp_dir().canonicalize()?.join(name);
        fs::DirBuilder::new().mode(0o700).create(&path)?;
        let scratch = Self(path);
        if identity::is_dropped() {
            let id = Some(identity::UNPRIVILEGED);
            chown(scratch.path(), id, id)?;
        }
        Ok(scratch)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    /// The guard has removed it already, unless it was killed: it is there also when the host is not.
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes the directory with all that is in it.
pub(super) fn remove(path: &Path) {
    let gone = |result: io::Result<()>| match result {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(()) => true,
    };
    // Root is kept out by no mode, and changes none on behalf of what lies there.
    if !gone(fs::remove_dir_all(path)) && !rustix::process::geteuid().is_root() {
        // A command can make directories that even their owner may not enter.
        open_up(path);
        let _nothing_more_can_be_done = fs::remove_dir_all(path);
    }
}

/// Makes directories accessible to their owner. No process of the command is left to race with.
fn open_up(directory: &Path) {
    let _not_ours = fs::set_permissions(directory, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}
