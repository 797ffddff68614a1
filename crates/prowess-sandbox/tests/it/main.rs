//! Every wall, by trying to cross it: in each tier that has to hold it, and without the sandbox, where the
//! same attempt has to succeed.

#![cfg(target_os = "linux")]
#![allow(
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "what helps a test may fail as the test does, and says what it cannot test"
)]

mod calls;
mod errors;
mod files;
mod leftovers;
mod network;
mod nobody;
mod outcomes;
mod processes;
mod replaced;
mod resources;
mod world;
