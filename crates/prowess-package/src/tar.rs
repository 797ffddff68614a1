//! Tar: ustar, with the long names of GNU and the records of pax.

use prowess_format::tree::EntryKind;

use crate::gather::{Found, Gather};
use crate::little_endian::place;
use crate::trouble::TroubleKind;

/// Everything stands in blocks of this many bytes.
const BLOCK: usize = 512;

/// The mode bit with which the owner may run a file.
const OWNER_RUNS: u64 = 0o100;

const BROKEN_PAX_SIZE: TroubleKind = TroubleKind::Broken("a size in a pax header");

/// What the headers before an entry's own say about it.
#[derive(Default)]
struct Ahead<'a> {
    long_name: Option<&'a [u8]>,
    long_target: Option<&'a [u8]>,
    path: Option<&'a [u8]>,
    link_path: Option<&'a [u8]>,
    size: Option<u64>,
    is_sparse: bool,
}

/// Whether bytes begin with a header whose checksum is right.
pub(crate) fn is_header(bytes: &[u8]) -> bool {
    bytes.first_chunk().is_some_and(|block| Header(block).is_right() && block[0] != 0)
}

pub(crate) fn read(bytes: &[u8], gather: &mut Gather<'_>) {
    let mut at = 0;
    let mut ahead = Ahead::default();
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(block) = rest.first_chunk() else {
            gather.trouble(None, TroubleKind::Broken("the end of the tar is missing"));
            return;
        };
        if block.iter().all(|byte| *byte == 0) {
            let after = rest.iter().position(|byte| *byte != 0);
            if let Some(zeros) = after {
                gather.trouble(None, TroubleKind::TrailingData(rest.len() - zeros));
            }
            return;
        }
        let header = Header(block);
        if !header.is_right() {
            gather.trouble(None, TroubleKind::Broken("a header of the tar"));
            return;
        }
        // Headers that describe others cost time too.
        if !gather.one_more() {
            return;
        }
        let begin = at + BLOCK + header.more_blocks(rest) * BLOCK;
        let Some(own_size) = header.size() else {
            gather.trouble(None, TroubleKind::Broken("a size in the tar"));
            return;
        };
        let says = ahead.size.filter(|_| header.has_content() && !header.is_about_another());
        let size = place(if header.has_content() { says.unwrap_or(own_size) } else { 0 });
        let end = begin.saturating_add(size);
        let data = bytes.get(begin..end.min(bytes.len())).unwrap_or_default();
        let is_cut = data.len() < size;
        match header.kind() {
            b'x' => ahead.take_pax(data, gather),
            b'g' => check_global(data, gather),
            b'L' => ahead.long_name = Some(until_nul(data)),
            b'K' => ahead.long_target = Some(until_nul(data)),
            _ => entry(&header, &std::mem::take(&mut ahead), data, is_cut, gather),
        }
        if is_cut {
            gather.trouble(None, TroubleKind::Broken("the tar ends inside of an entry"));
            return;
        }
        at = end.checked_next_multiple_of(BLOCK).unwrap_or(usize::MAX);
    }
}

fn entry(
    header: &Header<'_>,
    ahead: &Ahead<'_>,
    data: &[u8],
    is_cut: bool,
    gather: &mut Gather<'_>,
) {
    let own = header.name();
    let name = ahead.path.or(ahead.long_name).unwrap_or(&own);
    let target = ahead.link_path.or(ahead.long_target).unwrap_or_else(|| header.target());
    if ahead.path.zip(ahead.long_name).is_some_and(|(pax, gnu)| pax != gnu) {
        gather.trouble(Some(name), TroubleKind::HeaderMismatch("the name"));
    }
    // Readers that believe another size go on at another place and see other entries.
    let size = if header.has_content() { ahead.size.or(header.size()) } else { Some(0) };
    if header.size() != size || ahead.size.is_some_and(|ahead| Some(ahead) != size) {
        gather.trouble(Some(name), TroubleKind::HeaderMismatch("the size"));
    }
    let executable = header.mode() & OWNER_RUNS != 0;
    let kind = header.kind();
    match kind {
        b'5' => return gather.directory(name),
        // The oldest tars have no letter for directories.
        0 | b'0' if name.ends_with(b"/") && data.is_empty() => return gather.directory(name),
        b'1' => return hard_link(name, target, gather),
        b'2' => {
            let found = Found {
                name,
                kind: EntryKind::Link,
                executable: false,
                bytes: Vec::new(),
                whole: true,
                link_target: Some(target.to_vec()),
            };
            return link(found, gather);
        }
        _ => {}
    }
    let is_device = matches!(kind, b'3' | b'4' | b'6');
    let is_known = matches!(kind, 0 | b'0' | b'7') && !ahead.is_sparse;
    if !is_known && !is_device {
        gather.trouble(Some(name), TroubleKind::UnsupportedMethod(kind.into()));
    }
    let room = gather.budget.room();
    let kept = data.get(..room.bytes).unwrap_or(data);
    if kept.len() < data.len() {
        gather.trouble(Some(name), room.otherwise);
    }
    gather.budget.spend(kept.len());
    gather.member(Found {
        name,
        kind: if is_device { EntryKind::Other } else { EntryKind::File },
        executable,
        bytes: kept.to_vec(),
        whole: kept.len() == data.len() && !is_cut && (is_known || is_device),
        link_target: None,
    });
}

