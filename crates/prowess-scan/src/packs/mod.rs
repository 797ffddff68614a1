//! One file a pack: which rules it asks, its limits, and how its findings make a verdict.

pub(crate) mod openclaw;
pub(crate) mod prowess;
pub(crate) mod shared;
pub(crate) mod wundr;
