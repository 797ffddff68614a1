//! `prowess run`: start a skill, and do what its text asks for.

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
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    activation::run(&command.start, Way::Run { fork: command.fork }, args, output)
}
