//! How each agent is asked. One file an agent.

mod claude_code;
mod codex;
mod copilot;
mod driver;
mod gemini_cli;
mod omp;
mod openclaw;
mod opencode;
mod openskills;
mod pi;

use prowess_testkit::oracle::Listed;
use serde_json::Value;

use super::answer::Answer;
use super::install::Tool;
use super::process::{self, Printed};
use super::sandbox::Sandbox;

type List = fn(&Tool, &Sandbox) -> Result<Answer, String>;

/// An agent that can be asked.
pub(super) struct Agent {
    pub(super) name: &'static str,
    /// The package that gives it its version.
    pub(super) package: &'static str,
    /// Asks it.
    pub(super) list: List,
}

/// The agent of a name from [`super::AGENTS`].
pub(super) fn agent(name: &'static str) -> Agent {
    let (package, list): (_, List) = match name {
        "claude-code" => ("@anthropic-ai/claude-code", claude_code::list),
        "codex" => ("@openai/codex", codex::list),
        "copilot" => ("@github/copilot", copilot::list),
        "gemini-cli" => ("@google/gemini-cli", gemini_cli::list),
        "omp" => ("@oh-my-pi/pi-coding-agent", omp::list),
        "openclaw" => ("openclaw", openclaw::list),
        "opencode" => ("opencode-ai", opencode::list),
        "openskills" => ("openskills", openskills::list),
        _ => ("@mariozechner/pi-coding-agent", pi::list),
    };
    Agent { name, package, list }
}

/// A program that ended well, or the end of what it said.
fn succeeded(printed: Printed) -> Result<Printed, String> {
    if printed.success {
        return Ok(printed);
    }
    let said = if printed.stderr.trim().is_empty() { &printed.stdout } else { &printed.stderr };
    Err(format!("it fails: {}", process::tail(said)))
}

/// Output that is one JSON document.
fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text.trim())
        .map_err(|error| format!("its output is no JSON ({error}): {}", process::tail(text)))
}

/// The elements of a list, or of nothing.
fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A text of an object.
fn text(value: &Value, key: &str) -> Option<String> {
    value[key].as_str().map(str::to_owned)
}

/// A skill with the name, the description and the path under this key.
fn listed(value: &Value, path: &str) -> Listed {
    Listed {
        name: text(value, "name").unwrap_or_default(),
        description: text(value, "description"),
        path: text(value, path),
        ..Listed::default()
    }
}
