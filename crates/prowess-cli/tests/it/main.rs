//! The command as its users meet it: the real binary, run in directories made for each test.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod agents;
mod bad_files;
mod bad_text;
mod check;
mod check_fix;
mod check_formats;
mod check_profiles;
mod commands;
mod completions;
mod context;
mod contract;
mod doctor;
mod explain;
mod fmt;
mod for_agents;
mod list;
mod mcp;
mod new;
mod permissions;
mod prompt;
mod read;
mod reference;
mod render;
mod run;
mod sandbox;
mod sarif;
mod sarif_schema;
mod scan;
mod scan_archives;
mod scan_default;
mod scan_state;
mod search;
mod show;
mod terminal;
mod trust;
mod typed;
mod watch;
mod why;
