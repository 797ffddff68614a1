//! How far long work is: on a terminal only, and only where it takes more than a second.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long nothing is said.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often something is said at most.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on stderr that is written over and over, and taken away at the end.
#[derive(Debug)]
pub(crate) struct Progress {
    terminal: bool,
    /// When something is said next, and whether something was said.
    state: Mutex<(Instant, bool)>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let state = Mutex::new((Instant::now() + PATIENCE, false));
        Self { terminal: std::io::stderr().is_terminal(), state }
    }

    /// So many of so many are done.
    pub(crate) fn tell(&self, done: usize, all: usize) {
        if !self.terminal {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now >= state.0 {
            *state = (now + PAUSE, true);
            // Where stderr is closed there is nobody to tell.
            let _ = write!(std::io::stderr(), "\r{done} of {all} scanned");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let (_, said) = *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if said {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
        }
    }
}
