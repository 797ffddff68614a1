//! Runs one command inside limits: time, output, environment, file system, network, processes.
//!
//! This crate knows nothing of skills. It blocks, needs no runtime, and prints nothing.
//!
//! ```no_run
//! use prowess_sandbox::{Access, Command, Helper, Limits, Sandbox};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     prowess_sandbox::dispatch(); // first: this program is its own helper
//!     let sandbox = Sandbox::new(Helper::ThisProgram);
//!     let command = Command::new("ls", "/srv/project").arg("-l");
//!     let outcome = sandbox.run(&command, &Access::default(), &Limits::default(), &|| false)?;
//!     assert!(outcome.stdout.text().lines().count() > 0, "{:?}", outcome.end);
//!     Ok(())
//! }
//! ```
//!
//! # How a command is run
//!
//! ```text
//! host ── control socket: request and opened paths ──▶ guard (the helper, a new process)
//!   │ drains stdout and stderr                           │ unshares, waits, kills, reaps
//!   │ watches the clock and the caller                   ▼
//!   │                                                  init (namespaces only: builds the tree)
//!   ◀───────────── how it ended ─────────────────────────▼
//!                                                      command: walls, then exec
//! ```
//!
//! The helper is a program started anew, because little is sound between fork and exec in a process
//! with threads. It is this program ([`Helper::ThisProgram`], which has to call [`dispatch`] first) or
//! another that calls it (`prowess-sandbox-helper`). What is asked travels over a socket, not in
//! arguments or the environment.
//!
//! # What each tier holds
//!
//! | wall | `namespaces+landlock+seccomp` | `landlock+seccomp` | `rlimits` |
//! |---|---|---|---|
//! | writes only where allowed | yes | yes | no |
//! | reads only where allowed, masked paths unreadable | yes | yes | no |
//! | other paths cannot even be seen | yes | no: names and sizes can be asked for | no |
//! | no network, no sockets of other programs | yes | yes | no |
//! | no other process seen, traced or signalled | yes | traced: yes; signalled: from Linux 6.12 | no |
//! | time, and nothing outlives the run | yes | yes | yes, except without a helper |
//! | processor, memory, processes, file size, descriptors | yes | yes | yes |
//! | setuid programs gain nothing, no inherited descriptor | yes | yes | yes |
//!
//! The tier is found out once, by setting all of it up for nothing, and every [`Outcome`] names it. What
//! was found and then fails is an [`Error`]: a command never runs with less than is reported. Below
//! [`Tier::LandlockSeccomp`] nothing runs unless [`Sandbox::minimum`] says so.
//!
//! # As root
//!
//! A command of root runs as user and group 65534 without any other group, because limits on processes
//! do not bind root. With namespaces, paths below directories that are closed to that user (`/root`) are
//! mounted where they were, and what belongs to root in granted places is seen as that user's, as far as
//! the file system can do that; so a workspace of root is read and written. Without namespaces the command
//! can do what that user may, and a path out of its reach is an [`Error::Unreachable`].
//!
//! # What no tier holds
//!
//! A fault of the kernel; what a command finds out by timing; hard links to masked files, and masked paths
//! that are made only later; memory of all processes together (the limit is one of address space, for
//! each process); the number of files where a path is writable. With [`Access::network`] the command
//! reaches every address this machine reaches, loopback included. The number of processes is counted
//! from what the user has when the command starts, but for namespaces of ordinary users, where it is
//! exact. What is refused beyond the table, and why, is in decision 13 of the repository.
//!
//! Linux is supported, on processors of which `seccompiler` knows the numbers. Elsewhere this compiles,
//! untested, and refuses with [`Error::Unsupported`].

mod capture;
mod command;
mod credentials;
mod error;
mod escapes;
mod sandbox;
mod tier;

#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod system;
#[cfg(target_os = "linux")]
#[path = "linux/mod.rs"]
mod system;

pub use capture::Captured;
pub use command::{Access, Command, End, Limits, Outcome};
pub use credentials::credential_paths;
pub use error::Error;
pub use sandbox::{Helper, Sandbox};
pub use tier::Tier;

/// First thing in `main` of a program that names itself as helper ([`Helper::ThisProgram`]): if this
/// process was started as the helper, does the helper's work and never returns.
///
/// Nothing may come before it: not a thread, and nothing that reads standard input.
pub fn dispatch() {
    system::dispatch();
}
