//! The arguments. Each command's are in its own file; doc comments are the help texts.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::commands::{
    agents, check, completions, config, context, doctor, explain, fmt, list, new, permissions,
    prompt, read, render, run, scan, search, show, trust, untrust, watch, why,
};

/// Finds, checks and explains the skills of every agent
#[derive(Debug, Parser)]
#[command(name = "prowess", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// Act as if started in this directory
    #[arg(short = 'C', value_name = "DIR", global = true)]
    pub(crate) directory: Option<PathBuf>,

    /// Behave as this agent does; without it as prowess, or as every agent that is here
    #[arg(long, value_name = "PROFILE", global = true)]
    pub(crate) profile: Option<String>,

    /// The agent inside the product, where it tells some apart
    #[arg(long, value_name = "NAME", global = true)]
    pub(crate) agent: Option<String>,

    /// The mode the product is in, where it has modes
    #[arg(long, value_name = "NAME", global = true)]
    pub(crate) mode: Option<String>,

    /// Use this directory as the home, and nothing of the environment but PATH
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) home: Option<PathBuf>,

    /// Set an environment variable that agents look at
    #[arg(long, value_name = "NAME=VALUE", global = true)]
    pub(crate) env: Vec<String>,

    /// Set a setting, as in the settings file
    #[arg(long, value_name = "KEY=VALUE", global = true)]
    pub(crate) set: Vec<String>,

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
    /// The profile that was asked for, else our own.
    pub(crate) fn profile_name(&self) -> &str {
        self.profile.as_deref().unwrap_or("prowess")
    }

    /// Whether one JSON document is wanted, also where the command fails.
    pub(crate) fn wants_json(&self) -> bool {
        self.json
            || match &self.command {
                Command::Check(check) => check.wants_json(),
                Command::Scan(scan) => scan.wants_json(),
                _ => false,
            }
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
    Why(why::Args),
    Agents(agents::Args),
    Search(search::Args),
    Prompt(prompt::Args),
    Render(render::Args),
    Run(run::Args),
    Read(read::Args),
    Context(context::Args),
    Check(check::Args),
    Scan(scan::Args),
    Explain(explain::Args),
    New(new::Args),
    Fmt(fmt::Args),
    Config(config::Args),
    Trust(trust::Args),
    Untrust(untrust::Args),
    Permissions(permissions::Args),
    Doctor(doctor::Args),
    Watch(watch::Args),
    Completions(completions::Args),
}
