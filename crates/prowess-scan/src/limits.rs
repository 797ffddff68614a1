//! Every limit of this crate, named. Each one that is hit is a finding, and the verdict is then
//! never `allow`. All of them count bytes and steps, none of them time.

/// Bytes of one file; a larger one is not read.
pub const FILE_BYTES: usize = 16 * 1024 * 1024;

/// Bytes of all files of one skill.
pub const SKILL_BYTES: usize = 64 * 1024 * 1024;

/// Files of one skill, members of archives among them.
pub const FILES: usize = 10_000;

/// How deep archives in archives, and encodings in encodings, are followed.
pub const DEPTH: usize = 4;

/// Bytes that decoding may make of one file.
pub const DECODED_BYTES: usize = 4 * 1024 * 1024;

/// Texts that decoding may make of one file.
pub const DECODED_TEXTS: usize = 256;

/// Bytes of one sentence or statement; longer ones are cut into pieces that overlap.
pub const UNIT_BYTES: usize = 8 * 1024;

/// Bytes on either side of a word in which a pattern is looked for.
pub const PATTERN_REACH: usize = 2 * 1024;

/// Findings of one rule in one file: the worst of them.
pub const FINDINGS_PER_RULE: usize = 8;

/// Findings of one skill.
pub const FINDINGS: usize = 200;

/// Characters of evidence that are shown.
pub const EVIDENCE_CHARS: usize = 160;

/// Bytes of a file with the user's own rules or suppressions.
pub const POLICY_BYTES: usize = 1024 * 1024;

/// Rules, or suppressions, in such a file.
pub const POLICY_ROWS: usize = 5_000;
