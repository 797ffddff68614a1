//! The server, asked over pipes by a client that speaks the wire itself.

#![allow(
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod changes;
mod client;
mod extension;
mod fixture;
mod hostile;
mod listing;
mod permission;
mod prompts;
mod tools;
