//! The helper: reads the request, has the walls set up, waits, kills, reaps.
//!
//! It has one thread and never starts another, so that it may fork and go on.

pub(super) mod identity;
mod init;
mod landlock;
pub(super) mod limits;
mod namespaces;
mod ownership;
pub(super) mod processes;
mod seccomp;
mod start;
mod system_paths;
mod tree;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, kill_process, kill_process_group, pidfd_open,
    set_child_subreaper, set_parent_process_death_signal, waitpid,
};

use super::control::{self, Failure, Report, again};
use super::raw::{self, Fork};
use super::request::Request;
use super::scratch;
use crate::Tier;

/// Why the helper could not go on, for the host.
pub(super) struct Refusal(Failure, String);

impl Refusal {
    fn report(self, job: &Job) {
        control::report(&job.control, &Report::Failed(self.0, self.1));
    }
}

/// A wall could not be set up.
fn setup<E: std::fmt::Display>(what: &str) -> impl FnOnce(E) -> Refusal + '_ {
    move |error| Refusal(Failure::Setup, format!("{what}: {error}"))
}

/// What the processes of the helper hand on to each other.
struct Job {
    control: OwnedFd,
    request: Request,
    /// The standard input of the command.
    input: OwnedFd,
    /// The opened places, in the order of those of the request.
    opened: Vec<OwnedFd>,
    /// How owners of files are seen in granted places, if not as they are.
    owners: Option<OwnedFd>,
    /// Processes that count against the command's limit and are not its own.
    others: u64,
}

/// Does the helper's work and ends the process.
pub(super) fn main() -> ! {
    let code = match prepare() {
        Ok(Some(job)) => guard(job),
        Ok(None) => 0,
        Err(()) => 2,
    };
    exit(code)
}

#[allow(clippy::exit, reason = "the helper and what it forks are processes of their own")]
fn exit(code: i32) -> ! {
    std::process::exit(code)
}

/// Takes the request from the socket that is standard input. Without one there is nobody to talk to.
fn prepare() -> Result<Option<Job>, ()> {
    raw::close_inherited().map_err(drop)?;
    raw::default_signals();
    rustix::process::chdir("/").map_err(drop)?;
    let control = rustix::io::fcntl_dupfd_cloexec(io::stdin(), 3).map_err(drop)?;
    control::report(&control, &Report::Ready);
    match control::receive_request(&control) {
        Ok(Some((request, input, opened))) => {
            Ok(Some(Job { control, request, input, opened, owners: None, others: 0 }))
        }
        Ok(None) => Ok(None),
        Err(error) => {
            control::report(&control, &Report::Failed(Failure::Setup, error.to_string()));
            Err(())
        }
    }
}

/// Starts what has to be started, and stays until nothing of it is left.
fn guard(mut job: Job) -> i32 {
    match begin(&mut job) {
        Ok((child, _alive)) => {
            let status = watch(&job.control, child);
            processes::end_descendants();
            if !job.request.scratch.as_os_str().is_empty() {
                scratch::remove(&job.request.scratch);
            }
            // Init speaks for itself: it alone sees how the command ended.
            if job.request.tier != Tier::Namespaces
                && let Some(report) = status.and_then(ending)
            {
                control::report(&job.control, &report);
            }
            0
        }
        Err(refusal) => {
            refusal.report(&job);
            1
        }
    }
}

/// Forks the process that becomes the command, or with namespaces the first process in them. The end of
/// the pipe shows the child that the guard is alive, as long as it is kept.
fn begin(job: &mut Job) -> Result<(Pid, OwnedFd), Refusal> {
    let identity = identity::dropped();
    job.others = match job.request.tier {
        // In a user namespace of its own the kernel counts from nothing: the guard and init.
        Tier::Namespaces if identity.is_none() => 2,
        _ => processes::count(identity.map_or_else(rustix::process::getuid, |(user, _)| user)),
    };
    set_child_subreaper(Some(rustix::process::getpid())).map_err(setup("reaping"))?;
    if job.request.tier == Tier::Namespaces {
        // Without, a command of root can only do what others may.
        job.owners = identity.and_then(|_| ownership::exchanged().ok());
        namespaces::leave(job.request.network, identity.is_none())?;
    }
    let (watched, alive) = pipe_with(PipeFlags::CLOEXEC).map_err(setup("a pipe"))?;
    match raw::fork().map_err(setup("a new process"))? {
        Fork::Parent(child) => {
            quiet().map_err(setup("/dev/null"))?;
            Ok((child, alive))
        }
        Fork::Child => {
            drop(alive);
            if job.request.tier == Tier::Namespaces {
                init::main(job, &watched)
            } else {
                start::main(job, Some(&watched))
            }
        }
    }
}

/// Waits for the end of a child. Kills it, and all that is in its process group, when the host hangs up.
fn watch(control: &OwnedFd, child: Pid) -> Option<WaitStatus> {
    if let Ok(process) = pidfd_open(child, PidfdFlags::empty()) {
        let mut both = [PollFd::new(control, PollFlags::IN), PollFd::new(&process, PollFlags::IN)];
        let _waited = again(|| poll(&mut both, None));
    }
    // Not reaped yet, so that the number is still the child's and the group's.
    let _ended_already = kill_process(child, Signal::KILL);
    let _empty = kill_process_group(child, Signal::KILL);
    again(|| waitpid(Some(child), WaitOptions::empty())).ok().flatten().map(|(_, status)| status)
}

/// How a process ended, for the host.
fn ending(status: WaitStatus) -> Option<Report> {
    let exited = status.exit_status().map(Report::Exited);
    exited.or_else(|| status.terminating_signal().map(Report::Signalled))
}

/// Lets go of the command's outputs, which the host reads to their end.
fn quiet() -> io::Result<()> {
    let null = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&null)?;
    Ok(rustix::stdio::dup2_stderr(&null)?)
}

/// Has the kernel kill this process when the guard dies, and ends it if that has happened already.
fn die_with_guard(watched: &OwnedFd) -> Result<(), Refusal> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(setup("the guard"))?;
    let mut one = [PollFd::new(watched, PollFlags::IN)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let hung_up = again(|| poll(&mut one, Some(&now))).map_err(setup("the guard"))? > 0;
    if hung_up { exit(1) } else { Ok(()) }
}
