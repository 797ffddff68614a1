//! Files: reading, writing, listing, modes, sizes.

use std::ffi::CString;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

use super::checked;

pub(super) fn write(path: &str) -> io::Result<()> {
    File::create(path)?.write_all(b"crossed")
}

/// Also prints it.
pub(super) fn read(path: &str) -> io::Result<()> {
    let mut bytes = Vec::new();
    File::open(path)?.take(1 << 20).read_to_end(&mut bytes)?;
    io::stdout().write_all(&bytes)
}

pub(super) fn list(path: &str) -> io::Result<()> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(path)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    super::say(&names.join(" "))
}

pub(super) fn chmod(path: &str) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(0o777))
}

/// A file of ten gigabytes, of which nothing is on the disk.
pub(super) fn large(path: &str) -> io::Result<()> {
    File::create(path)?.set_len(10 << 30)
}

fn c_string(path: &str) -> io::Result<CString> {
    CString::new(path).map_err(io::Error::other)
}

/// By path, without opening.
pub(super) fn truncate(path: &str) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: The path ends with a NUL and lives through the call.
    checked(unsafe { libc::truncate(path.as_ptr(), 0) }.into())
}

/// By opening it for nothing but reading.
pub(super) fn empty(path: &str) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: The path ends with a NUL and lives through the call.
    checked(unsafe { libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_TRUNC) }.into())
}

/// Has itself told of everything that happens to a file.
pub(super) fn watch(path: &str) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: The path ends with a NUL and lives through the call.
    checked(unsafe {
        libc::inotify_add_watch(libc::inotify_init(), path.as_ptr(), libc::IN_ALL_EVENTS).into()
    })
}

/// A program that would run as its owner.
pub(super) fn make_setuid(path: &str) -> io::Result<()> {
    File::create(path)?.set_permissions(Permissions::from_mode(0o4755))
}

/// The same, from its very first moment.
pub(super) fn create_setuid(path: &str) -> io::Result<()> {
    let _earlier = fs::remove_file(path);
    File::options().write(true).create_new(true).mode(0o4755).open(path).map(drop)
}

/// Holds a named pipe open as long as it lives, which is until it is killed.
pub(super) fn hold(path: &str) -> io::Result<()> {
    let _pipe = File::options().write(true).open(path)?;
    super::processes::hang()
}
