//! One test binary for the crate; a module for each part.

mod manifest;
mod views;
