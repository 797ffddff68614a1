//! An answer that has no end: each line is printed when it is known.

use std::io::{Error, ErrorKind, Write as _};

use rustix::event::{PollFd, PollFlags};
use serde::Serialize;

/// Prints lines at once.
#[derive(Debug)]
pub(crate) struct Stream {
    json: bool,
}

impl Stream {
    pub(super) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether the lines are JSON documents.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Prints a line, whole and at once; what is in it has been made harmless.
    pub(crate) fn line(&self, text: &str) -> std::io::Result<()> {
        self.print(format!("{text}\n").as_bytes())
    }

    /// Prints one document on a line.
    pub(crate) fn json_line(&self, document: &impl Serialize) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(document).map_err(Error::other)?;
        line.push(b'\n');
        self.print(&line)
    }

    fn print(&self, line: &[u8]) -> std::io::Result<()> {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(line)?;
        stdout.flush()
    }
}

/// Waits until nobody can read any more what is printed. Where that cannot happen, it never ends.
pub(crate) fn wait_until_closed() -> Error {
    let stdout = std::io::stdout();
    loop {
        let mut waited = [PollFd::new(&stdout, PollFlags::empty())];
        match rustix::event::poll(&mut waited, None) {
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return error.into(),
            Ok(_) => return ErrorKind::BrokenPipe.into(),
        }
    }
}
