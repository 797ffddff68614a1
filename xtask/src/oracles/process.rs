//! Programs that are run for a bounded time. What they print goes into files, which no program can
//! keep open for longer than it is waited for, and of which none is cut off at its end.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Longer than any agent took on a busy machine, many times over.
const TIMEOUT: Duration = Duration::from_secs(120);
/// How long a program may take to end after it answered.
const PARTING: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(20);

/// What a program printed.
pub(super) struct Printed {
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) success: bool,
}

/// Runs a program to its end. Its output is kept in `directory`.
pub(super) fn run(command: &mut Command, directory: &Path) -> Result<Printed, String> {
    let mut child = start(command.stdin(Stdio::null()), directory)?;
    let deadline = Instant::now() + TIMEOUT;
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if Instant::now() > deadline => {
                end(&mut child);
                let (_, stderr) = printed(directory)?;
                return Err(format!("no end after {} s: {}", TIMEOUT.as_secs(), tail(&stderr)));
            }
            None => sleep(PAUSE),
        }
    };
    let (stdout, stderr) = printed(directory)?;
    Ok(Printed { stdout, stderr, success: status.success() })
}

/// Runs a program that speaks lines of JSON: writes `input` and waits until `answer` takes a line.
pub(super) fn converse(
    command: &mut Command,
    directory: &Path,
    input: &str,
    answer: impl Fn(&Value) -> Option<Value>,
) -> Result<Value, String> {
    let mut child = start(command.stdin(Stdio::piped()), directory)?;
    let mut stdin = child.stdin.take();
    if let Some(stdin) = &mut stdin {
        stdin
            .write_all(input.as_bytes())
            .map_err(|error| format!("it does not listen: {error}"))?;
    }
    let deadline = Instant::now() + TIMEOUT;
    let found = loop {
        let ended = child.try_wait().map_err(|error| error.to_string())?.is_some();
        let (stdout, stderr) = printed(directory)?;
        let mut values = stdout.lines().filter_map(|line| serde_json::from_str(line).ok());
        if let Some(value) = values.find_map(|value| answer(&value)) {
            break Ok(value);
        }
        if ended || Instant::now() > deadline {
            break Err(format!("no answer: {}", tail(&stderr)));
        }
        sleep(PAUSE);
    };
    // The end of its input is what these programs take as the end of the conversation.
    drop(stdin);
    let parting = Instant::now() + PARTING;
    while Instant::now() < parting && matches!(child.try_wait(), Ok(None)) {
        sleep(PAUSE);
    }
    end(&mut child);
    found
}

/// Starts a program as the first of a group, so that what it starts can be ended with it.
fn start(command: &mut Command, directory: &Path) -> Result<Child, String> {
    let file = |name: &str| File::create(directory.join(name)).map_err(|error| error.to_string());
    command.stdout(file("stdout")?).stderr(file("stderr")?).process_group(0);
    command.spawn().map_err(|error| format!("it does not start: {error}"))
}

/// Ends a program and its group, if it still runs.
fn end(child: &mut Child) {
    if matches!(child.try_wait(), Ok(None)) {
        // Not yet waited for, so the number is still its own.
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = child.kill();
    }
    let _ = child.wait();
}

fn printed(directory: &Path) -> Result<(String, String), String> {
    let read = |name: &str| fs::read(directory.join(name)).map_err(|error| error.to_string());
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok((text(read("stdout")?), text(read("stderr")?)))
}

/// The end of what was printed: that is where programs say why they fail.
pub(super) fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(3)..].join(" / ")
}
