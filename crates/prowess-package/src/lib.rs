//! Archives of skills, read within limits.
//!
//! Everything here is a pure function of bytes and a [`Budget`]: nothing is unpacked to a disk, and
//! hostile bytes are never an `Err` and never a panic. What can be read is in [`Contents::entries`],
//! what is wrong in [`Contents::troubles`].
//!
//! ```text
//! bytes ──sniff──▶ Format ──zip · tar · gzip──▶ Contents { entries, troubles } ──▶ ArchiveTree
//!                                │                 (names judged in gather.rs)
//!                             Budget: what is left, over all archives inside of archives
//! ```
//!
//! Headers are claims. Streams are cut while they are unpacked, the numbers in the headers are only
//! compared with what came out, and each difference is a [`Trouble`]: where two programs would see
//! different contents, one of them can be deceived.
//!
//! An archive inside an archive is a member whose bytes [`sniff()`] knows. It is read with what is left
//! of the same budget:
//!
//! ```
//! # use prowess_package::{Budget, Contents, read, sniff};
//! fn count(bytes: &[u8], budget: &mut Budget) -> usize {
//!     let inside = read(bytes, budget).entries;
//!     let archives = inside.iter().filter(|member| sniff(&member.bytes).is_some());
//!     archives.map(|one| budget.nested(|budget| count(&one.bytes, budget))).sum::<usize>() + inside.len()
//! }
//! # assert_eq!(count(b"no archive", &mut Budget::default()), 0);
//! ```

mod budget;
mod contents;
mod gather;
mod gzip;
mod inflate;
pub mod limits;
mod little_endian;
mod path;
mod sniff;
mod tar;
mod tree;
mod trouble;
mod zip;

pub use budget::Budget;
pub use contents::{Contents, Member};
pub use sniff::{Format, sniff};
pub use tree::ArchiveTree;
pub use trouble::{Trouble, TroubleKind};

use gather::Gather;

/// Reads all entries of an archive in their order, within what is left of a budget. There is always
/// an answer: what could not be read, and why, is in [`Contents::troubles`].
pub fn read(bytes: &[u8], budget: &mut Budget) -> Contents {
    let format = sniff(bytes);
    let mut gather = Gather::new(format, budget);
    match format {
        None => gather.trouble(None, TroubleKind::NotAnArchive),
        Some(_) if gather.budget.depth == 0 => gather.trouble(None, TroubleKind::TooDeep),
        Some(Format::Zip) => zip::read(bytes, &mut gather),
        Some(Format::Tar) => tar::read(bytes, &mut gather),
        Some(Format::Gzip | Format::TarGz) => gzip::read(bytes, &mut gather),
        Some(format) => gather.trouble(None, TroubleKind::Unsupported(format)),
    }
    gather.finish()
}
