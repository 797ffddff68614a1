//! `prowess mcp`: skills over MCP, to the program that started this one.

use std::path::PathBuf;

use prowess_api::{ExitCode, ProblemKind};

use super::{Outcome, serving};
use crate::error::CliError;

/// Serve skills over MCP on the standard input and output
///
/// Each client sees them as the agent does that it says it is; with `--profile`, as that one.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Exactly these directories, in the order of precedence, in place of the agent's own
    #[arg(value_name = "DIR")]
    directories: Vec<PathBuf>,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args) -> Outcome {
    let server = serving::server(args, &command.directories)?;
    let served = serving::block_on(prowess_mcp::serve(server))?;
    served.map_err(|error| CliError::new(ProblemKind::System, error.to_string()))?;
    Ok(ExitCode::Fine)
}
