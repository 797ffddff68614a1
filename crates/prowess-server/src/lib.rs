//! The engine over HTTP: MCP at `/mcp`, with host, origin and token checked, within limits.
//!
//! ```text
//! connection ─ so many at a time ─▶ guard: host, origin, token ─▶ /mcp ─▶ prowess-mcp
//! ```
//!
//! On loopback, listing and reading need no token, because whoever can connect can read the same files; what
//! executes does. Elsewhere everything does.

mod connections;
mod guard;
pub mod limits;
mod serve;
mod token;

pub use serve::{Bound, ServeError, ServeOptions, bind};
pub use token::Token;
