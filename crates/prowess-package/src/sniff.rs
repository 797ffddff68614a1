//! What bytes are, by their magic numbers: the name of a file says what somebody wants it to be.

use std::fmt;

use crate::{tar, zip};

/// A format of archives or of packed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Zip, and all that is one: `.skill`, office documents, `.jar`, `.epub`, self-extracting programs.
    Zip,
    /// Tar: ustar, GNU, pax and the oldest.
    Tar,
    /// One file, packed by gzip.
    Gzip,
    /// A tar, packed by gzip. Only reading tells it from [`Format::Gzip`]: [`sniff`] never says it.
    TarGz,
    /// Zstandard, not opened.
    Zstd,
    /// bzip2, not opened.
    Bzip2,
    /// xz, not opened.
    Xz,
    /// LZ4 frames, not opened.
    Lz4,
    /// lzip, not opened.
    Lzip,
    /// The compress of old Unix (`.Z`), not opened.
    Compress,
    /// 7-Zip, not opened.
    SevenZ,
    /// RAR, not opened.
    Rar,
    /// A Microsoft cabinet, not opened.
    Cabinet,
    /// ar, of static libraries and Debian packages, not opened.
    Ar,
    /// cpio, not opened.
    Cpio,
    /// xar, of macOS installers, not opened.
    Xar,
}

impl Format {
    /// Whether [`read`](crate::read()) can look inside.
    pub fn can_be_opened(self) -> bool {
        matches!(self, Self::Zip | Self::Tar | Self::Gzip | Self::TarGz)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Zip => "zip",
            Self::Tar => "tar",
            Self::Gzip => "gzip",
            Self::TarGz => "tar.gz",
            Self::Zstd => "zstd",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Lz4 => "lz4",
            Self::Lzip => "lzip",
            Self::Compress => "compress",
            Self::SevenZ => "7z",
            Self::Rar => "rar",
            Self::Cabinet => "cab",
            Self::Ar => "ar",
            Self::Cpio => "cpio",
            Self::Xar => "xar",
        })
    }
}

/// Magic numbers at the beginning, none of which text begins with.
const MAGIC: &[(&[u8], Format)] = &[
    (b"PK\x03\x04", Format::Zip),
    (b"PK\x05\x06", Format::Zip),
    // The first part of a divided archive that turned out not to be divided.
    (b"PK\x07\x08PK\x03\x04", Format::Zip),
    (b"PK00PK\x03\x04", Format::Zip),
    (b"\x1f\x8b\x08", Format::Gzip),
    (b"\x28\xb5\x2f\xfd", Format::Zstd),
    (b"\xfd7zXZ\0", Format::Xz),
    (b"\x04\x22\x4d\x18", Format::Lz4),
    (b"LZIP\x01", Format::Lzip),
    (b"7z\xbc\xaf\x27\x1c", Format::SevenZ),
    (b"Rar!\x1a\x07", Format::Rar),
    (b"MSCF\0\0\0\0", Format::Cabinet),
    (b"!<arch>\n", Format::Ar),
    (b"xar!\0\x1c", Format::Xar),
];

/// What follows `BZh` and a digit: the mark of a block, or of the end.
const BZIP2: [&[u8]; 2] = [b"\x31\x41\x59\x26\x53\x59", b"\x17\x72\x45\x38\x50\x90"];

/// What the bytes are; `None` where they are no archive that is known.
///
/// A zip is also known by its end: programs find it there, whatever stands before it.
pub fn sniff(bytes: &[u8]) -> Option<Format> {
    if let Some((_, format)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Some(*format);
    }
    match bytes {
        [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..]
            if BZIP2.iter().any(|mark| rest.starts_with(mark)) =>
        {
            Some(Format::Bzip2)
        }
        // Between 9 and 16 bits a code.
        [0x1f, 0x9d, flags, ..] if (9..=16).contains(&(flags & 0x1f)) => Some(Format::Compress),
        // A frame of Zstandard that says nothing may stand before the first one that does.
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Format::Zstd),
        [b'0', b'7', b'0', b'7', b'0', ..] if is_cpio(bytes) => Some(Format::Cpio),
        _ if tar::is_header(bytes) => Some(Format::Tar),
        _ if zip::has_directory(bytes) => Some(Format::Zip),
        _ => None,
    }
}

/// A header of cpio is a row of digits, as a text can begin with: all of them have to be there.
fn is_cpio(bytes: &[u8]) -> bool {
    let digits = |length: usize| {
        bytes.get(..length).is_some_and(|header| header.iter().all(u8::is_ascii_hexdigit))
    };
    match bytes.get(5) {
        Some(b'1' | b'2') => digits(110),
        Some(b'7') => digits(76),
        _ => false,
    }
}
