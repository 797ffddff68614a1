//! What can be wrong with an archive.

use std::fmt;

use crate::sniff::Format;

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The name of the entry as it is written, cut at [`NAME_BYTES`](crate::limits::NAME_BYTES);
    /// `None` where it is the archive as a whole.
    pub entry: Option<Vec<u8>>,
    /// What.
    pub kind: TroubleKind,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TroubleKind {
    /// There are more entries than the budget has; the rest was not looked at.
    TooManyEntries,
    /// The budget's bytes are used up; the content of this entry ends there.
    TooManyBytes,
    /// The content is larger than an entry may be and ends there.
    EntryTooLarge,
    /// More comes out of the packed bytes than of honest ones; the content ends there.
    Ratio,
    /// An archive inside of too many others; it was not opened.
    TooDeep,
    /// The name or the link's target is longer than a path can be.
    NameTooLong,
    /// The content cannot be seen without a password.
    Encrypted,
    /// The content is kept in a way that is not understood: zip's number of the method, or the letter
    /// of tar's type.
    UnsupportedMethod(u16),
    /// The format is known and cannot be opened.
    Unsupported(Format),
    /// The bytes are no archive that is known.
    NotAnArchive,
    /// The name is absolute, climbs, has a NUL or is empty, here or on Windows.
    UnsafePath,
    /// There is an earlier entry at the same path.
    Duplicate,
    /// There is an earlier entry whose path differs only by case, width or what cannot be seen.
    CaseFoldDuplicate,
    /// It lies below an entry that is a file or a link: whoever unpacks it writes through that.
    BelowFile,
    /// A link that leads out of the archive, or may do so by way of another link.
    LinkOut,
    /// A device, pipe or socket.
    Device,
    /// The bytes are not what the format asks for.
    Broken(&'static str),
    /// So many bytes after the end.
    TrailingData(usize),
    /// So many bytes before the beginning: the file is also something else.
    PrefixData(usize),
    /// So many bytes between the entries that belong to none.
    HiddenData(usize),
    /// It shares bytes with another entry.
    Overlap,
    /// Two places of the archive say different things about this.
    HeaderMismatch(&'static str),
    /// It can be read as two archives with different contents.
    Ambiguous,
}

impl fmt::Display for Trouble {
    /// A sentence without its full stop. The name is escaped: it is whatever the archive says.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.entry {
            Some(name) => write!(out, "`{}` {}", name.escape_ascii(), self.kind),
            None => write!(out, "the archive {}", self.kind),
        }
    }
}

impl TroubleKind {
    /// Whether something of the archive could not be looked at.
    pub fn hides_content(self) -> bool {
        matches!(
            self,
            Self::TooManyEntries
                | Self::TooManyBytes
                | Self::EntryTooLarge
                | Self::Ratio
                | Self::TooDeep
                | Self::Encrypted
                | Self::UnsupportedMethod(_)
                | Self::Unsupported(_)
                | Self::Broken(_)
        )
    }
}

impl fmt::Display for TroubleKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::TooManyEntries => "has more entries than are read",
            Self::TooManyBytes => "unpacks to more bytes than are read in total",
            Self::EntryTooLarge => "unpacks to more bytes than are read of one entry",
            Self::Ratio => "unpacks to far more bytes than honest content does",
            Self::TooDeep => "lies inside of too many other archives",
            Self::NameTooLong => "has a name or a target longer than a path can be",
            Self::Encrypted => "is encrypted",
            Self::NotAnArchive => "is none of a known format",
            Self::UnsafePath => "has a name that leads out of the directory it is unpacked to",
            Self::Duplicate => "is there twice",
            Self::CaseFoldDuplicate => "looks like the name of an earlier entry",
            Self::BelowFile => "lies below an entry that is no directory",
            Self::LinkOut => "is a link that may lead out of the archive",
            Self::Device => "is a device, pipe or socket",
            Self::Overlap => "shares bytes with another entry",
            Self::Ambiguous => "can be read as two archives",
            Self::Broken(what) => return write!(out, "is broken: {what}"),
            Self::HeaderMismatch(what) => {
                return write!(out, "is described twice, differently: {what}");
            }
            Self::UnsupportedMethod(number) => {
                return write!(out, "is kept in a way that cannot be read ({number})");
            }
            Self::Unsupported(format) => return write!(out, "is {format}, which cannot be opened"),
            Self::TrailingData(bytes) => return write!(out, "is followed by {bytes} other bytes"),
            Self::PrefixData(bytes) => return write!(out, "begins after {bytes} other bytes"),
            Self::HiddenData(bytes) => {
                return write!(out, "has {bytes} bytes that belong to no entry");
            }
        };
        out.write_str(text)
    }
}
