//! `prowess run`: start a skill, and do what its text asks for.

use prowess::Performed;
use prowess_format::views::Context;

use super::Outcome;
use super::activation::{self, Start};
use crate::output::Output;

/// Start a skill: run its commands where that is allowed, and print the text that comes of it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,

    /// Refuse a skill that is not for a sub-agent
    #[arg(long)]
    fork: bool,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let text = |performed: &Performed| match performed.plan.context {
        Context::Inline if !command.fork => Ok(performed.text.clone()),
        _ => performed.fork_prompt(),
    };
    activation::start(&command.start, args, output, |plan| plan, text)
}
