//! One test binary for the crate; a module for each part.

mod checks;
mod codes;
mod differential;
mod fuzz;
mod lenient;
mod manifest;
mod portable;
mod support;
mod views;
mod writing;
