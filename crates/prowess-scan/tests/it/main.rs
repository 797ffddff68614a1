//! One test binary for the crate; a module for each part.

#![allow(clippy::unwrap_used, reason = "what helps a test may fail as the test does")]

mod baseline;
mod bypasses;
mod chains;
mod fuzz;
mod hostile;
mod injections;
mod openclaw;
mod opinion;
mod pages;
mod robust;
mod rules;
mod skill;
mod suppression;
mod user_rules;
mod wundr;
