//! Where the central directory is: it is found from the end of the file.

use super::extra::ELSEWHERE;
use super::header::CENTRAL;
use crate::little_endian::{place, u16_at, u32_at, u64_at};

const END: &[u8] = b"PK\x05\x06";
const LARGE_END: &[u8] = b"PK\x06\x06";
const LARGE_LOCATOR: &[u8] = b"PK\x06\x07";

/// Bytes of the record at the end, without the comment after it.
const END_BYTES: usize = 22;
const LARGE_END_BYTES: usize = 56;
const LARGE_LOCATOR_BYTES: usize = 20;

/// The central directory.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Directory {
    /// Where it begins in the file.
    pub(super) start: usize,
    /// Where it ends in the file.
    pub(super) end: usize,
    /// What is added to the places it names, as the archive does not begin where the file does.
    pub(super) shift: usize,
    /// Bytes between it and the record at the end.
    pub(super) gap: usize,
    /// How many entries the record at the end promises.
    pub(super) count: usize,
    /// Bytes after the record at the end and its comment.
    pub(super) trailing: usize,
    /// Whether the comment would end after the file.
    pub(super) is_cut: bool,
    /// Whether another program could find another directory.
    pub(super) is_ambiguous: bool,
}

impl Directory {
    /// The last record at the end that leads to a directory.
    ///
    /// Programs differ in which one they take: the last one, or the one whose comment ends with the
    /// file. Where these are two, the archive has two contents.
    pub(super) fn find(bytes: &[u8]) -> Option<Self> {
        let first = bytes.len().saturating_sub(END_BYTES + usize::from(u16::MAX));
        let tail = bytes.get(first..)?;
        let places = tail.windows(END.len()).enumerate().rev();
        let mut found = places
            .filter(|(_, four)| *four == END)
            .filter_map(|(at, _)| Self::at(bytes, first + at));
        let mut last = found.next()?;
        last.is_ambiguous = found.any(|other| other.start != last.start && other.trailing == 0);
        Some(last)
    }

    /// The directory to which the record at a place leads.
    fn at(bytes: &[u8], at: usize) -> Option<Self> {
        let end = bytes.get(at..)?;
        let comment = usize::from(u16_at(end, 20)?);
        let trailing = end.len().checked_sub(END_BYTES)?.saturating_sub(comment);
        let [mut count, mut size, mut offset] =
            [u16_at(end, 10)?.into(), u32_at(end, 12)?.into(), u32_at(end, 16)?.into()];
        let mut directory_end = at;
        let is_large = count == u64::from(u16::MAX) || [size, offset].contains(&ELSEWHERE.into());
        if is_large && let Some((large_at, large)) = large_end(bytes, at) {
            directory_end = large_at;
            [count, size, offset] = large;
        }
        let [count, size, offset] = [count, size, offset].map(place);
        let is_directory = |start: usize| match size {
            0 => count == 0,
            _ => bytes.get(start..).is_some_and(|rest| rest.starts_with(&CENTRAL)),
        };
        let directory = |start: usize, shift| Self {
            start,
            end: start + size,
            shift,
            gap: directory_end - start - size,
            count,
            trailing,
            is_cut: end.len() < END_BYTES + comment,
            is_ambiguous: false,
        };
        // It ends where the record begins, wherever in the file the archive is; or it is where the record
        // says, with something between the two.
        let before = directory_end.checked_sub(size).filter(|start| is_directory(*start));
        match before.and_then(|start| Some((start, start.checked_sub(offset)?))) {
            Some((start, shift)) => Some(directory(start, shift)),
            None if offset.checked_add(size)? <= directory_end && is_directory(offset) => {
                Some(directory(offset, 0))
            }
            None => None,
        }
    }
}

/// Where the record of a large archive is, and the count, size and offset in it.
fn large_end(bytes: &[u8], end: usize) -> Option<(usize, [u64; 3])> {
    let locator_at = end.checked_sub(LARGE_LOCATOR_BYTES)?;
    let locator = bytes.get(locator_at..).filter(|rest| rest.starts_with(LARGE_LOCATOR))?;
    let said = place(u64_at(locator, 8)?);
    // Where the file begins with something else, the place that is named is not where it is.
    let places = [said, locator_at.checked_sub(LARGE_END_BYTES)?];
    let is_record = |at: &usize| bytes.get(*at..).is_some_and(|rest| rest.starts_with(LARGE_END));
    let at = places.into_iter().find(is_record)?;
    let record = bytes.get(at..)?;
    Some((at, [u64_at(record, 32)?, u64_at(record, 40)?, u64_at(record, 48)?]))
}