/// The content of a symbolic link is its target, and paid as content is.
fn link(mut found: Found<'_>, gather: &mut Gather<'_>) {
    let target = found.link_target.clone().unwrap_or_default();
    let room = gather.budget.room();
    let most = room.bytes.min(crate::limits::NAME_BYTES);
    found.bytes = target.get(..most).unwrap_or(&target).to_vec();
    found.whole = found.bytes.len() == target.len();
    if target.len() > room.bytes {
        gather.trouble(Some(found.name), room.otherwise);
    }
    gather.budget.spend(found.bytes.len());
    gather.member(found);
}

/// A hard link is the file it names, which has to stand before it: any other is one of the machine on
/// which it is unpacked.
fn hard_link(name: &[u8], target: &[u8], gather: &mut Gather<'_>) {
    let room = gather.budget.room();
    let mut found = Found {
        name,
        kind: EntryKind::File,
        executable: false,
        bytes: Vec::new(),
        whole: false,
        link_target: Some(target.to_vec()),
    };
    let trouble = match gather.earlier(target) {
        None => Some(TroubleKind::LinkOut),
        Some(earlier) if earlier.kind == EntryKind::Link => {
            found.kind = EntryKind::Link;
            found.link_target = earlier.link_target.clone();
            return link(found, gather);
        }
        Some(earlier) => {
            let kept = earlier.bytes.get(..room.bytes).unwrap_or(&earlier.bytes);
            found.whole = earlier.whole && kept.len() == earlier.bytes.len();
            (found.kind, found.executable) = (earlier.kind, earlier.executable);
            found.bytes = kept.to_vec();
            (kept.len() < earlier.bytes.len()).then_some(room.otherwise)
        }
    };
    if let Some(kind) = trouble {
        gather.trouble(Some(name), kind);
    }
    gather.budget.spend(found.bytes.len());
    gather.member(found);
}

impl<'a> Ahead<'a> {
    fn take_pax(&mut self, data: &'a [u8], gather: &mut Gather<'_>) {
        for record in pax_records(data) {
            match record {
                Some((b"path", value)) => self.path = Some(value),
                Some((b"linkpath", value)) => self.link_path = Some(value),
                Some((b"size", value)) => match decimal(value) {
                    Some(size) => self.size = Some(size),
                    // Said once: a header can hold a million of them.
                    None => return gather.trouble(None, BROKEN_PAX_SIZE),
                },
                Some((key, _)) => self.is_sparse |= key.starts_with(b"GNU.sparse."),
                None => gather.trouble(None, TroubleKind::Broken("a pax header")),
            }
        }
    }
}

/// A header for all entries must not name one: some readers obey it, others do not.
fn check_global(data: &[u8], gather: &mut Gather<'_>) {
    let names = |key: &[u8]| matches!(key, b"path" | b"linkpath" | b"size");
    if pax_records(data).flatten().any(|(key, _)| names(key)) {
        gather.trouble(None, TroubleKind::Ambiguous);
    }
}

/// A key and its value.
type Record<'a> = (&'a [u8], &'a [u8]);

