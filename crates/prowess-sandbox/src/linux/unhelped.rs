//! Runs a command without a helper: limits on resources, and no more.

use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::time::Instant;

use rustix::process::{
    Pid, PidfdFlags, Signal, getuid, pidfd_open, set_parent_process_death_signal, setsid,
};
use rustix::thread::set_no_new_privs;

use super::helper::{identity, limits, processes};
use super::places::Places;
use super::request::Resources;
use super::watch::{Ended, Source, Watch};
use super::{raw, standard_input};
use crate::error::doing;
use crate::{Command, Error, Limits, Outcome, Tier};

/// Runs a command in a session of its own. What leaves that session is not found again.
pub(super) fn run(
    command: &Command,
    places: &Places,
    limits: &Limits,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Outcome, Error> {
    let input = standard_input(command.input.as_deref()).map_err(doing("standard input"))?;
    let directory = places.opened.first().map(AsRawFd::as_raw_fd).unwrap_or_default();
    let mut child = std::process::Command::new(&command.program);
    child.args(&command.args).env_clear().envs(command.environment.iter().cloned());
    // Of the child, which still has the descriptor when it goes there.
    child.current_dir(format!("/proc/self/fd/{directory}"));
    child.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
    let identity = identity::dropped();
    if let Some((user, group)) = identity {
        // As root, this clears the other groups too.
        child.uid(user.as_raw()).gid(group.as_raw());
    }
    let resources = Resources::from(limits);
    let others = processes::count(identity.map_or_else(getuid, |(user, _)| user));
    raw::before_exec(&mut child, move || {
        setsid()?;
        set_parent_process_death_signal(Some(Signal::KILL))?;
        limits::apply_to_self(&resources, others)?;
        set_no_new_privs(true)?;
        raw::close_on_exec()
    });
    let start = Instant::now();
    let mut child = child.spawn().map_err(|error| refused(command, &error))?;
    let process = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let process = process.ok_or_else(|| Error::Helper("a process without a number".to_owned()))?;
    let process = pidfd_open(process, PidfdFlags::empty()).map_err(doing("the new process"))?;
    let mut watch = Watch::new(Source::Process(process), &mut child, limits, start);
    let result = watch.run(cancelled);
    let (stdout, stderr) = watch.captured();
    match result? {
        Ended::Command(end) => {
            Ok(Outcome { tier: Tier::Rlimits, end, stdout, stderr, took: start.elapsed() })
        }
        Ended::Stands | Ended::Failed(..) => Err(Error::Helper("nothing was run".to_owned())),
    }
}

fn refused(command: &Command, error: &io::Error) -> Error {
    let program = command.program.clone();
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Error::NotFound { program },
        _ => Error::NotExecutable { program, why: error.to_string() },
    }
}
