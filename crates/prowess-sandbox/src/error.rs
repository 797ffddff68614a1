//! Why a command was not run.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use crate::Tier;

/// Why a command was not run. What a command does once it runs is never an error.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such program where the command may look.
    #[error("the program `{}` is not found", program.display())]
    NotFound {
        /// As it was given.
        program: OsString,
    },
    /// There is a file, and it cannot be executed.
    #[error("`{}` cannot be executed: {why}", program.display())]
    NotExecutable {
        /// As it was given.
        program: OsString,
        /// What the system says.
        why: String,
    },
    /// The working directory cannot be used.
    #[error("the working directory `{}`: {source}", path.display())]
    Directory {
        /// As it was given.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A path of [`Access`](crate::Access) cannot be used.
    #[error("`{}`: {source}", path.display())]
    Path {
        /// As it was given.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The unprivileged user that commands of root run as cannot reach a path.
    #[error(
        "`{}` cannot be reached by user 65534, as which commands of root are run: it, or without \
         namespaces a directory above it, is closed to others",
        path.display()
    )]
    Unreachable {
        /// The path, without links.
        path: PathBuf,
    },
    /// Something else was there when the walls were built than when the path was opened.
    #[error("`{}` was replaced while the command was started", path.display())]
    Replaced {
        /// The path, without links.
        path: PathBuf,
    },
    /// The machine does not reach the walls that are demanded.
    #[error("isolation `{reached}` is reached and `{minimum}` demanded: {why}")]
    TierTooLow {
        /// What this machine reaches.
        reached: Tier,
        /// What was demanded.
        minimum: Tier,
        /// Why it is not more.
        why: String,
    },
    /// The helper is not there.
    #[error("the helper `{}` is not there", path.display())]
    HelperMissing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The helper could not do its work; nothing was run.
    #[error("the sandbox could not be set up: {0}")]
    Helper(String),
    /// More was asked for than is passed on.
    #[error("{what} exceed the limit of {limit}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much there may be.
        limit: usize,
    },
    /// Not on this system.
    #[error("commands are isolated on Linux only")]
    Unsupported,
    /// The system refused something that has nothing to do with the command.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// What the system says.
        source: io::Error,
    },
}

/// Says what was being done when the system refused.
pub(crate) fn doing<E: Into<io::Error>>(doing: &'static str) -> impl FnOnce(E) -> Error {
    move |source| Error::Io { doing, source: source.into() }
}
