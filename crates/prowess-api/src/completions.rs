//! `prowess completions --json`.

use serde::Serialize;

/// A script that completes the command in a shell.
#[derive(Debug, Serialize)]
pub struct CompletionsDocument {
    /// 1.
    pub version: u32,
    /// The shell.
    pub shell: String,
    /// The script.
    pub script: String,
}
