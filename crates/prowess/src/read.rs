//! Reading one `SKILL.md`: bounded, and never from anything but a regular file.

use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use prowess_format::{Rules, head_is_complete};

use crate::limits;

/// The first bytes of a file, and how many there are in all.
#[derive(Debug)]
pub(crate) struct FileBytes {
    pub(crate) bytes: Vec<u8>,
    pub(crate) size: u64,
    pub(crate) modified: Option<std::time::SystemTime>,
}

/// How much of a file is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The frontmatter.
    Head,
    /// All of it, up to the limit.
    Whole,
}

/// Reads a file. Links are followed; a device or a pipe is refused without waiting for it.
pub(crate) fn read_skill_file(
    path: &Path,
    extent: Extent,
    rules: &Rules,
) -> std::io::Result<FileBytes> {
    let nonblock = rustix::fs::OFlags::NONBLOCK.bits() as i32;
    let mut file = File::options().read(true).custom_flags(nonblock).open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(std::io::Error::other("it is a directory"));
    }
    if !metadata.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    let most = prowess_format::limits::SKILL_FILE_BYTES;
    let mut bytes = Vec::new();
    if extent == Extent::Head {
        bytes.reserve(limits::HEAD_BYTES.min(metadata.len() as usize));
        file.by_ref().take(limits::HEAD_BYTES as u64).read_to_end(&mut bytes)?;
        if bytes.len() as u64 >= metadata.len() || head_is_complete(&bytes, rules) {
            return Ok(FileBytes {
                bytes,
                size: metadata.len(),
                modified: metadata.modified().ok(),
            });
        }
    }
    let rest = (most - bytes.len().min(most)) as u64;
    file.take(rest).read_to_end(&mut bytes)?;
    let size = metadata.len().max(bytes.len() as u64);
    Ok(FileBytes { bytes, size, modified: metadata.modified().ok() })
}
