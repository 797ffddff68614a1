//! The server, asked over real connections on loopback by a client that writes HTTP itself.

mod asking;
mod hostile;
mod http;
