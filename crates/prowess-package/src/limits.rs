//! Every limit of this crate, named. Each one that is hit leaves a trouble. A [`Budget`] begins with
//! those that can be spent.
//!
//! [`Budget`]: crate::Budget

/// Entries of an archive and of all archives inside it, directories too.
pub const ENTRIES: usize = 10_000;

/// Bytes unpacked from an archive and from all archives inside it.
pub const UNPACKED_BYTES: usize = 256 * 1024 * 1024;

/// Bytes unpacked from one entry.
pub const ENTRY_BYTES: usize = 64 * 1024 * 1024;

/// Bytes that may come out of one packed byte. Text packs at 3:1 to 20:1; Deflate ends at 1032:1.
pub const RATIO: usize = 200;

/// Bytes that an entry may unpack to before its ratio is looked at: a small file of zeros is no bomb.
pub const RATIO_FROM: usize = 1024 * 1024;

/// Archives inside of archives, the outermost counted.
pub const DEPTH: usize = 5;

/// Bytes of a name or of a link's target: as long as a path can be on Linux.
pub const NAME_BYTES: usize = 4096;
