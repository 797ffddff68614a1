//! `prowess serve`: skills over HTTP.

use std::net::SocketAddr;
use std::path::PathBuf;

use prowess_api::{ExitCode, ProblemKind};
use prowess_server::{ServeError, ServeOptions, Token};
use tokio::signal::unix::{SignalKind, signal};

use super::{Outcome, serving};
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

/// The variable that holds the token.
const TOKEN: &str = "PROWESS_TOKEN";

/// Serve skills over HTTP: MCP at /mcp
///
/// On this machine, listing and reading need no token, and running does; elsewhere everything does. The token
/// is in the variable PROWESS_TOKEN or in a file.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Exactly these directories, in the order of precedence, in place of the agent's own
    #[arg(value_name = "DIR")]
    directories: Vec<PathBuf>,

    /// Where to listen
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,

    /// A file that holds the token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// A name that this machine has for its clients, beside its address
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,

    /// An origin whose pages may ask, such as https://app.example
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let options = ServeOptions {
        listen: command.listen,
        token: token(command)?,
        hosts: command.allow_host.clone(),
        origins: command.allow_origin.clone(),
    };
    let server = serving::server(args, &command.directories)?;
    let served = serving::block_on(async {
        let bound = prowess_server::bind(options).await?;
        output.talk(&format!("MCP at http://{}/mcp", bound.address()));
        bound.serve(server, ended()).await
    })?;
    served.map_err(|error| match error {
        ServeError::NeedsToken(_) => CliError::new(ProblemKind::Usage, error.to_string())
            .hint(format!("set {TOKEN}, or name a file with `--token-file`")),
        error => CliError::new(ProblemKind::System, error.to_string()),
    })?;
    Ok(ExitCode::Fine)
}

/// The token of the file, else of the variable.
fn token(command: &Args) -> Result<Option<Token>, CliError> {
    let text = match &command.token_file {
        Some(file) => {
            Some(setup::read_policy(file).map_err(|error| setup::unusable(file, &error))?)
        }
        None => std::env::var(TOKEN).ok(),
    };
    let token = text.map(|text| {
        Token::new(&text).ok_or_else(|| {
            let least = prowess_server::limits::TOKEN_BYTES;
            let message =
                format!("a token has at least {least} letters, digits and signs, no spaces");
            CliError::new(ProblemKind::Usage, message)
        })
    });
    token.transpose()
}

/// Waits until somebody wants this to end.
async fn ended() {
    let interrupt = signal(SignalKind::interrupt());
    let terminate = signal(SignalKind::terminate());
    match (interrupt, terminate) {
        (Ok(mut interrupt), Ok(mut terminate)) => {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        }
        _ => std::future::pending().await,
    }
}
