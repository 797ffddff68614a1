//! One test binary for the crate; a module for each part.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed, and one that cannot run says so"
)]

mod activation;
mod agent_settings;
mod budgets;
mod conformance;
mod discovery;
mod embedded;
mod field;
mod limits;
mod links;
mod listing;
mod live;
mod matrix;
mod oracles;
mod own_settings;
mod permission;
mod portability;
mod profiles;
mod public_heads;
mod reference;
mod resource;
mod scan;
mod search;
mod seeds;
mod settings;
mod shared;
mod shell_line;
mod trust;
mod typed;
mod upstream;
mod winners;
