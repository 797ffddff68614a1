//! A real agent finds a skill through `prowess mcp` and loads it: opencode, with a model of ours on loopback.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::install::Agent;
use super::model::Model;
use super::server::skills;
use crate::workspace::{output, target_directory};

/// The tool by which opencode calls ours, as far as its name is ours.
const TOOL: &str = "prowess_skill";

/// What the model calls it with.
const ARGUMENTS: &str = r#"{"name":"greeting"}"#;

/// Words of the skill that come back.
const WORDS: &str = "as in [the words](references/words.md)";

pub(super) fn run(agent: &Agent, program: &Path) -> Result<(), String> {
    let (skills, _) = skills()?;
    let place = target_directory()?.join("tools/mcp/agent-run");
    let (home, project) = (place.join("home"), place.join("project"));
    if place.exists() {
        fs::remove_dir_all(&place).map_err(|error| error.to_string())?;
    }
    for directory in [&home, &project] {
        fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    }
    let model = Model::start(TOOL, ARGUMENTS)?;
    let settings = settings(&model.url, program, &home, &skills);
    fs::write(project.join("opencode.json"), settings).map_err(|error| error.to_string())?;
    let mut command = Command::new(&agent.program);
    command.args(["run", "Greet me."]).current_dir(&project).env_clear();
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", &home);
    // It asks nobody but the model for anything.
    for switch in ["AUTOUPDATE", "MODELS_FETCH", "DEFAULT_PLUGINS", "LSP_DOWNLOAD"] {
        command.env(format!("OPENCODE_DISABLE_{switch}"), "1");
    }
    let said = output(&mut command)?;
    let requests = model.requests();
    let offered = requests.iter().any(|request| request["tools"].to_string().contains(TOOL));
    let told = requests.iter().any(|request| {
        let messages = request["messages"].as_array();
        messages.is_some_and(|messages| {
            let by_tool = messages.iter().filter(|message| message["role"] == "tool");
            by_tool.into_iter().any(|message| message.to_string().contains(WORDS))
        })
    });
    match (offered, told) {
        (true, true) => Ok(()),
        _ => Err(format!(
            "opencode was asked {} times; the skill was offered: {offered}, loaded: {told}\n{}{}",
            requests.len(),
            String::from_utf8_lossy(&said.stdout),
            String::from_utf8_lossy(&said.stderr)
        )),
    }
}

fn settings(url: &str, program: &Path, home: &Path, skills: &Path) -> String {
    let text = |path: &Path| path.display().to_string();
    // opencode asks its users itself before it calls a tool.
    let command = [
        text(program),
        "--home".to_owned(),
        text(home),
        "--set".to_owned(),
        "permission.skill.*=allow".to_owned(),
        "mcp".to_owned(),
        text(skills),
    ];
    let limit = json!({ "context": 100_000, "output": 1_000 });
    let model = json!({ "name": "m", "tool_call": true, "limit": limit });
    json!({
        "model": "local/m",
        "small_model": "local/m",
        "autoupdate": false,
        "share": "disabled",
        "provider": { "local": {
            "npm": "@ai-sdk/openai-compatible",
            "name": "Local",
            "options": { "baseURL": url, "apiKey": "none" },
            "models": { "m": model },
        }},
        "mcp": { "prowess": { "type": "local", "command": command, "enabled": true } },
    })
    .to_string()
}
