//! Every limit of the engine, named. Each one that is hit is reported.

/// Bytes of a `SKILL.md` that a listing reads at first; nearly every frontmatter fits.
pub const HEAD_BYTES: usize = 4 * 1024;

/// Entries (files, links, directories) of one skill's tree.
pub const TREE_ENTRIES: usize = 20_000;

/// Depth of one skill's tree.
pub const TREE_DEPTH: usize = 32;

/// Entries of all directories of one root that discovery looks at.
pub const DISCOVER_ENTRIES: usize = 2_000_000;

/// Directories of one root that discovery enters.
pub const DISCOVER_DIRECTORIES: usize = 500_000;
