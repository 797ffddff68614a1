//! One test binary for the crate; a module for each part.
