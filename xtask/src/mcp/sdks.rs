//! The official SDKs of TypeScript and Python list, read and execute a skill, over pipes and over HTTP.

use std::path::Path;
use std::process::Command;

use super::install::{Tools, pinned};
use super::server::{Served, TOKEN, skills};
use crate::workspace::run as run_command;

pub(super) fn run(tools: &Tools, program: &Path) -> Result<(), String> {
    let served = Served::start(program)?;
    // The skills are there, and nothing changes them.
    let (skills, home) = skills()?;
    let script = tools.packages.join("client.mjs");
    // It looks for its packages beside itself.
    std::fs::copy(pinned().join("client.mjs"), &script).map_err(|error| error.to_string())?;
    let clients = [(&tools.node, script), (&tools.python, pinned().join("client.py"))];
    for (interpreter, script) in clients {
        let mut command = Command::new(interpreter);
        command.arg(script).args([&served.url, TOKEN]).arg(program).arg(&home).arg(&skills);
        run_command(&mut command)?;
    }
    Ok(())
}
