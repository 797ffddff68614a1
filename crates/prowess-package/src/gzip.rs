//! Gzip: one file, or a tar.

use flate2::Crc;
use prowess_format::tree::EntryKind;

use crate::gather::{Found, Gather};
use crate::inflate::inflate;
use crate::little_endian::{u16_at, u32_at};
use crate::sniff::{Format, sniff};
use crate::tar;
use crate::trouble::TroubleKind;

/// Bytes by which a tar is known.
const PEEK: usize = 512;

/// The bytes after the packed ones: a checksum and a length.
const TRAILER: usize = 8;

pub(crate) fn read(bytes: &[u8], gather: &mut Gather<'_>) {
    let Some(header) = Header::parse(bytes) else {
        gather.trouble(None, TroubleKind::Broken("the header of the gzip"));
        return;
    };
    let is_tar = is_tar(bytes, &header, gather);
    if is_tar {
        gather.is_rather(Format::TarGz);
    }
    let (content, whole) = unpack(bytes, &header, is_tar, gather);
    let left = gather.budget.bytes;
    gather.budget.spend(content.len());
    if !is_tar {
        add(&header, content, whole, gather);
        return;
    }
    // What the tar takes out of the stream is part of it and not paid twice; but whichever is more is
    // paid: the stream may hold what belongs to no entry, and a hard link copies.
    let stream = gather.budget.bytes;
    gather.budget.bytes = left;
    tar::read(&content, gather);
    gather.budget.bytes = gather.budget.bytes.min(stream);
}

fn add(header: &Header<'_>, bytes: Vec<u8>, whole: bool, gather: &mut Gather<'_>) {
    match header.name {
        _ if !gather.one_more() => {}
        None => gather.nameless(bytes, whole),
        Some(name) => gather.member(Found {
            name,
            kind: EntryKind::File,
            executable: false,
            bytes,
            whole,
            link_target: None,
        }),
    }
}

/// Whether a tar is what unpacking begins with.
fn is_tar(bytes: &[u8], header: &Header<'_>, gather: &Gather<'_>) -> bool {
    let mut room = gather.budget.room_of_all();
    room.bytes = room.bytes.min(PEEK);
    let mut begin = Vec::new();
    inflate(bytes.get(header.length..).unwrap_or_default(), room, &mut begin);
    sniff(&begin) == Some(Format::Tar)
}

/// All parts one after the other, as gzip does, and whether that is all of it.
fn unpack(
    bytes: &[u8],
    first: &Header<'_>,
    is_tar: bool,
    gather: &mut Gather<'_>,
) -> (Vec<u8>, bool) {
    let room = if is_tar { gather.budget.room_of_all() } else { gather.budget.room() };
    let name = first.name;
    let mut content = Vec::new();
    let mut rest = bytes;
    let mut header = Some(first.clone());
    loop {
        let Some(Header { length, .. }) = header else {
            // Tapes are filled up with zeros.
            if rest.iter().any(|byte| *byte != 0) {
                gather.trouble(None, TroubleKind::TrailingData(rest.len()));
            }
            return (content, true);
        };
        let packed = rest.get(length..).unwrap_or_default();
        let begin = content.len();
        let end = inflate(packed, room, &mut content);
        let packed = packed.get(end.used..).unwrap_or_default();
        let part = content.get(begin..).unwrap_or_default();
        if let Some(kind) = end.trouble.or_else(|| wrong_trailer(packed, part)) {
            gather.trouble(name, kind);
            return (content, false);
        }
        rest = packed.get(TRAILER..).unwrap_or_default();
        header = Header::parse(rest);
        // A million parts of nothing cost time as entries do.
        if header.is_some() && !gather.one_more() {
            return (content, false);
        }
    }
}

fn wrong_trailer(trailer: &[u8], part: &[u8]) -> Option<TroubleKind> {
    let (Some(sum), Some(length)) = (u32_at(trailer, 0), u32_at(trailer, 4)) else {
        return Some(TroubleKind::Broken("the checksum of the gzip is not there"));
    };
    let mut crc = Crc::new();
    crc.update(part);
    // The length is written modulo 2^32.
    match crc.sum() == sum && part.len() & 0xffff_ffff == length as usize {
        true => None,
        false => Some(TroubleKind::Broken("the checksum or length does not match the content")),
    }
}

/// What stands before the packed bytes.
#[derive(Clone)]
struct Header<'a> {
    name: Option<&'a [u8]>,
    length: usize,
}

impl<'a> Header<'a> {
    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let flags = *bytes.strip_prefix(b"\x1f\x8b\x08")?.first()?;
        let [has_sum, has_extra, has_name, has_comment] = [2, 4, 8, 16].map(|bit| flags & bit != 0);
        let mut length = 10;
        if has_extra {
            length += 2 + usize::from(u16_at(bytes, length)?);
        }
        let mut text = || {
            let rest = bytes.get(length..)?;
            let end = rest.iter().position(|byte| *byte == 0)?;
            length += end + 1;
            Some(&rest[..end])
        };
        let name = if has_name { Some(text()?) } else { None };
        if has_comment {
            text()?;
        }
        length += if has_sum { 2 } else { 0 };
        let name = name.filter(|name| !name.is_empty());
        (length <= bytes.len()).then_some(Self { name, length })
    }
}
