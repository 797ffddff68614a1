//! What is run, what it may reach, how far it may go, and what became of it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::{Captured, Tier};

/// One command.
#[derive(Clone, Debug)]
pub struct Command {
    /// A path, or a name that is looked for in the `PATH` of [`Command::environment`], or in the usual
    /// directories where there is none. A relative path starts at [`Command::directory`].
    pub program: OsString,
    /// Its arguments, without the program.
    pub args: Vec<OsString>,
    /// Where it starts. It may read what is there.
    pub directory: PathBuf,
    /// All of its environment, but for `TMPDIR`, which names a directory of its own from
    /// [`Tier::LandlockSeccomp`] on.
    pub environment: Vec<(OsString, OsString)>,
    /// What it reads from standard input; nothing where `None`.
    pub input: Option<Vec<u8>>,
}

impl Command {
    /// A command without arguments, environment and input.
    pub fn new(program: impl Into<OsString>, directory: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            directory: directory.into(),
            environment: Vec::new(),
            input: None,
        }
    }

    /// With one more argument.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.args.push(argument.into());
        self
    }

    /// With one more variable.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }
}

/// What a command may reach beside the system's programs and libraries (`/usr`, `/etc` and the like),
/// which it may read and execute, and a directory for temporary files of its own.
///
/// Paths to read and write have to be there, and are opened once: a link that changes later leads
/// nowhere else. `/` cannot be given.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Read and executed, with all that is below.
    pub read_only: Vec<PathBuf>,
    /// Written as well; wins over [`Access::read_only`].
    pub writable: Vec<PathBuf>,
    /// Unreadable, also below the others and below the system's directories. What is not there when the
    /// command starts is not masked. Without namespaces a directory on the way to a masked path cannot be listed, and nothing
    /// new can be made in it. See [`credential_paths`](crate::credential_paths).
    pub masked: Vec<PathBuf>,
    /// Whether it may open connections.
    pub network: bool,
}

/// How far a command may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// By the clock, from the start of the helper; then everything is killed. 30 seconds.
    pub time: Duration,
    /// Bytes kept of each of its two outputs; the rest is read and dropped. 64 KiB.
    pub output: usize,
    /// Seconds on the processor, for each process. 30.
    pub cpu_seconds: u64,
    /// Bytes of address space, for each process. 8 GiB, because some runtimes reserve much and use
    /// little.
    pub memory: u64,
    /// Processes and threads at once. 128.
    pub processes: u64,
    /// Bytes of a file that it writes, and of all its temporary files together where those are in
    /// memory (namespaces). 256 MiB.
    pub file_size: u64,
    /// Open descriptors, for each process. 256.
    pub open_files: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(30),
            output: 64 << 10,
            cpu_seconds: 30,
            memory: 8 << 30,
            processes: 128,
            file_size: 256 << 20,
            open_files: 256,
        }
    }
}

/// What became of a command that was started.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The walls it ran in.
    pub tier: Tier,
    /// How it ended.
    pub end: End,
    /// What it wrote to standard output.
    pub stdout: Captured,
    /// What it wrote to standard error.
    pub stderr: Captured,
    /// By the clock, with the setting up.
    pub took: Duration,
}

/// How a command ended. Whatever it left running was killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this exit code.
    Exited(i32),
    /// By this signal.
    Signalled(i32),
    /// Killed, because [`Limits::time`] was over.
    TimedOut,
    /// Killed, because the caller asked for it.
    Cancelled,
}
