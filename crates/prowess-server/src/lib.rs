//! The engine over HTTP.
