//! Where the repository is, and how commands are run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The directory of the workspace. Cargo says it when it runs this program; what was true when it
/// was compiled may be another clone with the same target directory.
pub(crate) fn root() -> PathBuf {
    let compiled = || env!("CARGO_MANIFEST_DIR").into();
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(compiled));
    manifest.parent().unwrap_or(&manifest).to_owned()
}

/// The cargo that runs this program, or the one in the path.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// The directory cargo builds into, whatever variable or file chose it.
pub(crate) fn target_directory() -> Result<PathBuf, String> {
    let metadata = metadata(&["--no-deps"])?;
    let directory = metadata["target_directory"].as_str();
    directory.map(PathBuf::from).ok_or_else(|| "cargo names no target directory".to_owned())
}

/// What `cargo metadata` says.
pub(crate) fn metadata(options: &[&str]) -> Result<Value, String> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1"]).args(options);
    let output = output(&mut command)?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Runs a command with the terminal as its output.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    println!("$ {}", words(command));
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}`: {status}", words(command))) }
}

/// Runs a command and keeps its output.
pub(crate) fn output(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        return Ok(output);
    }
    let talk = String::from_utf8_lossy(&output.stderr);
    Err(format!("`{}`: {}\n{}", words(command), output.status, talk.trim()))
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("`{}` does not start: {error}", words(command))
}

/// The command as a person would type it.
fn words(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
