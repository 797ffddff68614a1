//! Automation of the repository, run as `cargo xtask COMMAND`. One file a command.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command for developers talks to their terminal"
)]

mod bench;
mod mcp;
mod oracles;
mod phase;
mod scanner;
mod skills_ref;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [--only PHASE]… [--skip PHASE]…   install what the tests need and run everything
  tidy                                   check directions, licences, documents and sources
  bench parse|list|mcp|sandbox|scan|search [--count N[,N…]]
                                         measure against the floor, in release mode
  score scan [--list fn|fp]              how well the scanner tells attacks from honest skills
  train scan                             learn the weights of its classifier anew
  oracles [AGENT…] [--scenario NAME]… [--update]
                                         ask real agents what they load

Phases of `test`, in this order: ";

/// Why a command did not succeed.
enum Failure {
    /// The arguments make no sense.
    Usage(String),
    /// Something failed; the sentence says what.
    Failed(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed(message)) => {
            eprintln!("xtask: {message}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            eprintln!("xtask: {message}\n\n{USAGE}{}", test::phase_names().join(", "));
            ExitCode::from(2)
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<(), Failure> {
    let Some((command, rest)) = arguments.split_first() else {
        return Err(Failure::Usage("which command?".to_owned()));
    };
    match command.as_str() {
        "test" => test::run(rest),
        "tidy" => tidy::run(rest),
        "bench" => bench::run(rest),
        "bench-inner" => bench::run_inner(rest),
        "score" | "train" => scanner::run(command, rest),
        "scanner-inner" => scanner::run_inner(rest),
        "oracles" => oracles::run(rest),
        "oracles-inner" => oracles::run_inner(rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}{}", test::phase_names().join(", "));
            Ok(())
        }
        other => Err(Failure::Usage(format!("there is no command `{other}`"))),
    }
}
