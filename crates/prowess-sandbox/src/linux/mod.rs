//! Linux: the host's side here, the helper's side in `helper`.

mod control;
mod helper;
mod places;
mod raw;
mod request;
mod scratch;
mod unhelped;
mod watch;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use control::Failure;
use places::Places;
use request::{LIMIT, Request, Resources};
use scratch::Scratch;
use watch::{Ended, Source, Watch};

use crate::error::doing;
use crate::sandbox::Reach;
use crate::{Access, Command, End, Error, Helper, Limits, Outcome, Tier};

/// The name under which the helper is started. A program finds it as its first argument.
const MARKER: &str = "prowess-sandbox-helper:";

/// How long walls may take that are set up for nothing.
const PROBE_TIME: Duration = Duration::from_secs(10);

pub(crate) fn dispatch() {
    if is_helper() {
        helper::main();
    }
}

fn is_helper() -> bool {
    std::env::args_os().next().as_deref() == Some(OsStr::new(MARKER))
}

/// Refuses where there is no helper to start, before anything else is looked at.
pub(crate) fn check_helper(helper: &Helper) -> Result<(), Error> {
    match helper {
        Helper::Path(path) if !path.is_file() => Err(Error::HelperMissing { path: path.clone() }),
        // Started as the helper, and here all the same: starting another would never end.
        Helper::ThisProgram if is_helper() => {
            Err(Error::Helper("`dispatch` is not the first thing this program does".to_owned()))
        }
        _ => Ok(()),
    }
}

/// What the machine reaches: each tier is set up for nothing, the strongest first.
pub(crate) fn reach(helper: &Helper, at_most: Tier) -> Reach {
    if *helper == Helper::None {
        return Reach { tier: Tier::Rlimits, why: "there is no helper".to_owned() };
    }
    let mut why = Vec::new();
    for tier in [Tier::Namespaces, Tier::LandlockSeccomp] {
        if tier > at_most {
            why.push(format!("{tier}: not to be used"));
            continue;
        }
        match probe(helper, tier) {
            Ok(()) => return Reach { tier, why: why.join("; ") },
            Err(error) => why.push(format!("{tier}: {error}")),
        }
    }
    Reach { tier: Tier::Rlimits, why: why.join("; ") }
}

fn probe(helper: &Helper, tier: Tier) -> Result<(), Error> {
    check_helper(helper)?;
    // A directory of the system that is everywhere, so that a place is mounted too.
    let places = Places::open(Path::new("/usr"), &Access::default())?;
    let limits = Limits { time: PROBE_TIME, output: 0, ..Limits::default() };
    let request = Request {
        tier,
        probe: true,
        network: false,
        limits: Resources::from(&limits),
        program: OsString::new(),
        args: Vec::new(),
        environment: Vec::new(),
        places: places.places,
        masked: Vec::new(),
        scratch: PathBuf::new(),
    };
    match exchange(helper, &request, &places.opened, None, &limits, &|| false)?.0 {
        Ended::Stands => Ok(()),
        Ended::Failed(_, text) => Err(Error::Helper(text)),
        Ended::Command(_) => Err(Error::Helper("the walls did not stand in time".to_owned())),
    }
}

