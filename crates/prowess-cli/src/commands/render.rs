//! `prowess render`: the text that a skill comes to when it is started.

use super::Outcome;
use super::activation::{self, Start, Way};
use crate::output::Output;

/// Print the text that a skill comes to when it is started; nothing is run
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    activation::run(&command.start, Way::Render, args, output)
}
