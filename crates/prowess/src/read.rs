//! Reading one `SKILL.md`: bounded, and never from anything but a regular file.

use std::cell::Cell;
use std::fs::File;
use std::io::Read as _;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::time::SystemTime;

use prowess_format::{Rules, head_is_complete};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Statx, StatxFlags};
use rustix::io::{Errno, retry_on_intr};

use crate::file_identity::{FileIdentity, system_time};
use crate::limits;

thread_local! {
    /// The buffer of the file that was read last: a listing reads many heads, and keeps none of them
    /// as it was read.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The first bytes of a file, and how many there are in all.
#[derive(Debug)]
pub(crate) struct FileBytes {
    pub(crate) bytes: Vec<u8>,
    pub(crate) size: u64,
    pub(crate) modified: Option<SystemTime>,
    /// Which file it was, where it was one.
    pub(crate) identity: Option<FileIdentity>,
    /// It was named by a link.
    pub(crate) linked: bool,
}

impl Drop for FileBytes {
    fn drop(&mut self) {
        // Larger ones would be read into to their end.
        if self.bytes.capacity() == limits::HEAD_BYTES {
            BUFFER.set(std::mem::take(&mut self.bytes));
        }
    }
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
    file: OwnedFd,
    status: Statx,
    /// The file is named by a link.
    linked: bool,
}

impl Opened {
    /// Opens a file by its path.
    pub(crate) fn at(path: &Path) -> std::io::Result<Self> {
        Self::new(CWD, path)
    }

    /// Opens a file below a directory without waiting, should it be a pipe or a device.
    fn new(
        directory: BorrowedFd<'_>,
        path: impl rustix::path::Arg + Copy,
    ) -> std::io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let open =
            |flags| retry_on_intr(|| rustix::fs::openat(directory, path, flags, Mode::empty()));
        // Nearly no file is a link, and asking first would cost a call for each.
        let (file, linked) = match open(flags | OFlags::NOFOLLOW) {
            Err(Errno::LOOP) => (open(flags)?, true),
            opened => (opened?, false),
        };
        let (empty, wanted) = (AtFlags::EMPTY_PATH, StatxFlags::BASIC_STATS | StatxFlags::BTIME);
        let status = retry_on_intr(|| rustix::fs::statx(&file, "", empty, wanted))?;
        Ok(Self { file, status, linked })
    }

    fn kind(&self) -> FileType {
        FileType::from_raw_mode(u32::from(self.status.stx_mode))
    }

    pub(crate) fn size(&self) -> u64 {
        self.status.stx_size
    }

    /// When the file was last changed.
    pub(crate) fn modified(&self) -> Option<SystemTime> {
        system_time(self.status.stx_mtime)
    }

    /// Whether the way to it is a link.
    pub(crate) fn is_linked(&self) -> bool {
        self.linked
    }

    /// Which file it is, and in what state.
    pub(crate) fn key(&self) -> FileKey {
        let status = &self.status;
        let device = rustix::fs::makedev(status.stx_dev_major, status.stx_dev_minor);
        let changed = (status.stx_mtime.tv_sec, status.stx_mtime.tv_nsec);
        (device, status.stx_ino, status.stx_size, changed)
    }

    /// Which file it is.
    pub(crate) fn identity(&self) -> FileIdentity {
        FileIdentity::of_statx(&self.status)
    }
}

/// Device, inode, size and time of the last change.
pub(crate) type FileKey = (u64, u64, u64, (i64, u32));

/// Opens what is called `SKILL.md` at a path below an open directory, unless it is not there or is a
/// directory: then it describes nothing, and a listing says what else there is.
pub(crate) fn open_skill_file(directory: BorrowedFd<'_>, path: &Path) -> Option<Opened> {
    Opened::new(directory, path).ok().filter(|opened| opened.kind() != FileType::Directory)
}

/// Reads a file. Links are followed; a device or a pipe is refused without waiting for it.
pub(crate) fn read_skill_file(
    path: &Path,
    opened: Option<Opened>,
    extent: Extent,
    rules: &Rules,
) -> std::io::Result<FileBytes> {
    let opened = match opened {
        Some(opened) => opened,
        None => Opened::new(CWD, path)?,
    };
    match opened.kind() {
        FileType::RegularFile => {}
        FileType::Directory => return Err(std::io::Error::other("it is a directory")),
        _ => return Err(std::io::Error::other("it is not a regular file")),
    }
    let (size, modified) = (opened.size(), opened.modified());
    let identity = Some(opened.identity());
    let mut read = FileBytes { bytes: Vec::new(), size, modified, identity, linked: opened.linked };
    if extent == Extent::Head {
        read.bytes = read_head(&opened)?;
        if read.bytes.len() as u64 >= size || head_is_complete(&read.bytes, rules) {
            read.size = size.max(read.bytes.len() as u64);
            return Ok(read);
        }
    }
    let most = prowess_format::limits::SKILL_FILE_BYTES;
    let rest = (most - read.bytes.len().min(most)) as u64;
    File::from(opened.file).take(rest).read_to_end(&mut read.bytes)?;
    read.size = size.max(read.bytes.len() as u64);
    Ok(read)
}

/// The first bytes of a file, as far as it goes.
fn read_head(opened: &Opened) -> std::io::Result<Vec<u8>> {
    let mut bytes = BUFFER.take();
    bytes.clear();
    bytes.reserve_exact(limits::HEAD_BYTES);
    while bytes.len() < bytes.capacity() {
        let spare =
            || rustix::io::read(opened.file.as_fd(), rustix::buffer::spare_capacity(&mut bytes));
        if retry_on_intr(spare)? == 0 || bytes.len() as u64 >= opened.size() {
            break;
        }
    }
    Ok(bytes)
}

/// The bytes of a file that is no skill's: links are followed, a device or a pipe is refused, and one
/// with more than `limit` bytes is `None`.
pub(crate) fn read_bounded(path: &Path, limit: usize) -> std::io::Result<Option<Vec<u8>>> {
    crate::beneath::read_regular(File::from(Opened::new(CWD, path)?.file), limit)
}
