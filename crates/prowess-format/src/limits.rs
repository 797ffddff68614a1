//! Every limit of this crate, named. Each one that is hit leaves a diagnostic.

/// Bytes of one `SKILL.md` that are read and parsed; the rest is left out.
pub const SKILL_FILE_BYTES: usize = 8 * 1024 * 1024;

/// Bytes between the fences that are handed to a YAML reader.
pub const FRONTMATTER_BYTES: usize = 256 * 1024;

/// How deep mappings and sequences of a frontmatter may nest.
pub const YAML_DEPTH: usize = 64;

/// Nodes of a frontmatter, counted after aliases are put in place of what they name.
pub const YAML_NODES: usize = 20_000;

/// Diagnostics kept for one file; the ones after it are counted in one last diagnostic.
pub const DIAGNOSTICS: usize = 200;

/// Bytes of a `manifest.json`.
pub const MANIFEST_BYTES: usize = 1024 * 1024;

/// References of one body (links, bundled paths, `@file`) that are looked at.
pub const BODY_REFERENCES: usize = 2_000;

/// Placeholders of one body (arguments, variables, commands) that are looked at.
pub const BODY_PLACEHOLDERS: usize = 2_000;

/// Bytes of a text once it is filled in: a long argument may be asked for often.
pub const FILLED_BYTES: usize = 16 * 1024 * 1024;

/// Bytes of a JSON or JSON5 text inside a frontmatter string.
pub const EMBEDDED_JSON_BYTES: usize = 64 * 1024;

/// How deep such a JSON text may nest.
pub const EMBEDDED_JSON_DEPTH: usize = 64;

/// Lines of a body past which a skill costs too much to load (the open standard's advice).
pub const BODY_LINES: usize = 500;

/// Estimated tokens of a body past which a skill costs too much to load.
pub const BODY_TOKENS: usize = 5_000;
