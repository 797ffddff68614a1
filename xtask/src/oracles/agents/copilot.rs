//! GitHub Copilot CLI: `copilot skill list --json`.

use prowess_testkit::oracle::Listed;
use serde_json::Value;

use super::{Answer, Sandbox, Tool, items, json, listed, process, succeeded, text};

/// What it brings along and unpacks into its cache.
const BUNDLED: &str = "builtin";

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    let mut command = sandbox.command(tool, tool.node());
    command.arg(tool.file("@github/copilot/npm-loader.js")).args(["skill", "list", "--json"]);
    let printed = succeeded(process::run(&mut command, &sandbox.printed())?)?;
    let skills = json(&printed.stdout)?;
    let own = items(&skills).filter(|skill| skill["source"] != BUNDLED);
    Ok(Answer { skills: own.map(skill).collect(), ..Answer::default() })
}

fn skill(value: &Value) -> Listed {
    Listed {
        scope: text(value, "source"),
        enabled: value["enabled"].as_bool(),
        ..listed(value, "path")
    }
}
