//! Every limit of the server, named.

use std::time::Duration;

/// Connections at a time; more wait until one ends.
pub const CONNECTIONS: usize = 512;

/// Requests whose answers are being made at a time; more are refused.
pub const REQUESTS: usize = 256;

/// How long what is going on may take when the server is to end.
pub const SHUTDOWN: Duration = Duration::from_secs(5);

/// The shortest token.
pub const TOKEN_BYTES: usize = 16;
