//! `prowess render`: the text that a skill comes to when it is started.

mod typed;

use prowess::trust::Standing;
use prowess::{ActivationError, Caller, Cancel, CatalogEntry, Plan, Request};
use prowess_api::{ExitCode, ProblemKind, RenderDocument, VERSION, WantedJson};
use prowess_format::fill::Wanted;
use prowess_format::views::Context;

use super::Outcome;
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

/// Print the text that a skill comes to when it is started; nothing is run
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The skill's name
    #[arg(
        value_name = "NAME",
        required_unless_present = "typed",
        default_value = "",
        hide_default_value = true
    )]
    name: String,

    /// What is typed after its name, joined by spaces; after `--` also what looks like an option
    #[arg(value_name = "ARGS")]
    arguments: Vec<String>,

    /// What a user typed, in place of a name: the skills that it starts, and what stays as a message
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with_all = ["name", "caller"])]
    typed: Option<String>,

    /// Who starts it: agents keep some skills from users, others from models
    #[arg(long = "as", value_name = "WHO", value_enum, default_value = "user")]
    caller: Who,

    /// What the conversation is called, for skills that ask
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

/// Who starts a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    /// A user, by the skill's command
    User,
    /// A model
    Model,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let host = setup::host(args)?;
    let project = host.worktree().unwrap_or_else(|| host.cwd.clone());
    let engine = setup::engine_on(host, args, args.profile_name(), None, false)?;
    let catalog = engine.load(&Cancel::none())?;
    if let Some(draft) = &command.typed {
        let session = command.session.as_deref();
        let request = Request { project: Some(&project), session, ..Request::default() };
        return typed::run(draft, &engine, &catalog, &request, output);
    }
    let arguments = command.arguments.join(" ");
    let request = Request {
        arguments: &arguments,
        caller: match command.caller {
            Who::User => Caller::User,
            Who::Model => Caller::Model,
        },
        project: Some(&project),
        session: command.session.as_deref(),
    };
    let plan = engine.activate(&catalog, &command.name, &request, &Cancel::none());
    setup::talk_of_trouble(&engine, output);
    let plan = match plan {
        Ok(plan) => plan,
        Err(error) => return refuse(&command.name, &error, output),
    };
    if output.is_json() {
        output.json(&document(plan));
        return Ok(ExitCode::Fine);
    }
    talk_of(&plan, catalog.find(&command.name), output);
    output.bytes(plan.text.as_bytes());
    output.line("");
    Ok(ExitCode::Fine)
}

/// Says what the one who asked should know, and what is missing in the text.
fn talk_of(plan: &Plan, entry: Option<&CatalogEntry>, output: &mut Output) {
    for warning in &plan.warnings {
        output.talk(warning);
    }
    // A file that stands beside the text is named in it; nothing is missing there.
    let left_out = |wanted: &&Wanted| !matches!(wanted, Wanted::File { .. });
    let left_out = plan.wanted.iter().filter(left_out).count();
    if left_out > 0 {
        output.talk(&format!("commands that were not run, and files not read into it: {left_out}"));
        if let Some(Standing::Untrusted { project }) = entry.map(CatalogEntry::standing) {
            let project = project.display();
            output.talk(&format!("nothing of it may run: the project `{project}` is not trusted"));
        }
    }
}

/// Says why there is no text: with `--json` in a document of the same form.
fn refuse(name: &str, error: &ActivationError, output: &mut Output) -> Outcome {
    let error = problem(error);
    // What went wrong with the machine is no answer about the skill.
    if !output.is_json() || error.kind == ProblemKind::System {
        return Err(error);
    }
    let code = error.kind.exit_code();
    output.json(&refusal(name, error));
    Ok(code)
}

/// The document that says why there is no text.
fn refusal(name: &str, error: CliError) -> RenderDocument {
    RenderDocument {
        version: Some(VERSION),
        success: false,
        skill_name: name.to_owned(),
        execution_context: context(Context::Inline),
        prompt: None,
        model: None,
        allowed_tools: Vec::new(),
        wanted: Vec::new(),
        warnings: Vec::new(),
        error: Some(error.message),
        hints: error.hints,
    }
}

fn problem(error: &ActivationError) -> CliError {
    let kind = match error {
        ActivationError::NotFound { .. } => ProblemKind::NotFound,
        ActivationError::NotForModels { .. }
        | ActivationError::NotForUsers { .. }
        | ActivationError::Blocked { .. }
        | ActivationError::Changed { .. }
        | ActivationError::TooLong { .. } => ProblemKind::Refused,
        ActivationError::Unscanned { .. }
        | ActivationError::Unreadable { .. }
        | ActivationError::Template(_) => ProblemKind::System,
    };
    let problem = CliError::new(kind, error.to_string());
    match error {
        ActivationError::NotFound { name, reason, suggestions, .. } => {
            let reason =
                reason.as_ref().map(|reason| format!("one is there and not loaded: {reason}"));
            let close = (!suggestions.is_empty())
                .then(|| format!("perhaps one of these: {}", suggestions.join(", ")));
            let why =
                format!("`prowess why {name}` says which agents find it, and why it is not loaded");
            reason.into_iter().chain(close).chain([why]).fold(problem, CliError::hint)
        }
        ActivationError::Blocked { name, .. } => {
            problem.hint(format!("`prowess show --scan {name}` shows what was found"))
        }
        _ => problem,
    }
}

fn context(context: Context) -> &'static str {
    match context {
        Context::Inline => "inline",
        Context::Fork => "fork",
    }
}

fn document(plan: Plan) -> RenderDocument {
    let wanted = plan.wanted.into_iter().map(|wanted| match wanted {
        Wanted::Command { command, .. } => WantedJson { kind: "command", what: command },
        Wanted::Text { path, .. } => WantedJson { kind: "text", what: path },
        Wanted::File { path, .. } => WantedJson { kind: "file", what: path },
    });
    RenderDocument {
        version: Some(VERSION),
        success: true,
        skill_name: plan.name,
        execution_context: context(plan.context),
        prompt: Some(plan.text),
        model: plan.model,
        allowed_tools: plan.allowed_tools,
        wanted: wanted.collect(),
        warnings: plan.warnings,
        error: None,
        hints: Vec::new(),
    }
}
