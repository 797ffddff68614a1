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

/// Bytes of one file that is read by its `skill://` address.
pub const RESOURCE_BYTES: usize = 16 * 1024 * 1024;

/// Entries of one directory that is listed by its `skill://` address.
pub const RESOURCE_ENTRIES: usize = 10_000;

/// How far above the working directory an `AGENTS.md` may be.
pub const CONTEXT_DEPTH: usize = 20;