/// Runs a command in walls that are known to stand.
pub(crate) fn run(
    helper: &Helper,
    tier: Tier,
    command: &Command,
    access: &Access,
    limits: &Limits,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Outcome, Error> {
    let mut places = Places::open(&command.directory, access)?;
    let masked = places::masked(access);
    places.check(&masked)?;
    if *helper == Helper::None {
        return unhelped::run(command, &places, limits, cancelled);
    }
    let mut environment = command.environment.clone();
    let mut scratch = None;
    if tier > Tier::Rlimits {
        environment.retain(|(name, _)| name != "TMPDIR");
        let directory = match tier {
            Tier::Namespaces => PathBuf::from("/tmp"),
            _ => {
                let made = Scratch::new().map_err(doing("a directory for temporary files"))?;
                let path = made.path().to_owned();
                let opened = places.add(&path, true, rustix::fs::OFlags::DIRECTORY);
                opened.map_err(doing("a directory for temporary files"))?;
                scratch = Some(made);
                path
            }
        };
        environment.push(("TMPDIR".into(), directory.into()));
    }
    let request = Request {
        tier,
        probe: false,
        network: access.network,
        limits: Resources::from(limits),
        program: command.program.clone(),
        args: command.args.clone(),
        environment,
        places: std::mem::take(&mut places.places),
        masked,
        scratch: scratch.as_ref().map(|scratch| scratch.path().to_owned()).unwrap_or_default(),
    };
    let input = command.input.as_deref();
    let result = exchange(helper, &request, &places.opened, input, limits, cancelled);
    drop(scratch);
    let (ended, outcome) = result?;
    match ended {
        Ended::Command(end) => Ok(Outcome { tier, end, ..outcome }),
        Ended::Stands => Err(Error::Helper("nothing was run".to_owned())),
        Ended::Failed(failure, text) => Err(match failure {
            Failure::Setup => Error::Helper(text),
            Failure::NotFound => Error::NotFound { program: command.program.clone() },
            Failure::NotExecutable => {
                Error::NotExecutable { program: command.program.clone(), why: text }
            }
            Failure::Unreachable => Error::Unreachable { path: text.into() },
            Failure::Replaced => Error::Replaced { path: text.into() },
        }),
    }
}

/// Starts the helper, hands it the request, and watches until all is over.
fn exchange(
    helper: &Helper,
    request: &Request,
    places: &[OwnedFd],
    input: Option<&[u8]>,
    limits: &Limits,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<(Ended, Outcome), Error> {
    let bytes = request.encode();
    if bytes.len() > LIMIT {
        return Err(Error::TooLarge { what: "bytes of arguments and environment", limit: LIMIT });
    }
    let bytes = control::sealed(&bytes).map_err(doing("the request"))?;
    let input = standard_input(input).map_err(doing("standard input"))?;
    let (ours, theirs) = control::pair().map_err(doing("a socket"))?;
    let start = Instant::now();
    let mut child = start_helper(helper, theirs)?;
    let sent = control::send_request(&ours, &bytes, &input, places);
    drop((bytes, input));
    let mut watch = Watch::new(Source::Helper(ours), &mut child, limits, start);
    if sent.is_err() {
        watch.stop();
    }
    let result = watch.run(cancelled);
    let (stdout, stderr) = watch.captured();
    let _reaped = child.wait();
    let ended = result?;
    let end = End::TimedOut;
    Ok((ended, Outcome { tier: request.tier, end, stdout, stderr, took: start.elapsed() }))
}

fn start_helper(helper: &Helper, socket: OwnedFd) -> Result<Child, Error> {
    let path = match helper {
        // A name alone would be looked for elsewhere.
        Helper::Path(path) => std::path::absolute(path).map_err(doing("the helper"))?,
        _ => PathBuf::from("/proc/self/exe"),
    };
    let mut command = std::process::Command::new(&path);
    command.arg0(MARKER).env_clear();
    command.stdin(socket).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Error::HelperMissing { path },
        _ => Error::Helper(format!("`{}` does not start: {error}", path.display())),
    })
}

/// What a command reads: bytes that nobody can change, or nothing.
fn standard_input(input: Option<&[u8]>) -> io::Result<OwnedFd> {
    match input {
        Some(bytes) => control::sealed(bytes),
        None => Ok(File::open("/dev/null")?.into()),
    }
}

impl From<&Limits> for Resources {
    fn from(limits: &Limits) -> Self {
        Self {
            cpu_seconds: limits.cpu_seconds,
            memory: limits.memory,
            processes: limits.processes,
            file_size: limits.file_size,
            open_files: limits.open_files,
        }
    }
}
