//! Skills over MCP: the engine as tools, prompts, resources and the Skills extension.
//!
//! ```text
//! client ─ stdio │ http ─▶ server: which method? ─▶ library: the catalog of this client's profile
//!                                                      └─▶ shelf: the skills it sees ─▶ engine
//! ```
//!
//! Each client is served as the agent that it says it is would be: its listing, its words. Types of the
//! protocol's crate are in no signature of ours.

mod access;
mod completion;
mod cursor;
mod extension;
mod http;
mod library;
pub mod limits;
mod manifest;
mod notify;
mod permission;
mod prompts;
mod resources;
mod server;
mod shelf;
mod start;
mod stdio;
mod tools;
mod work;

pub use access::Access;
pub use http::{HttpEndpoint, HttpOptions};
pub use library::Options;
pub use server::Server;
pub use stdio::{serve, serve_on};
