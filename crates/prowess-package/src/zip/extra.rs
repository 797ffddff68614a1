//! The extra fields of an entry: numbers that do not fit their places, and a second name.

use crate::little_endian::{u16_at, u64_at};

/// The field with what is too large for 32 bits.
const LARGE: u16 = 0x0001;
/// The field with the name in UTF-8.
const UNICODE_NAME: u16 = 0x7075;

/// Says that the number stands in the extra field.
pub(super) const ELSEWHERE: u32 = u32::MAX;

/// The content of the first field of a kind.
fn field(mut extra: &[u8], kind: u16) -> Option<&[u8]> {
    while let (Some(this), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
        let (content, rest) = extra.get(4..)?.split_at_checked(length.into())?;
        if this == kind {
            return Some(content);
        }
        extra = rest;
    }
    None
}

/// Size, packed size and offset, each from the extra field where it says so.
pub(super) fn large(numbers: [u32; 3], extra: &[u8]) -> [u64; 3] {
    let content = field(extra, LARGE).unwrap_or_default();
    let mut at = 0;
    numbers.map(|number| match number {
        ELSEWHERE => {
            let large = u64_at(content, at);
            at += 8;
            large.unwrap_or(number.into())
        }
        _ => number.into(),
    })
}

/// The name in UTF-8, after a version and a checksum of the other name.
pub(super) fn unicode_name(extra: &[u8]) -> Option<&[u8]> {
    field(extra, UNICODE_NAME)?.get(5..)
}
