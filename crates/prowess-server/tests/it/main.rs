//! The server, asked over real connections on loopback by a client that writes HTTP itself.

#![allow(
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod asking;
mod hostile;
mod http;
