//! `run --script`: a file of a skill as a tool, with JSON in and out.

use prowess::Cancel;
use prowess::script::{ScriptError, ScriptRequest};
use prowess_api::{ExitCode, ProblemKind, ScriptDocument, VERSION};

use super::Outcome;
use crate::ask::Asker;
use crate::commands::activation::{self, Start};
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

pub(super) fn run(
    start: &Start,
    script: &str,
    input: &str,
    args: &crate::args::Args,
    output: &mut Output,
) -> Outcome {
    let input = serde_json::from_str(input).map_err(|error| {
        CliError::new(ProblemKind::Usage, format!("--input is not JSON: {error}"))
    })?;
    let host = setup::host(args)?;
    let project = host.worktree().unwrap_or_else(|| host.cwd.clone());
    let engine = setup::engine_on(host, args, args.profile_name(), None, false)?;
    let catalog = engine.load(&Cancel::none())?;
    let request = ScriptRequest {
        skill: start.name(),
        script,
        input: &input,
        project: Some(&project),
        session: start.session(),
    };
    let mut asker = Asker { allow: start.allow() };
    let answer = engine.run_script(&catalog, &request, &mut asker, &Cancel::none());
    let answer = answer.map_err(|error| problem(&error))?;
    let code = if answer.failure.is_none() { ExitCode::Fine } else { ExitCode::No };
    if output.is_json() {
        output.json(&ScriptDocument {
            version: VERSION,
            success: answer.failure.is_none(),
            skill_name: start.name().to_owned(),
            script: answer.script,
            output: answer.output,
            errors: answer.errors,
            exit_code: answer.code,
            isolation: answer.isolation.to_string(),
            duration_ms: activation::milliseconds(answer.took),
            error: answer.failure,
        });
        return Ok(code);
    }
    for line in answer.errors.lines() {
        output.talk(line);
    }
    match &answer.output {
        serde_json::Value::String(text) => output.bytes(text.trim_end().as_bytes()),
        json => output.bytes(json.to_string().as_bytes()),
    }
    output.line("");
    if let Some(failure) = answer.failure {
        output.talk(&format!("error: `{}` failed ({failure})", answer.script));
    }
    Ok(code)
}

fn problem(error: &ScriptError) -> CliError {
    match error {
        ScriptError::Skill(error) => activation::problem(error),
        ScriptError::NotFound { .. } => CliError::new(ProblemKind::NotFound, error.to_string()),
        ScriptError::NoProgram { .. } => CliError::new(ProblemKind::Refused, error.to_string()),
        ScriptError::Untrusted { project, .. } => {
            let trust = format!("`prowess trust {}` would", project.display());
            CliError::new(ProblemKind::Refused, error.to_string()).hint(trust)
        }
    }
}
