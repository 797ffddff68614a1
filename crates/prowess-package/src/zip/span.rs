//! Where the entries lie: none over another, and nothing between them.

use super::directory::Directory;
use crate::gather::Gather;
use crate::trouble::TroubleKind;

/// The bytes of one entry: its header and its content.
pub(super) struct Span<'a> {
    pub(super) begin: usize,
    pub(super) end: usize,
    pub(super) name: &'a [u8],
    /// Whether sizes and checksum follow the content.
    pub(super) has_descriptor: bool,
}

/// The lengths of what follows a content: a checksum and two sizes, of 4 or 8 bytes, after a mark or not.
const DESCRIPTORS: [usize; 4] = [12, 16, 20, 24];

/// The length of the descriptor at a place, by what comes after it; 0 where that cannot be told.
pub(super) fn descriptor(bytes: &[u8], at: usize) -> usize {
    let is_mark = |length: &usize| {
        let next = bytes.get(at + length..).unwrap_or_default();
        next.starts_with(b"PK\x03\x04") || next.starts_with(b"PK\x01\x02")
    };
    DESCRIPTORS.into_iter().find(is_mark).unwrap_or(0)
}

pub(super) fn check(mut spans: Vec<Span<'_>>, directory: &Directory, gather: &mut Gather<'_>) {
    spans.sort_by_key(|span| (span.begin, span.end));
    let begin = spans.first().map_or(directory.start, |span| span.begin);
    if begin > 0 {
        gather.trouble(None, TroubleKind::PrefixData(begin));
    }
    let (mut end, mut has_descriptor, mut hidden) = (begin, false, directory.gap);
    let directory_begin = Span { begin: directory.start, end: 0, name: b"", has_descriptor: false };
    for span in spans.iter().chain([&directory_begin]) {
        let gap = span.begin.saturating_sub(end);
        if !(has_descriptor && DESCRIPTORS.contains(&gap)) {
            hidden += gap;
        }
        if span.begin < end {
            let entry = (!span.name.is_empty()).then_some(span.name);
            gather.trouble(entry, TroubleKind::Overlap);
        }
        if span.end >= end {
            (end, has_descriptor) = (span.end, span.has_descriptor);
        }
    }
    if hidden > 0 {
        gather.trouble(None, TroubleKind::HiddenData(hidden));
    }
}
