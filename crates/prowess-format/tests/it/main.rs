//! One test binary for the crate; a module for each part.

mod differential;
mod manifest;
mod support;
mod views;
