//! The floor of a listing: opening and reading each file, and nothing else.

use std::fs::File;
use std::io::{self, Read as _};

/// More than nearly every `SKILL.md` has.
const BUFFER: usize = 64 * 1024;

/// Reads the files whose paths stand on the lines of standard input, one after the other, into the
/// same buffer.
pub(super) fn run() -> Result<(), String> {
    let paths = io::read_to_string(io::stdin()).map_err(|error| format!("the paths: {error}"))?;
    let mut buffer = vec![0; BUFFER];
    for path in paths.lines() {
        read(path, &mut buffer).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

fn read(path: &str, buffer: &mut [u8]) -> io::Result<()> {
    let mut file = File::open(path)?;
    while file.read(buffer)? == buffer.len() {}
    Ok(())
}
