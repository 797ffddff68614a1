//! Reading one `SKILL.md`: bounded, and never from anything but a regular file.

use std::fs::{File, Metadata};
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::SystemTime;

use prowess_format::{Rules, head_is_complete};

use crate::file_identity::FileIdentity;
use crate::limits;

/// The first bytes of a file, and how many there are in all.
#[derive(Debug)]
pub(crate) struct FileBytes {
    pub(crate) bytes: Vec<u8>,
    pub(crate) size: u64,
    pub(crate) modified: Option<SystemTime>,
    /// Which file it was, where it was one.
    pub(crate) identity: Option<FileIdentity>,
}

/// How much of a file is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The frontmatter.
    Head,
    /// All of it, up to the limit.
    Whole,
}

/// An open file and what the system says about it, so that it is asked once.
#[derive(Debug)]
pub(crate) struct Opened {
    file: File,
    metadata: Metadata,
}

impl Opened {
    /// Opens a file without waiting, should it be a pipe or a device.
    fn new(path: &Path) -> std::io::Result<Self> {
        let nonblock = rustix::fs::OFlags::NONBLOCK.bits() as i32;
        let file = File::options().read(true).custom_flags(nonblock).open(path)?;
        let metadata = file.metadata()?;
        Ok(Self { file, metadata })
    }
}

/// Opens what is called `SKILL.md`, unless it is not there or is a directory: then it describes
/// nothing, and a listing says what else there is.
pub(crate) fn open_skill_file(path: &Path) -> Option<Opened> {
    Opened::new(path).ok().filter(|opened| !opened.metadata.is_dir())
}

/// Reads a file. Links are followed; a device or a pipe is refused without waiting for it.
pub(crate) fn read_skill_file(
    path: &Path,
    opened: Option<Opened>,
    extent: Extent,
    rules: &Rules,
) -> std::io::Result<FileBytes> {
    let Opened { mut file, metadata } = match opened {
        Some(opened) => opened,
        None => Opened::new(path)?,
    };
    if metadata.is_dir() {
        return Err(std::io::Error::other("it is a directory"));
    }
    if !metadata.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    if extent == Extent::Head {
        bytes.resize(limits::HEAD_BYTES.min(metadata.len() as usize), 0);
        let length = read_up_to(&mut file, &mut bytes)?;
        bytes.truncate(length);
        if bytes.len() as u64 >= metadata.len() || head_is_complete(&bytes, rules) {
            return Ok(of(bytes, &metadata));
        }
    }
    let most = prowess_format::limits::SKILL_FILE_BYTES;
    let rest = (most - bytes.len().min(most)) as u64;
    file.take(rest).read_to_end(&mut bytes)?;
    Ok(of(bytes, &metadata))
}

fn of(bytes: Vec<u8>, metadata: &Metadata) -> FileBytes {
    let size = metadata.len().max(bytes.len() as u64);
    let (modified, identity) = (metadata.modified().ok(), Some(FileIdentity::of(metadata)));
    FileBytes { bytes, size, modified, identity }
}

/// Fills the buffer as far as the file goes.
fn read_up_to(file: &mut File, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// The bytes of a file that is no skill's: links are followed, a device or a pipe is refused, and one
/// with more than `limit` bytes is `None`.
pub(crate) fn read_bounded(path: &Path, limit: usize) -> std::io::Result<Option<Vec<u8>>> {
    crate::beneath::read_regular(Opened::new(path)?.file, limit)
}
