//! The `prowess` command: reads arguments, asks the engine, prints the answer.

mod args;
mod ask;
mod commands;
mod error;
mod output;
mod setup;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::Args;
use crate::output::Output;

fn main() -> ExitCode {
    // This program is its own helper: started as one, it builds walls and never comes back.
    prowess::sandbox::dispatch();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return output::usage(&error),
    };
    let mut output = Output::new(&args);
    let result = commands::run(&args, &mut output);
    output.finish(result)
}
