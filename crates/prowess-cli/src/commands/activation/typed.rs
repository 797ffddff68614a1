//! `--typed`: the texts of the skills that a user's draft starts, and the message that stays.

use prowess::typed::Form;
use prowess::{ActivationError, Engine, Request, Typed, commands};
use prowess_api::{ActivationDocument, ExitCode, ProblemKind, TypedDocument, VERSION};

use super::{Outcome, Started, Starter, document, print_files, problem, refusal, talk_of};
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

pub(super) fn run(
    draft: &str,
    starter: &mut Starter<'_>,
    request: &Request<'_>,
    output: &mut Output,
) -> Outcome {
    let typed = starter.engine.typed(starter.catalog, draft);
    if typed.invocations.is_empty() {
        return nothing(starter.engine, typed, output);
    }
    let mut started = Vec::with_capacity(typed.invocations.len());
    for named in &typed.invocations {
        let request = Request { arguments: &named.arguments, ..*request };
        started.push(starter.start(&named.name, &request));
    }
    setup::talk_of_trouble(starter.engine, output);
    if output.is_json() {
        return print_json(typed, started, output);
    }
    for warning in &typed.warnings {
        output.talk(&format!("warning: {warning}"));
    }
    // All of them or none: a model that has half of what it was given does something else.
    let started: Vec<Started> =
        started.into_iter().collect::<Result<_, _>>().map_err(|error| problem(&error))?;
    for one in &started {
        talk_of(&one.performed, output);
    }
    let mut texts: Vec<&str> = started.iter().map(|one| one.text.as_str()).collect();
    texts.extend((!typed.rest.is_empty()).then_some(typed.rest.as_str()));
    output.bytes(texts.join("\n\n").as_bytes());
    output.line("");
    for one in &started {
        print_files(&one.performed, output);
    }
    Ok(ExitCode::Fine)
}

/// Says that a draft starts no skill, and what would.
fn nothing(engine: &Engine, typed: Typed, output: &mut Output) -> Outcome {
    let profile = engine.profile();
    let forms: Vec<&str> = profile.typed.forms.iter().copied().map(Form::usage).collect();
    let known = match (commands::switched_off(&engine.settings()), forms.is_empty()) {
        (Some(reason), _) => format!("there are no commands: {reason}"),
        (None, true) => format!("users of `{}` have no commands", profile.name),
        (None, false) => format!("`{}` knows {}", profile.name, forms.join(", ")),
    };
    let error =
        CliError::new(ProblemKind::NotFound, format!("nothing typed starts a skill; {known}"));
    let error = typed.warnings.iter().map(ToString::to_string).fold(error, CliError::hint);
    if !output.is_json() {
        return Err(error);
    }
    output.json(&TypedDocument {
        version: VERSION,
        success: false,
        activations: Vec::new(),
        rest: typed.rest,
        warnings: Vec::new(),
        error: Some(error.message),
        hints: error.hints,
    });
    Ok(error.kind.exit_code())
}

fn print_json(
    typed: Typed,
    started: Vec<Result<Started, ActivationError>>,
    output: &mut Output,
) -> Outcome {
    let mut code = ExitCode::Fine;
    let mut activations = Vec::with_capacity(started.len());
    for (result, named) in started.into_iter().zip(&typed.invocations) {
        let activation = match result {
            Ok(started) => document(started),
            Err(error) => {
                let error = problem(&error);
                // What went wrong with the machine is no answer about a skill.
                if error.kind == ProblemKind::System {
                    return Err(error);
                }
                code = error.kind.exit_code();
                refusal(&named.name, error)
            }
        };
        activations.push(ActivationDocument { version: None, ..activation });
    }
    output.json(&TypedDocument {
        version: VERSION,
        success: code == ExitCode::Fine,
        activations,
        rest: typed.rest,
        warnings: typed.warnings.iter().map(ToString::to_string).collect(),
        error: None,
        hints: Vec::new(),
    });
    Ok(code)
}
