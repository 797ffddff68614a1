//! Zip: stored and deflated entries, read by the central directory at the end, or, where that is
//! missing, by the headers before each entry.
//!
//! A zip says most things twice, and programs differ in which of the two they believe: so both are
//! read and compared, and the bytes that neither speaks of are counted.

mod directory;
mod extra;
mod header;
mod span;

use flate2::Crc;
use prowess_format::tree::EntryKind;

use crate::gather::{Found, Gather};
use crate::inflate::inflate;
use crate::limits::NAME_BYTES;
use crate::trouble::TroubleKind;
use directory::Directory;
use header::{Central, Described, LOCAL, Local};
use span::Span;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Stands in place of the method where AES is used.
const AES: u16 = 99;

/// Whether there is a central directory at the end of the bytes.
pub(crate) fn has_directory(bytes: &[u8]) -> bool {
    Directory::find(bytes).is_some_and(|directory| directory.start < directory.end)
}

pub(crate) fn read(bytes: &[u8], gather: &mut Gather<'_>) {
    match Directory::find(bytes) {
        Some(directory) => by_directory(bytes, &directory, gather),
        None => {
            gather.trouble(None, TroubleKind::Broken("there is no central directory"));
            by_local_headers(bytes, gather);
        }
    }
}

fn by_directory(bytes: &[u8], directory: &Directory, gather: &mut Gather<'_>) {
    if directory.is_ambiguous {
        gather.trouble(None, TroubleKind::Ambiguous);
    }
    let mut spans = Vec::new();
    // Packed bytes that may yet be read. Honest entries share none, so together they have no more than
    // the archive; dishonest ones could be unpacked ten thousand times to nothing.
    let mut packed_left = bytes.len();
    let (mut at, mut count) = (directory.start, 0);
    while at < directory.end {
        let Some((central, next)) = Central::parse(bytes, at) else {
            gather.trouble(None, TroubleKind::Broken("the central directory"));
            break;
        };
        if !gather.one_more() {
            // What follows is neither hidden nor overlapping: it is not known.
            return;
        }
        (at, count) = (next, count + 1);
        spans.extend(one(bytes, directory, &central, &mut packed_left, gather));
    }
    if at > directory.end {
        gather.trouble(None, TroubleKind::HeaderMismatch("the size of the central directory"));
    }
    if count != directory.count {
        gather.trouble(None, TroubleKind::HeaderMismatch("the number of entries"));
    }
    span::check(spans, directory, gather);
    if directory.is_cut {
        gather.trouble(None, TroubleKind::Broken("it ends inside of its comment"));
    } else if directory.trailing > 0 {
        gather.trouble(None, TroubleKind::TrailingData(directory.trailing));
    }
}

/// Reads one entry of the directory; says where in the archive it lies.
fn one<'a>(
    bytes: &[u8],
    directory: &Directory,
    central: &Central<'a>,
    packed_left: &mut usize,
    gather: &mut Gather<'_>,
) -> Option<Span<'a>> {
    let described = &central.described;
    let name = described.name;
    let begin = central.offset.saturating_add(directory.shift);
    let Some(local) = Local::parse(bytes, begin) else {
        gather.trouble(Some(name), TroubleKind::Broken("its header is not where it should be"));
        add(central, Vec::new(), false, gather);
        return None;
    };
    if let Some(what) = described.difference(&local.described).or(described.other_name()) {
        gather.trouble(Some(name), TroubleKind::HeaderMismatch(what));
    }
    let rest = bytes.get(local.end..).unwrap_or_default();
    let mut packed = rest.get(..described.packed).unwrap_or(rest);
    if packed.len() < described.packed {
        gather.trouble(Some(name), TroubleKind::Broken("the archive ends inside of it"));
    }
    let end = local.end + packed.len();
    let mut whole = packed.len() == described.packed;
    if packed.len() > *packed_left {
        (packed, whole) = (&[], false);
        gather.trouble(Some(name), TroubleKind::Overlap);
    }
    *packed_left -= packed.len();
    let (content, used) = unpack(described, packed, central.kind(), &mut whole, gather);
    if whole && used < packed.len() {
        gather.trouble(Some(name), TroubleKind::HeaderMismatch("the packed size"));
    }
    add(central, content, whole, gather);
    Some(Span { begin, end, name, has_descriptor: described.has_descriptor() })
}

