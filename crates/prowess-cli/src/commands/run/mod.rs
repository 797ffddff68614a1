//! `prowess run`: start a skill and do what its text asks for, or run one of its scripts.

mod script;

use super::Outcome;
use super::activation::{self, Start, Way};
use crate::output::Output;

/// Start a skill: do what its text asks for, where that is allowed
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,

    /// Refuse a skill that is not for a sub-agent
    #[arg(long)]
    fork: bool,

    /// Run this file of the skill in place of its text, with JSON in and out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["typed", "fork", "arguments"])]
    script: Option<String>,

    /// What the script is given, as JSON
    #[arg(long, value_name = "JSON", requires = "script", default_value = "{}")]
    input: String,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    match &command.script {
        Some(script) => script::run(&command.start, script, &command.input, args, output),
        None => activation::run(&command.start, Way::Run { fork: command.fork }, args, output),
    }
}
