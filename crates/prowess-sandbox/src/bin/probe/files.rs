//! Files: reading, writing, listing, modes, sizes.

use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;

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
