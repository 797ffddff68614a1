//! What the packs that follow other scanners share: which files they choose, their patterns, how a
//! match becomes a finding, and what findings mean.
//!
//! Those scanners read JavaScript line by line and search it with patterns. Their ways are kept
//! even where better ones are known, because whoever selects such a pack wants its answers. Two
//! things are ours: what was not read is said, and no credential is ever shown.

pub(crate) mod collector;
pub(crate) mod gaps;
pub(crate) mod javascript;
pub(crate) mod judge;
pub(crate) mod pattern;
pub(crate) mod rule;
pub(crate) mod secret;
pub(crate) mod skill_file;
pub(crate) mod text;
pub(crate) mod walk;
