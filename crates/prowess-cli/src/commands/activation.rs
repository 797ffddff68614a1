//! What `render` and `run` share: how a skill is named and started, and how the answer is printed.

use std::time::Duration;

use prowess::activation::Attached;
use prowess::permission::PermissionError;
use prowess::trust::Standing;
use prowess::{ActivationError, Caller, Cancel, Engine, Performed, Plan, Request};
use prowess_api::{
    ActivationDocument, AttachedJson, CommandRunJson, ExitCode, PathText, ProblemKind, VERSION,
};
use prowess_format::views::Context;

use super::Outcome;
use crate::ask::{Allow, Asker};
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

/// How a skill is started
#[derive(Debug, clap::Args)]
pub(crate) struct Start {
    /// The skill's name
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    /// What is typed after its name, joined by spaces; after `--` also what looks like an option
    #[arg(value_name = "ARGS")]
    pub(crate) arguments: Vec<String>,

    #[command(flatten)]
    pub(crate) how: How,
}

/// By whom, and with whose permission
#[derive(Debug, clap::Args)]
pub(crate) struct How {
    /// Who starts it: agents keep some skills from users, others from models
    #[arg(long = "as", value_name = "WHO", value_enum, default_value = "user")]
    caller: Who,

    /// What the conversation is called, for skills that ask
    #[arg(long, value_name = "ID")]
    session: Option<String>,

    /// Allow what would be asked for
    #[arg(long, value_name = "HOW", value_enum)]
    allow: Option<Allow>,
}

/// Who starts a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    /// A user, by the skill's command
    User,
    /// A model
    Model,
}

/// Starts a skill: with an engine, what is planned is changed as the command has it, and performed.
pub(crate) fn start(
    start: &Start,
    args: &crate::args::Args,
    output: &mut Output,
    change: impl FnOnce(Plan) -> Plan,
    text: impl FnOnce(&Performed) -> Result<String, ActivationError>,
) -> Outcome {
    let host = setup::host(args)?;
    let project = host.worktree().unwrap_or_else(|| host.cwd.clone());
    let engine = setup::engine_on(host, args, args.profile_name(), None, false)?;
    let catalog = engine.load(&Cancel::none())?;
    let arguments = start.arguments.join(" ");
    let request = Request {
        arguments: &arguments,
        caller: match start.how.caller {
            Who::User => Caller::User,
            Who::Model => Caller::Model,
        },
        project: Some(&project),
        session: start.how.session.as_deref(),
    };
    let plan = catalog.activate(&start.name, &request).map(change);
    let performed = plan.and_then(|plan| perform(&engine, plan, &start.how));
    setup::talk_of_trouble(&engine, output);
    let answered = performed.and_then(|performed| {
        let text = text(&performed)?;
        Ok((performed, text))
    });
    match answered {
        Ok((performed, text)) => print(performed, text, output),
        Err(error) => refuse(&start.name, &error, output),
    }
}

fn perform(engine: &Engine, plan: Plan, how: &How) -> Result<Performed, ActivationError> {
    engine.perform(plan, &mut Asker { allow: how.allow }, &Cancel::none())
}

fn print(performed: Performed, text: String, output: &mut Output) -> Outcome {
    if output.is_json() {
        output.json(&document(performed, text));
        return Ok(ExitCode::Fine);
    }
    for warning in performed.plan.warnings.iter().chain(&performed.warnings) {
        output.talk(warning);
    }
    let not_run = performed.commands.len();
    if not_run > 0 {
        output.talk(&format!("commands that were not run: {not_run}"));
        if let Standing::Untrusted { project } = &performed.plan.standing {
            let project = project.display();
            output.talk(&format!("nothing of it may run: the project `{project}` is not trusted"));
        }
    }
    output.bytes(text.as_bytes());
    output.line("");
    for file in &performed.files {
        output.bytes(beside(file).as_bytes());
    }
    Ok(ExitCode::Fine)
}

/// A file as it stands below the text.
fn beside(file: &Attached) -> String {
    let (path, text) = (PathText::new(&file.path).text, file.text.trim_end_matches('\n'));
    format!("\n<file path=\"{path}\">\n{text}\n</file>\n")
}

/// Says why there is no text: with `--json` in a document of the same form.
fn refuse(name: &str, error: &ActivationError, output: &mut Output) -> Outcome {
    let error = problem(error);
    // What went wrong with the machine is no answer about the skill.
    if !output.is_json() || error.kind == ProblemKind::System {
        return Err(error);
    }
    let code = error.kind.exit_code();
    output.json(&ActivationDocument {
        version: VERSION,
        success: false,
        skill_name: name.to_owned(),
        execution_context: context(Context::Inline),
        title: None,
        directory: None,
        prompt: None,
        commands: Vec::new(),
        files: Vec::new(),
        model: None,
        allowed_tools: Vec::new(),
        warnings: Vec::new(),
        duration_ms: 0,
        error: Some(error.message),
        hints: error.hints,
    });
    Ok(code)
}

fn problem(error: &ActivationError) -> CliError {
    let kind = match error {
        ActivationError::NotFound { .. } => ProblemKind::NotFound,
        ActivationError::NotForModels { .. }
        | ActivationError::NotForUsers { .. }
        | ActivationError::NotForked { .. }
        | ActivationError::NotPermitted { .. }
        | ActivationError::Blocked { .. }
        | ActivationError::Changed { .. }
        | ActivationError::TooLong { .. } => ProblemKind::Refused,
        ActivationError::Unreadable { cause, .. } => match cause.kind() {
            std::io::ErrorKind::FileTooLarge => ProblemKind::Refused,
            _ => ProblemKind::System,
        },
        ActivationError::Unscanned { .. } | ActivationError::Template(_) => ProblemKind::System,
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
        ActivationError::NotPermitted { cause: PermissionError::Nobody { .. }, .. } => problem
            .hint("`--allow once` allows it this time, `--allow always` until the skill changes"),
        _ => problem,
    }
}

fn context(context: Context) -> &'static str {
    match context {
        Context::Inline => "inline",
        Context::Fork => "fork",
    }
}

fn milliseconds(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}

fn document(performed: Performed, text: String) -> ActivationDocument {
    let Performed { plan, commands, files, mut warnings, took, .. } = performed;
    warnings.splice(0..0, plan.warnings);
    let command = |one: prowess::activation::CommandOutcome| CommandRunJson {
        command: one.command,
        status: one.status.word(),
    };
    let attached = |file: Attached| AttachedJson {
        mention: file.mention,
        path: PathText::new(&file.path).text,
        content: file.text,
    };
    ActivationDocument {
        version: VERSION,
        success: true,
        skill_name: plan.name,
        execution_context: context(plan.context),
        title: Some(plan.title),
        directory: Some(PathText::new(&plan.directory).text),
        prompt: Some(text),
        commands: commands.into_iter().map(command).collect(),
        files: files.into_iter().map(attached).collect(),
        model: plan.model,
        allowed_tools: plan.allowed_tools,
        warnings,
        duration_ms: milliseconds(took),
        error: None,
        hints: Vec::new(),
    }
}
