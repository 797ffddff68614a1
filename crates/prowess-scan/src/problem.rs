//! What is wrong with a file that the user wrote for the scanner.

use std::fmt;

/// One thing that is wrong: the rest of the file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1, where it is about one.
    pub line: Option<u32>,
    /// One sentence that can stand alone.
    pub message: String,
}

impl Problem {
    /// About the file or a state as a whole.
    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Self { line: None, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "line {line}: {}", self.message),
            None => out.write_str(&self.message),
        }
    }
}
