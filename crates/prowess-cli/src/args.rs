//! The arguments. Each command's are in its own file; doc comments are the help texts.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::commands::{check, explain, fmt, list, new, show};

/// Finds, checks and explains the skills of every agent
#[derive(Debug, Parser)]
#[command(name = "prowess", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// Act as if started in this directory
    #[arg(short = 'C', value_name = "DIR", global = true)]
    pub(crate) directory: Option<PathBuf>,

    /// Behave as this agent does
    #[arg(long, value_name = "PROFILE", global = true, default_value = "prowess")]
    pub(crate) profile: String,

    /// Print one JSON document
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// Whether one JSON document is wanted, also where the command fails.
    pub(crate) fn wants_json(&self) -> bool {
        self.json || matches!(&self.command, Command::Check(check) if check.wants_json())
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(list::Args),
    Show(show::Args),
    Check(check::Args),
    Explain(explain::Args),
    New(new::Args),
    Fmt(fmt::Args),
}
