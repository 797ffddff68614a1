//! Claude Code: the request `initialize` of its stream of JSON lists its commands, and a skill is
//! one. There is no path in the answer; the scope stands at the end of the description.

use prowess_testkit::oracle::Listed;
use serde_json::{Value, json};

use super::{Answer, Sandbox, Tool, items, listed, process};

/// What it puts after the description of a file.
const SCOPES: [&str; 3] = ["user", "project", "managed"];

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    let mut command = sandbox.command(tool, &tool.native("@anthropic-ai/claude-code", "claude"));
    command.args(["--print", "--verbose"]);
    command.args(["--input-format", "stream-json", "--output-format", "stream-json"]);
    command.env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    let request =
        json!({"type": "control_request", "request_id": "1", "request": {"subtype": "initialize"}});
    let answer = |line: &Value| {
        (line["type"] == "control_response").then(|| line["response"]["response"].clone())
    };
    let input = format!("{request}\n");
    let answer = process::converse(&mut command, &sandbox.printed(), &input, answer)?;
    if answer["commands"].is_null() {
        return Err(format!("it answers {answer}"));
    }
    let own = items(&answer["commands"]).filter(|command| command["builtin"] != true);
    Ok(Answer { skills: own.map(skill).collect(), ..Answer::default() })
}

fn skill(value: &Value) -> Listed {
    let skill = listed(value, "path");
    let description = skill.description.as_deref().unwrap_or_default();
    let scoped = SCOPES.iter().find_map(|scope| {
        let rest = description.strip_suffix(&format!("({scope})"))?;
        Some((rest.trim_end().to_owned(), (*scope).to_owned()))
    });
    match scoped {
        Some((rest, scope)) => Listed { description: Some(rest), scope: Some(scope), ..skill },
        None => skill,
    }
}
