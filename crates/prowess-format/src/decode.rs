//! Bytes to text. Every deviation from plain UTF-8 is noted; nothing is refused.

use std::borrow::Cow;

use crate::diagnostic::{Remark, Report, Span};

crate::code! {
    /// The file is not valid UTF-8.
    ///
    /// Bytes that are no UTF-8 are shown as U+FFFD. UTF-16 files with a byte order mark are decoded.
    /// Agents differ: some refuse such a file, others show garbage. Save the file as UTF-8.
    NOT_UTF8 = "not-utf8", Warning, "the file is not UTF-8 ({encoding})", "save the file as UTF-8";

    /// The file holds NUL bytes.
    ///
    /// Many programs end a text at the first NUL. They are left out when the skill is read.
    NUL_BYTES = "nul-bytes", Warning, "the file holds {count} NUL bytes, which are left out", "remove them: some agents stop reading there";
}

/// The text of a file, and what had to be done to get it.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    encoding: Option<&'static str>,
    nul_bytes: usize,
}

impl Decoded<'_> {
    /// Whether the text is the file's bytes, so that byte offsets can be used to edit it.
    pub(crate) fn is_exact(&self) -> bool {
        self.encoding.is_none() && self.nul_bytes == 0
    }

    pub(crate) fn report(&self, report: &mut Report<'_>) {
        if let Some(encoding) = self.encoding {
            let at = self.text.find('\u{fffd}').unwrap_or(0);
            report.add(&NOT_UTF8, &[("encoding", encoding)], Remark::at(Span::new(at, at)));
        }
        if self.nul_bytes > 0 {
            let count = self.nul_bytes.to_string();
            report.add(&NUL_BYTES, &[("count", &count)], Remark::whole());
        }
    }
}

/// Reports what follows the part of a file that was decoded, where it is no UTF-8; its last character
/// may be cut.
pub(crate) fn report_rest(rest: &[u8], report: &mut Report<'_>) {
    if let Err(error) = std::str::from_utf8(rest)
        && error.error_len().is_some()
    {
        report.add(&NOT_UTF8, &[("encoding", "bytes that are no characters")], Remark::whole());
    }
}

/// What to do with NUL bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nul {
    Keep,
    LeaveOut,
}

/// Whether the bytes may end in the middle of a character, because more of the file follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    No,
    Maybe,
}

/// Decodes a file.
pub(crate) fn decode(bytes: &[u8], nul: Nul, cut: Cut) -> Decoded<'_> {
    let (text, encoding) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), None),
        Err(error) if cut == Cut::Maybe && error.error_len().is_none() => {
            (String::from_utf8_lossy(&bytes[..error.valid_up_to()]), None)
        }
        Err(_) => match utf16(bytes) {
            Some(text) => (Cow::Owned(text), Some("UTF-16")),
            None => (String::from_utf8_lossy(bytes), Some("bytes that are no characters")),
        },
    };
    let mut decoded = Decoded { text, encoding, nul_bytes: 0 };
    if nul == Nul::LeaveOut && memchr::memchr(0, decoded.text.as_bytes()).is_some() {
        decoded.nul_bytes = memchr::memchr_iter(0, decoded.text.as_bytes()).count();
        decoded.text = Cow::Owned(decoded.text.replace('\0', ""));
    }
    decoded
}

fn utf16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units = bytes[2..].as_chunks::<2>().0.iter().map(|&pair| unit(pair));
    Some(
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect(),
    )
}
