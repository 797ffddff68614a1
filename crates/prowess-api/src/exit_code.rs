//! What the command's exit status says.

/// The exit codes of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Fine.
    Fine = 0,
    /// The answer is no: a check failed, something was refused or not found.
    No = 1,
    /// Wrong usage.
    Usage = 2,
    /// The system failed.
    System = 3,
    /// Interrupted.
    Interrupted = 130,
}
