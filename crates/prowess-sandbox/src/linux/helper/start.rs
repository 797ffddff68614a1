//! The process that becomes the command: puts on the walls, one after the other, and executes it.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::io::Errno;

use super::super::control::{self, Failure, Report};
use super::super::raw;
use super::super::request::Request;
use super::{Job, Refusal, die_with_guard, exit, identity, landlock, limits, seccomp, setup, tree};
use crate::Tier;

/// Where programs are looked for when the environment does not say.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/// Becomes the command. Without init in between, the guard has to be alive.
pub(super) fn main(job: &Job, guard: Option<&OwnedFd>) -> ! {
    let refusal = match prepare(job, guard) {
        Ok(()) if job.request.probe => {
            control::report(&job.control, &Report::Stands);
            exit(0)
        }
        Ok(()) => execute(&job.request),
        Err(refusal) => refusal,
    };
    refusal.report(job);
    exit(127)
}

fn prepare(job: &Job, guard: Option<&OwnedFd>) -> Result<(), Refusal> {
    let tier = job.request.tier;
    rustix::process::setsid().map_err(setup("a new session"))?;
    if let Some(guard) = guard {
        identity::drop_privileges(identity::dropped())?;
        die_with_guard(guard)?;
    }
    reach_places(job)?;
    limits::apply_to_self(&job.request.limits, job.others).map_err(setup("limits"))?;
    if tier > Tier::Rlimits {
        landlock::restrict(job)?;
    }
    rustix::stdio::dup2_stdin(&job.input).map_err(setup("standard input"))?;
    raw::close_on_exec().map_err(setup("inherited descriptors"))?;
    if tier > Tier::Rlimits {
        seccomp::restrict(tier, job.request.network)?;
    }
    Ok(())
}

/// Goes to the working directory, and makes sure that every place is where it is said to be: for this
/// user, in this tree.
fn reach_places(job: &Job) -> Result<(), Refusal> {
    let mut directory = None;
    for (place, opened) in job.request.places.iter().zip(&job.opened) {
        let name = || place.real.to_string_lossy().into_owned();
        match tree::reopen(&place.real, opened.as_fd()) {
            Ok(Some((found, _))) => drop(directory.get_or_insert(found)),
            Ok(None) => return Err(Refusal(Failure::Replaced, name())),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Err(Refusal(Failure::Unreachable, name()));
            }
            Err(error) => return Err(setup(&name())(error)),
        }
    }
    let directory = directory.ok_or_else(|| setup("the working directory")("there is none"))?;
    rustix::process::fchdir(directory).map_err(|error| match error {
        Errno::ACCESS => {
            let first = job.request.places.first().map(|place| place.real.to_string_lossy());
            Refusal(Failure::Unreachable, first.unwrap_or_default().into_owned())
        }
        error => setup("the working directory")(error),
    })
}

/// Executes the program; returns why that is not possible.
fn execute(request: &Request) -> Refusal {
    let mut refusal = Refusal(Failure::NotFound, String::new());
    for path in candidates(request) {
        let mut command = Command::new(&path);
        command.arg0(&request.program).args(&request.args);
        command.env_clear().envs(request.environment.iter().map(|(name, value)| (name, value)));
        let error = command.exec();
        let absent = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
        if !absent {
            refusal = Refusal(Failure::NotExecutable, error.to_string());
        } else if path.exists() {
            let why = "the interpreter it names is not found".to_owned();
            refusal = Refusal(Failure::NotExecutable, why);
        }
        // A file that may not be executed does not end the search, as in a shell.
        if !absent && error.kind() != io::ErrorKind::PermissionDenied {
            break;
        }
    }
    refusal
}

/// The paths a program may have, in the order they are tried.
fn candidates(request: &Request) -> Vec<PathBuf> {
    let program = Path::new(&request.program);
    if request.program.is_empty() {
        return Vec::new();
    }
    if request.program.as_bytes().contains(&b'/') {
        return vec![program.to_owned()];
    }
    let set = request.environment.iter().rev().find(|(name, _)| name == "PATH");
    let path = set.map_or(OsStr::new(PATH), |(_, value): &(OsString, OsString)| value);
    let directories = path.as_bytes().split(|&byte| byte == b':');
    let directories = directories.filter(|directory| !directory.is_empty());
    directories.map(|directory| Path::new(OsStr::from_bytes(directory)).join(program)).collect()
}
