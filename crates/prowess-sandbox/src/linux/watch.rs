//! The host's eyes on a run: both outputs, the helper's words, the clock and the caller.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::net::{Shutdown, shutdown};
use rustix::process::{Pid, Signal, kill_process_group};

use super::control::{self, Failure, Report};
use crate::error::doing;
use crate::{Captured, End, Error, Limits};

/// How often the caller is asked whether to go on.
const INTERVAL: Duration = Duration::from_millis(50);

/// How long a helper may take to say that it is there, and to kill everything once told to.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes that are read at once, and how often before anything else is looked at again.
const CHUNK: usize = 64 << 10;
const CHUNKS: usize = 64;

/// What came of it.
#[derive(Debug)]
pub(super) enum Ended {
    Command(End),
    /// A probe: the walls stand.
    Stands,
    Failed(Failure, String),
}

/// One of the two outputs.
struct Stream<T> {
    /// Until its end.
    pipe: Option<T>,
    captured: Captured,
}

impl<T: Read + AsFd> Stream<T> {
    fn new(pipe: Option<T>) -> Self {
        let pipe = pipe.filter(|pipe| {
            let flags = fcntl_getfl(pipe).map(|flags| flags | OFlags::NONBLOCK);
            flags.and_then(|flags| fcntl_setfl(pipe, flags)).is_ok()
        });
        Self { pipe, captured: Captured::default() }
    }

    /// Reads what is there, and forgets the pipe at its end.
    fn drain(&mut self, buffer: &mut [u8], limit: usize) {
        let Some(pipe) = &mut self.pipe else { return };
        for _ in 0..CHUNKS {
            match pipe.read(buffer) {
                Ok(0) => return self.pipe = None,
                Ok(count) => self.captured.add(&buffer[..count], limit),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return self.pipe = None,
            }
        }
    }
}

/// Who tells how it ended.
pub(super) enum Source {
    /// The helper's socket. It hangs up when nothing of the command is left.
    Helper(OwnedFd),
    /// The command itself, a child with a process group of its own.
    Process(OwnedFd),
}

impl AsFd for Source {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Helper(descriptor) | Self::Process(descriptor) => descriptor.as_fd(),
        }
    }
}

/// A run that is being watched.
pub(super) struct Watch<'a> {
    /// Until it is over.
    source: Option<Source>,
    child: &'a mut Child,
    stdout: Stream<ChildStdout>,
    stderr: Stream<ChildStderr>,
    limit: usize,
    start: Instant,
    time: Duration,
    ready: bool,
    ended: Option<Ended>,
    /// When the helper was told to kill everything.
    stopped: Option<Instant>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        source: Source,
        child: &'a mut Child,
        limits: &Limits,
        start: Instant,
    ) -> Self {
        let stdout = Stream::new(child.stdout.take());
        let stderr = Stream::new(child.stderr.take());
        let (limit, time) = (limits.output, limits.time);
        let ready = matches!(source, Source::Process(_));
        let (source, ended, stopped) = (Some(source), None, None);
        Self { source, child, stdout, stderr, limit, start, time, ready, ended, stopped }
    }

    /// Both outputs, as far as they were kept.
    pub(super) fn captured(self) -> (Captured, Captured) {
        (self.stdout.captured, self.stderr.captured)
    }

    /// Tells the helper to kill everything.
    pub(super) fn stop(&mut self) {
        if self.stopped.is_none() {
            self.stopped = Some(Instant::now());
            match &self.source {
                Some(Source::Helper(control)) => {
                    let _gone_already = shutdown(control, Shutdown::Write);
                }
                Some(Source::Process(_)) => self.kill_group(),
                None => {}
            }
        }
    }

    /// Kills the command and its group. The child is not reaped yet, so that the number is theirs.
    fn kill_group(&self) {
        let child = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(child) = child {
            let _gone_already = kill_process_group(child, Signal::KILL);
        }
    }

    /// Watches until it is over.
    pub(super) fn run(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) -> Result<Ended, Error> {
        let mut buffer = vec![0; CHUNK];
        loop {
            self.wait().map_err(doing("waiting for the command"))?;
            self.stdout.drain(&mut buffer, self.limit);
            self.stderr.drain(&mut buffer, self.limit);
            self.listen()?;
            if self.source.is_none() {
                break;
            }
            let mute = !self.ready && self.start.elapsed() > PATIENCE;
            if mute || self.stopped.is_some_and(|since| since.elapsed() > PATIENCE) {
                let _gone_already = self.child.kill();
                break;
            }
            if self.ended.is_none() && self.stopped.is_none() {
                if cancelled() {
                    self.end(End::Cancelled);
                } else if self.start.elapsed() >= self.time {
                    self.end(End::TimedOut);
                }
            }
        }
        // Every writer is dead, so that what is in the pipes is all that will ever be; nothing waits
        // for an end that a writer out of reach could hold back.
        self.stdout.drain(&mut buffer, self.limit);
        self.stderr.drain(&mut buffer, self.limit);
        let silent = if self.ready {
            "the helper ended without a word"
        } else {
            "the helper does not answer: does its `main` begin with `dispatch`?"
        };
        self.ended.take().ok_or_else(|| Error::Helper(silent.to_owned()))
    }

    fn end(&mut self, end: End) {
        self.ended = Some(Ended::Command(end));
        self.stop();
    }

    /// Sleeps until there is something to read, or it is time to look at the clock.
    fn wait(&self) -> io::Result<()> {
        let left = self.time.saturating_sub(self.start.elapsed());
        let time = if self.ended.is_some() { INTERVAL } else { left.min(INTERVAL) };
        let time = Timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
        let mut descriptors = Vec::with_capacity(3);
        let mut watch =
            |descriptor| descriptors.push(PollFd::from_borrowed_fd(descriptor, PollFlags::IN));
        self.source.iter().for_each(|source| watch(source.as_fd()));
        self.stdout.pipe.iter().for_each(|pipe| watch(pipe.as_fd()));
        self.stderr.pipe.iter().for_each(|pipe| watch(pipe.as_fd()));
        match poll(&mut descriptors, Some(&time)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Takes what there is to be told, if there is something.
    fn listen(&mut self) -> Result<(), Error> {
        while let Some(source) = &self.source {
            let mut one = [PollFd::new(source, PollFlags::IN)];
            let now = Timespec { tv_sec: 0, tv_nsec: 0 };
            let waiting = control::again(|| poll(&mut one, Some(&now)));
            if waiting.map_err(doing("waiting for the command"))? == 0 {
                return Ok(());
            }
            let ended = match source {
                Source::Helper(control) => {
                    let report = control::receive_report(control);
                    match report.map_err(doing("the helper's socket"))? {
                        None => {
                            self.source = None;
                            continue;
                        }
                        Some(Report::Ready) => {
                            self.ready = true;
                            continue;
                        }
                        Some(Report::Stands) => Ended::Stands,
                        Some(Report::Exited(code)) => Ended::Command(End::Exited(code)),
                        Some(Report::Signalled(signal)) => Ended::Command(End::Signalled(signal)),
                        Some(Report::Failed(failure, text)) => Ended::Failed(failure, text),
                    }
                }
                Source::Process(_) => {
                    self.kill_group();
                    self.source = None;
                    let status = self.child.wait().map_err(doing("waiting for the command"))?;
                    let signalled = status.signal().map_or(End::Exited(-1), End::Signalled);
                    Ended::Command(status.code().map_or(signalled, End::Exited))
                }
            };
            // What was decided here stays: a killed command is reported as killed by a signal.
            self.ended.get_or_insert(ended);
        }
        Ok(())
    }
}
