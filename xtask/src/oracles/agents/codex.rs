//! Codex: the method `skills/list` of `codex app-server`, a line of JSON each way.

use prowess_testkit::oracle::Listed;
use serde_json::{Value, json};

use super::{Answer, Sandbox, Tool, items, listed, process, text};

/// What it brings along and unpacks into its own directory in the home.
const BUNDLED: &str = "system";

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    let requests = [
        json!({"id": 1, "method": "initialize", "params": {
            "clientInfo": {"name": "oracle", "version": "1"}}}),
        json!({"method": "initialized"}),
        json!({"id": 2, "method": "skills/list", "params": {"cwds": [sandbox.cwd()]}}),
    ];
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let mut command = sandbox.command(tool, tool.node());
    command.arg(tool.file("@openai/codex/bin/codex.js")).arg("app-server");
    let answer = |line: &Value| (line["id"] == 2).then(|| line.clone());
    let answer = process::converse(&mut command, &sandbox.printed(), &input, answer)?;
    let of_directory = &answer["result"]["data"][0];
    if of_directory.is_null() {
        return Err(format!("it answers {answer}"));
    }
    let own = items(&of_directory["skills"]).filter(|skill| skill["scope"] != BUNDLED);
    let error = |error: &Value| {
        let part = |key| text(error, key).unwrap_or_default();
        format!("{}: {}", part("path"), part("message"))
    };
    Ok(Answer {
        skills: own.map(skill).collect(),
        errors: items(&of_directory["errors"]).map(error).collect(),
    })
}

fn skill(value: &Value) -> Listed {
    Listed {
        scope: text(value, "scope"),
        enabled: value["enabled"].as_bool(),
        ..listed(value, "path")
    }
}
