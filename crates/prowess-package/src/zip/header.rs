//! The two descriptions of an entry: in the central directory, and before its content.

use prowess_format::tree::EntryKind;

use super::{AES, checksum, extra};
use crate::little_endian::{place, u16_at, u32_at};
use crate::trouble::TroubleKind;

/// The mark before a description in the directory.
pub(super) const CENTRAL: [u8; 4] = *b"PK\x01\x02";
/// The mark before a description before the content.
pub(super) const LOCAL: [u8; 4] = *b"PK\x03\x04";

/// Encrypted; encrypted strongly; the headers hidden.
const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
/// Sizes and checksum stand after the content, as its writer did not know them before.
const DESCRIPTOR: u16 = 1 << 3;

/// The systems whose file modes stand in an entry's attributes: Unix and macOS.
const UNIX: [u8; 2] = [3, 19];
const TYPE: u32 = 0o170_000;
const TYPE_FILE: u32 = 0o100_000;
const TYPE_LINK: u32 = 0o120_000;
const TYPE_DIRECTORY: u32 = 0o040_000;
const OWNER_RUNS: u32 = 0o100;

/// What both say.
pub(super) struct Described<'a> {
    pub(super) name: &'a [u8],
    extra: &'a [u8],
    flags: u16,
    pub(super) method: u16,
    /// `None` where it stands after the content.
    crc: Option<u32>,
    /// Bytes of the packed content.
    pub(super) packed: usize,
    /// Bytes of the content; `None` where it stands after it.
    unpacked: Option<usize>,
}

impl Described<'_> {
    pub(super) fn is_encrypted(&self) -> bool {
        self.flags & ENCRYPTED != 0 || self.method == AES
    }

    pub(super) fn has_descriptor(&self) -> bool {
        self.flags & DESCRIPTOR != 0
    }

    /// Nothing is known about the content before it is read.
    pub(super) fn accept_anything(&mut self) {
        (self.crc, self.unpacked) = (None, None);
    }

    /// What the header before the content says otherwise.
    pub(super) fn difference(&self, local: &Described<'_>) -> Option<&'static str> {
        // Zeros stand for what was not known when it was written.
        let is_open = local.has_descriptor();
        let differs = |here: usize, there: usize| here != there && !(is_open && there == 0);
        let crc = |described: &Described<'_>| described.crc.unwrap_or(0) as usize;
        let unpacked = |described: &Described<'_>| described.unpacked.unwrap_or(0);
        let differences = [
            (self.name != local.name, "the name"),
            (self.is_encrypted() != local.is_encrypted(), "whether it is encrypted"),
            (self.method != local.method, "the method"),
            (differs(self.packed, local.packed), "the packed size"),
            (differs(unpacked(self), unpacked(local)), "the size"),
            (differs(crc(self), crc(local)), "the checksum"),
        ];
        differences.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }

    /// Some programs take the name from a field beside it.
    pub(super) fn other_name(&self) -> Option<&'static str> {
        let other = extra::unicode_name(self.extra)?;
        // Without the mark for UTF-8 the name itself may be in any old code page.
        let is_old = !self.name.is_ascii() && self.flags & 1 << 11 == 0;
        (other != self.name && !is_old).then_some("the name in Unicode")
    }

    /// What is wrong with what came out.
    pub(super) fn wrong_content(&self, content: &[u8]) -> Option<TroubleKind> {
        if self.unpacked.is_some_and(|size| size != content.len()) {
            return Some(TroubleKind::HeaderMismatch("the size"));
        }
        let crc = self.crc?;
        (crc != checksum(content)).then_some(TroubleKind::Broken("its checksum"))
    }
}

/// What the directory says.
pub(super) struct Central<'a> {
    pub(super) described: Described<'a>,
    /// The file mode of Unix; 0 where it is not known.
    mode: u32,
    /// Where the header before the content is.
    pub(super) offset: usize,
}

impl<'a> Central<'a> {
    /// The description at a place, and where the next one is.
    pub(super) fn parse(bytes: &'a [u8], at: usize) -> Option<(Self, usize)> {
        let header = bytes.get(at..)?;
        if !header.starts_with(&CENTRAL) {
            return None;
        }
        let [name, extra, comment] =
            [u16_at(header, 28)?, u16_at(header, 30)?, u16_at(header, 32)?];
        let [name, extra, comment] = [name, extra, comment].map(usize::from);
        let name_at = header.get(46..)?;
        let (name, rest) = name_at.split_at_checked(name)?;
        let (extra, rest) = rest.split_at_checked(extra)?;
        let next = bytes.len() - rest.get(comment..)?.len();
        let sizes = [u32_at(header, 24)?, u32_at(header, 20)?, u32_at(header, 42)?];
        let [unpacked, packed, offset] = extra::large(sizes, extra).map(place);
        let described = Described {
            name,
            extra,
            flags: u16_at(header, 8)?,
            method: u16_at(header, 10)?,
            crc: Some(u32_at(header, 16)?),
            packed,
            unpacked: Some(unpacked),
        };
        let system = *header.get(5)?;
        let mode = if UNIX.contains(&system) { u32_at(header, 38)? >> 16 } else { 0 };
        Some((Self { described, mode, offset }, next))
    }

    /// An entry that no directory speaks of.
    pub(super) fn unknown(described: Described<'a>) -> Self {
        Self { described, mode: 0, offset: 0 }
    }

    pub(super) fn is_directory(&self) -> bool {
        self.described.name.ends_with(b"/") || self.mode & TYPE == TYPE_DIRECTORY
    }

    pub(super) fn kind(&self) -> EntryKind {
        match self.mode & TYPE {
            0 | TYPE_FILE | TYPE_DIRECTORY => EntryKind::File,
            TYPE_LINK => EntryKind::Link,
            _ => EntryKind::Other,
        }
    }

    pub(super) fn is_executable(&self) -> bool {
        self.mode & OWNER_RUNS != 0 && self.kind() == EntryKind::File
    }
}

/// What stands before the content.
pub(super) struct Local<'a> {
    pub(super) described: Described<'a>,
    /// Where the content begins.
    pub(super) end: usize,
}

impl<'a> Local<'a> {
    pub(super) fn parse(bytes: &'a [u8], at: usize) -> Option<Self> {
        let header = bytes.get(at..)?;
        if !header.starts_with(&LOCAL) {
            return None;
        }
        let [name, extra] = [u16_at(header, 26)?, u16_at(header, 28)?].map(usize::from);
        let (name, rest) = header.get(30..)?.split_at_checked(name)?;
        let (extra, rest) = rest.split_at_checked(extra)?;
        let sizes = [u32_at(header, 22)?, u32_at(header, 18)?, 0];
        let [unpacked, packed, _] = extra::large(sizes, extra).map(place);
        let described = Described {
            name,
            extra,
            flags: u16_at(header, 6)?,
            method: u16_at(header, 8)?,
            crc: Some(u32_at(header, 14)?),
            packed,
            unpacked: Some(unpacked),
        };
        Some(Self { described, end: bytes.len() - rest.len() })
    }
}
