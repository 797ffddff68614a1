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

/// Entries of all directories that discovery looks at in a root outside a project that only the project
/// names, while it is not trusted.
pub const NARROW_ENTRIES: usize = 10_000;

/// Directories of such a root that discovery enters.
pub const NARROW_DIRECTORIES: usize = 1_000;

/// Bytes of one file that is read by its `skill://` address.
pub const RESOURCE_BYTES: usize = 16 * 1024 * 1024;

/// Entries of one directory that is listed by its `skill://` address.
pub const RESOURCE_ENTRIES: usize = 10_000;

/// Bytes of one skill that are hashed; a larger one is scanned anew each time.
pub const HASHED_BYTES: u64 = 256 * 1024 * 1024;

/// Bytes of an archive that is scanned.
pub const ARCHIVE_BYTES: usize = 64 * 1024 * 1024;

/// How far above the working directory an `AGENTS.md` may be.
pub const CONTEXT_DEPTH: usize = 20;

/// Bytes of a settings file of ours, the user's or a project's.
pub const SETTINGS_BYTES: usize = 1024 * 1024;

/// Bytes of a settings file of an agent. Some keep their history beside their settings.
pub const AGENT_SETTINGS_BYTES: usize = 4 * 1024 * 1024;

/// How deep values of an agent's settings file may be nested.
pub const AGENT_SETTINGS_DEPTH: usize = 64;

/// Bytes of the file in which an agent keeps which plugins are installed.
pub const PLUGINS_BYTES: usize = 4 * 1024 * 1024;

/// Bytes of a profile of the user's own.
pub const PROFILE_BYTES: usize = 1024 * 1024;

/// How many profiles may build on each other.
pub const PROFILE_BASES: usize = 8;

/// Bytes of one file that remembers something between runs.
pub const STATE_BYTES: usize = 16 * 1024 * 1024;

/// Bytes of the file beside a skill that keeps it for some products. One that is larger says nothing,
/// as one that makes no sense does.
pub const SIDECAR_BYTES: usize = 64 * 1024;

/// Bytes of files that are kept for several catalogs; what is beyond is read again for each.
pub const KEPT_BYTES: usize = 64 * 1024 * 1024;

/// Skills that come with one because it needs them.
pub const DEPENDENCIES: usize = 20;

/// Approvals that are remembered; past it the oldest are asked for again.
pub const APPROVALS: usize = 10_000;

/// Commands of one skill's text that are run; those after them are not.
pub const COMMANDS: usize = 100;

/// Bytes of one file that is read into a skill's text, or put beside it.
pub const ATTACHED_BYTES: usize = 256 * 1024;

/// Files that are put beside a skill's text.
pub const ATTACHED_FILES: usize = 64;

/// Directories that are watched for changes; the rest is looked at now and then.
pub const WATCHED_DIRECTORIES: usize = 200_000;

/// Directories inside one skill that are watched.
pub const WATCHED_IN_SKILL: usize = 256;

/// Files that changed at once and are told apart; where it is more, everything is looked at again.
pub const CHANGES_AT_ONCE: usize = 1_024;
