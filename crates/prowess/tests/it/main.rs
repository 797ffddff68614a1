//! One test binary for the crate; a module for each part.

mod conformance;
mod public_heads;
mod reference;
mod shared;
