//! The server, asked over pipes by a client that speaks the wire itself.

mod changes;
mod client;
mod extension;
mod fixture;
mod hostile;
mod listing;
mod permission;
mod prompts;
mod tools;
