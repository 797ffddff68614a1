//! opencode: `opencode debug skill` prints what it loads as JSON.

use super::{Answer, Sandbox, Tool, items, json, listed, process, succeeded};

/// The one it brings along has no file.
const BUILT_IN: &str = "<built-in>";

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    let mut command = sandbox.command(tool, &tool.native("opencode", "bin/opencode"));
    command.args(["debug", "skill"]);
    command.envs([("OPENCODE_DISABLE_AUTOUPDATE", "1"), ("OPENCODE_DISABLE_MODELS_FETCH", "1")]);
    let printed = succeeded(process::run(&mut command, &sandbox.printed())?)?;
    let skills = json(&printed.stdout)?;
    let of_files = items(&skills).filter(|skill| skill["location"] != BUILT_IN);
    Ok(Answer {
        skills: of_files.map(|skill| listed(skill, "location")).collect(),
        ..Answer::default()
    })
}
