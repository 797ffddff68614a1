//! What `mcp` and `serve` share: the server, and the runtime it runs on.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser as _;
use prowess::live::{Live, LiveOptions};
use prowess::{Cancel, Engine};
use prowess_api::ProblemKind;
use prowess_mcp::{Options, Server};

use crate::error::CliError;
use crate::setup;

/// How long work that nobody waits for may take when the program ends.
const LAST_WORK: Duration = Duration::from_secs(2);

/// The server for these arguments. A profile that was asked for is everybody's.
pub(crate) fn server(
    args: &crate::args::Args,
    directories: &[PathBuf],
) -> Result<Server, CliError> {
    let host = setup::host(args)?;
    let directories = whole(directories)?;
    // What is wrong with the arguments is said now, not to the first client.
    setup::serving_engine(args, args.profile_name(), directories.clone())?;
    let options = Options {
        host: host.clone(),
        profile: args.profile.clone(),
        fallback: args.profile_name().to_owned(),
        start: Box::new(move |profile| {
            let engine = made(profile, directories.clone())?;
            let files = setup::files(&host, profile);
            let (name, directories) = (profile.to_owned(), directories.clone());
            let live =
                LiveOptions::default().remade(files, move || made(&name, directories.clone()));
            Live::start(Arc::new(engine), live, &Cancel::none()).map_err(|error| error.to_string())
        }),
    };
    Ok(Server::new(options))
}

/// The engine by the files as they are now, and by the arguments the program was started with.
fn made(profile: &str, directories: Option<Vec<PathBuf>>) -> Result<Engine, String> {
    let args = crate::args::Args::try_parse().map_err(|error| error.to_string())?;
    setup::serving_engine(&args, profile, directories).map_err(|error| error.message)
}

/// Whole paths: whatever is named may go away and come back.
fn whole(directories: &[PathBuf]) -> Result<Option<Vec<PathBuf>>, CliError> {
    let whole = directories.iter().map(|directory| {
        std::path::absolute(directory).map_err(|error| {
            let message = format!("cannot use `{}`: {error}", directory.display());
            CliError::new(ProblemKind::System, message)
        })
    });
    let whole = whole.collect::<Result<Vec<PathBuf>, CliError>>()?;
    Ok((!whole.is_empty()).then_some(whole))
}

/// Runs something to its end, on a runtime that is started for it.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> Result<T, CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| CliError::new(ProblemKind::System, error.to_string()))?;
    let done = runtime.block_on(work);
    runtime.shutdown_timeout(LAST_WORK);
    Ok(done)
}