/// `LENGTH KEY=VALUE\n`, the length counting all of it; `None` for what is not so, and nothing after it.
fn pax_records(mut data: &[u8]) -> impl Iterator<Item = Option<Record<'_>>> {
    std::iter::from_fn(move || {
        if data.is_empty() {
            return None;
        }
        let record = pax_record(data);
        data = record.map_or(&[], |(_, rest)| rest);
        Some(record.map(|(record, _)| record))
    })
}

/// One record, and what comes after it.
fn pax_record(data: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let space = data.iter().take(20).position(|byte| *byte == b' ')?;
    let length = place(decimal(&data[..space])?);
    let (record, rest) = data.split_at_checked(length)?;
    let pair = record.get(space + 1..)?.strip_suffix(b"\n")?;
    let equals = pair.iter().position(|byte| *byte == b'=')?;
    Some(((&pair[..equals], &pair[equals + 1..]), rest))
}

fn decimal(digits: &[u8]) -> Option<u64> {
    str::from_utf8(digits).ok()?.parse().ok()
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// One block that describes what comes after it.
struct Header<'a>(&'a [u8; BLOCK]);

impl<'a> Header<'a> {
    fn field(&self, from: usize, length: usize) -> &'a [u8] {
        self.0.get(from..from + length).unwrap_or_default()
    }

    /// Whether the sum of all bytes is the one it says, with spaces in place of the sum itself. Some
    /// old writers added up signed bytes.
    fn is_right(&self) -> bool {
        let sum = self.0.iter().map(|byte| i64::from(*byte)).sum::<i64>();
        let signed = self.0.iter().map(|byte| i64::from(byte.cast_signed())).sum::<i64>();
        let own = self.field(148, 8).iter();
        let spaces = 8 * i64::from(b' ');
        let own_signed = own.clone().map(|byte| i64::from(byte.cast_signed())).sum::<i64>();
        let own = own.map(|byte| i64::from(*byte)).sum::<i64>();
        let says = octal(self.field(148, 8)).and_then(|says| i64::try_from(says).ok());
        says == Some(sum - own + spaces) || says == Some(signed - own_signed + spaces)
    }

    fn kind(&self) -> u8 {
        self.0[156]
    }

    fn is_about_another(&self) -> bool {
        matches!(self.kind(), b'x' | b'g' | b'L' | b'K')
    }

    /// Links, devices and directories have none, whatever their size says.
    fn has_content(&self) -> bool {
        !matches!(self.kind(), b'1'..=b'6')
    }

    fn mode(&self) -> u64 {
        number(self.field(100, 8)).unwrap_or(0)
    }

    fn size(&self) -> Option<u64> {
        number(self.field(124, 12))
    }

    fn target(&self) -> &'a [u8] {
        until_nul(self.field(157, 100))
    }

    fn name(&self) -> Vec<u8> {
        let name = until_nul(self.field(0, 100));
        // GNU writes other things into the place of the prefix.
        let prefix = match self.field(257, 6) == b"ustar\0" {
            true => until_nul(self.field(345, 155)),
            false => b"",
        };
        match prefix {
            b"" => name.to_vec(),
            _ => [prefix, name].join(&b'/'),
        }
    }

    /// Blocks with the rest of the map of a sparse file of GNU, between the header and the content.
    fn more_blocks(&self, header_on: &[u8]) -> usize {
        if self.kind() != b'S' || self.0[482] == 0 {
            return 0;
        }
        let more = header_on.chunks(BLOCK).skip(1);
        1 + more.take_while(|block| block.get(504).is_some_and(|more| *more != 0)).count()
    }
}

/// Octal digits, or for what is too large, the bits themselves after a first one that says so.
fn number(field: &[u8]) -> Option<u64> {
    match field {
        [first, rest @ ..] if first & 0x80 != 0 => {
            let bytes = std::iter::once(first & 0x7f).chain(rest.iter().copied());
            Some(bytes.fold(0u64, |sum, byte| sum.saturating_mul(256).saturating_add(byte.into())))
        }
        _ => octal(field),
    }
}

/// Octal digits between spaces and up to a NUL; none of them are 0.
fn octal(field: &[u8]) -> Option<u64> {
    match str::from_utf8(until_nul(field)).ok()?.trim_matches(' ') {
        "" => Some(0),
        digits => u64::from_str_radix(digits, 8).ok(),
    }
}
