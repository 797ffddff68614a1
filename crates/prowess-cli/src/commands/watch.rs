//! `prowess watch`: what happens to the skills, as it happens.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Parser as _;
use prowess::live::{Live, LiveOptions, Watching};
use prowess::{Cancel, Engine};
use prowess_api::{ExitCode, ProblemKind};

use super::Outcome;
use crate::error::CliError;
use crate::output::{Output, events, stream};
use crate::setup;

/// Print what happens to the skills of an agent, as it happens, until it is interrupted
///
/// First what is loaded, then a line for each event. With `--json`, a document a line.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Exactly these directories, in the order of precedence, in place of the agent's own
    #[arg(value_name = "DIR")]
    directories: Vec<PathBuf>,

    /// Scan the skills, and load none that the scanner blocks
    #[arg(long)]
    scan: bool,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let (directories, scan) = (named(&command.directories)?, command.scan);
    let host = setup::host(args)?;
    let files = setup::files(&host, args.profile_name());
    let engine = setup::engine_on(host, args, args.profile_name(), directories.clone(), scan)?;
    setup::talk_of_trouble(&engine, output);
    let engine = Arc::new(engine);
    let (ended, end) = mpsc::channel();
    let _listening = print_events(&engine, output, ended.clone());
    let options = LiveOptions::default().remade(files, move || remake(directories.clone(), scan));
    let live = Live::start(engine, options, &Cancel::none())?;
    if let Watching::No { because } = live.watching() {
        output.talk(&format!("nothing is watched: {because}"));
        return Ok(ExitCode::Fine);
    }
    // It would only be noticed at the next event, which may never come.
    let waiting = std::thread::Builder::new();
    let _ = waiting.spawn(move || ended.send(stream::wait_until_closed()));
    match end.recv() {
        Ok(error) if error.kind() != ErrorKind::BrokenPipe => {
            let message = format!("cannot print what happens: {error}");
            Err(CliError::new(ProblemKind::System, message))
        }
        _ => Ok(ExitCode::Fine),
    }
}

/// Whole paths: whatever is named may go away and come back.
fn named(directories: &[PathBuf]) -> Result<Option<Vec<PathBuf>>, CliError> {
    let whole = directories.iter().map(|directory| {
        std::path::absolute(directory).map_err(|error| {
            let message = format!("cannot use `{}`: {error}", directory.display());
            CliError::new(ProblemKind::System, message)
        })
    });
    let whole = whole.collect::<Result<Vec<PathBuf>, CliError>>()?;
    Ok((!whole.is_empty()).then_some(whole))
}

/// Prints every event; the first that cannot be printed ends it.
fn print_events(
    engine: &Engine,
    output: &Output,
    ended: Sender<std::io::Error>,
) -> prowess::Listening {
    let (stream, ended) = (output.stream(), Mutex::new(ended));
    engine.listen(move |event| {
        let printed = match stream.is_json() {
            true => stream.json_line(&events::document(event)),
            false => stream.line(&events::line(event)),
        };
        if let Err(error) = printed {
            // Where nobody waits for it any more, it has ended.
            let _ = ended.lock().unwrap_or_else(PoisonError::into_inner).send(error);
        }
    })
}

/// The engine by the files as they are now, and by the arguments the program was started with.
fn remake(directories: Option<Vec<PathBuf>>, scan: bool) -> Result<Engine, String> {
    let args = crate::args::Args::try_parse().map_err(|error| error.to_string())?;
    let host = setup::host(&args).map_err(|error| error.message)?;
    let engine = setup::engine_on(host, &args, args.profile_name(), directories, scan);
    engine.map_err(|error| error.message)
}
