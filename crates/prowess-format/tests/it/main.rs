//! One test binary for the crate; a module for each part.

#![allow(clippy::unwrap_used, reason = "what helps a test may fail as the test does")]

mod checks;
mod codes;
mod differential;
mod fuzz;
mod lenient;
mod manifest;
mod portability;
mod portable;
mod support;
mod views;
mod writing;
