//! The commands, one file each: its arguments, one engine call, printing.

mod activation;
pub(crate) mod agents;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod context;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod permissions;
pub(crate) mod prompt;
pub(crate) mod read;
pub(crate) mod render;
pub(crate) mod run;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod show;
pub(crate) mod trust;
pub(crate) mod untrust;
pub(crate) mod watch;
pub(crate) mod why;

use prowess_api::{ExitCode, ProblemKind};

use crate::args::{Args, Command};
use crate::error::CliError;
use crate::output::Output;

/// What a command comes to: an exit code, or an error that is printed.
pub(crate) type Outcome = Result<ExitCode, CliError>;

/// Runs the command that was asked for.
pub(crate) fn run(args: &Args, output: &mut Output) -> Outcome {
    if let Some(directory) = &args.directory {
        std::env::set_current_dir(directory).map_err(|error| {
            let message = format!("cannot enter `{}`: {error}", directory.display());
            CliError::new(ProblemKind::NotFound, message)
        })?;
    }
    match &args.command {
        Command::List(command) => list::run(command, args, output),
        Command::Show(command) => show::run(command, args, output),
        Command::Why(command) => why::run(command, args, output),
        Command::Agents(command) => agents::run(command, args, output),
        Command::Search(command) => search::run(command, args, output),
        Command::Prompt(command) => prompt::run(command, args, output),
        Command::Render(command) => render::run(command, args, output),
        Command::Run(command) => run::run(command, args, output),
        Command::Read(command) => read::run(command, args, output),
        Command::Context(command) => context::run(command, args, output),
        Command::Check(command) => check::run(command, args, output),
        Command::Scan(command) => scan::run(command, args, output),
        Command::Explain(command) => explain::run(command, output),
        Command::New(command) => new::run(command, args, output),
        Command::Fmt(command) => fmt::run(command, args, output),
        Command::Config(command) => config::run(command, args, output),
        Command::Trust(command) => trust::run(command, args, output),
        Command::Untrust(command) => untrust::run(command, args, output),
        Command::Permissions(command) => permissions::run(command, args, output),
        Command::Doctor(command) => doctor::run(command, args, output),
        Command::Watch(command) => watch::run(command, args, output),
        Command::Completions(command) => completions::run(command, output),
    }
}