/// The content of an entry and how many packed bytes it was; `whole` turns false where it ends early.
fn unpack(
    described: &Described<'_>,
    packed: &[u8],
    kind: EntryKind,
    whole: &mut bool,
    gather: &mut Gather<'_>,
) -> (Vec<u8>, usize) {
    let mut room = gather.budget.room();
    if kind == EntryKind::Link && NAME_BYTES < room.bytes {
        (room.bytes, room.otherwise) = (NAME_BYTES, TroubleKind::NameTooLong);
    }
    let mut content = Vec::new();
    let (used, trouble) = match described.method {
        _ if described.is_encrypted() => (0, Some(TroubleKind::Encrypted)),
        STORED => {
            let kept = packed.get(..room.bytes).unwrap_or(packed);
            content.extend_from_slice(kept);
            (kept.len(), (kept.len() < packed.len()).then_some(room.otherwise))
        }
        // A broken entry says so once: what is not there is not looked for.
        DEFLATED if packed.is_empty() && !*whole => (0, None),
        DEFLATED => {
            let end = inflate(packed, room, &mut content);
            (end.used, end.trouble)
        }
        method => (0, Some(TroubleKind::UnsupportedMethod(method))),
    };
    gather.budget.spend(content.len());
    if let Some(kind) = trouble {
        gather.trouble(Some(described.name), kind);
    }
    *whole &= trouble.is_none();
    if *whole && let Some(kind) = described.wrong_content(&content) {
        gather.trouble(Some(described.name), kind);
    }
    (content, used)
}

fn add(central: &Central<'_>, bytes: Vec<u8>, whole: bool, gather: &mut Gather<'_>) {
    let name = central.described.name;
    if central.is_directory() {
        if bytes.is_empty() {
            return gather.directory(name);
        }
        gather.trouble(Some(name), TroubleKind::Broken("a directory with content"));
    }
    let kind = central.kind();
    let link_target = (kind == EntryKind::Link).then(|| bytes.clone());
    let executable = central.is_executable();
    gather.member(Found { name, kind, executable, bytes, whole, link_target });
}

/// Reads entries from the beginning, each by the header before it, as far as they go: some programs
/// always do.
fn by_local_headers(bytes: &[u8], gather: &mut Gather<'_>) {
    let mut at = bytes.windows(4).take(8).position(|four| four == LOCAL).unwrap_or(0);
    while let Some(mut local) = Local::parse(bytes, at) {
        if !gather.one_more() {
            return;
        }
        let described = &mut local.described;
        let rest = bytes.get(local.end..).unwrap_or_default();
        let is_open = described.has_descriptor() && described.packed == 0;
        let mut whole = is_open || described.packed <= rest.len();
        if is_open && described.method != DEFLATED {
            gather.trouble(Some(described.name), TroubleKind::Broken("its size is not known"));
            return;
        }
        let packed = if is_open { rest } else { rest.get(..described.packed).unwrap_or(rest) };
        if is_open {
            described.accept_anything();
        }
        let (content, used) = unpack(described, packed, EntryKind::File, &mut whole, gather);
        at = local.end + if is_open { used } else { packed.len() };
        if local.described.has_descriptor() {
            at += span::descriptor(bytes, at);
        }
        let stop = !whole && is_open;
        add(&Central::unknown(local.described), content, whole, gather);
        if stop {
            return;
        }
    }
}

/// The checksum of a content.
fn checksum(content: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(content);
    crc.sum()
}
