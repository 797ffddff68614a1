//! What `render` and `run` share: how a skill is named and started, and how the answer is printed.

mod typed;

use std::time::Duration;

use prowess::activation::{Attached, CommandOutcome, CommandStatus};
use prowess::permission::PermissionError;
use prowess::trust::Standing;
use prowess::{ActivationError, Caller, Cancel, Catalog, Engine, Performed, Request};
use prowess_api::{
    ActivationDocument, AttachedJson, CommandRunJson, ExitCode, PathText, ProblemKind, VERSION,
};
use prowess_format::views::Context;

use super::Outcome;
use crate::ask::{Allow, Asker};
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

/// Which skill is started, and how
#[derive(Debug, clap::Args)]
pub(crate) struct Start {
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

    /// Allow what would be asked for
    #[arg(long, value_name = "HOW", value_enum)]
    allow: Option<Allow>,
}

impl Start {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    pub(crate) fn allow(&self) -> Option<Allow> {
        self.allow
    }
}

/// Who starts a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    /// A user, by the skill's command
    User,
    /// A model
    Model,
}

/// What is done with a skill that is started.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// Its text is made, and nothing is run.
    Render,
    /// What it asks for is done; a skill that is not for a sub-agent may be refused.
    Run {
        /// It is to be one for a sub-agent.
        fork: bool,
    },
}

/// A skill that was started: what became of it, and the text for the model.
struct Started {
    performed: Performed,
    text: String,
}

/// What skills are started with.
struct Starter<'a> {
    engine: &'a Engine,
    catalog: &'a Catalog,
    way: Way,
    asker: Asker,
}

impl Starter<'_> {
    fn start(&mut self, name: &str, request: &Request<'_>) -> Result<Started, ActivationError> {
        let plan = self.catalog.activate(name, request)?;
        let plan = match self.way {
            Way::Render => plan.without_commands(),
            Way::Run { .. } => plan,
        };
        let performed = self.engine.perform(plan, &mut self.asker, &Cancel::none())?;
        let text = match (self.way, performed.plan.context) {
            (Way::Render, _) | (Way::Run { fork: false }, Context::Inline) => {
                performed.text.clone()
            }
            (Way::Run { .. }, _) => performed.fork_prompt()?,
        };
        Ok(Started { performed, text })
    }
}

/// Starts what was named or typed, and prints what comes of it.
pub(crate) fn run(
    start: &Start,
    way: Way,
    args: &crate::args::Args,
    output: &mut Output,
) -> Outcome {
    let host = setup::host(args)?;
    let project = host.worktree().unwrap_or_else(|| host.cwd.clone());
    let engine = setup::engine_on(host, args, args.profile_name(), None, false)?;
    let catalog = engine.load(&Cancel::none())?;
    let arguments = start.arguments.join(" ");
    let request = Request {
        arguments: &arguments,
        caller: match start.caller {
            Who::User => Caller::User,
            Who::Model => Caller::Model,
        },
        project: Some(&project),
        session: start.session.as_deref(),
    };
    let asker = Asker { allow: start.allow };
    let mut starter = Starter { engine: &engine, catalog: &catalog, way, asker };
    if let Some(draft) = &start.typed {
        return typed::run(draft, &mut starter, &request, output);
    }
    let started = starter.start(&start.name, &request);
    setup::talk_of_trouble(&engine, output);
    match started {
        Ok(started) if output.is_json() => output.json(&document(started)),
        Ok(started) => {
            talk_of(&started.performed, output);
            output.bytes(started.text.as_bytes());
            output.line("");
            print_files(&started.performed, output);
        }
        Err(error) => {
            let error = problem(&error);
            // What went wrong with the machine is no answer about the skill.
            if !output.is_json() || error.kind == ProblemKind::System {
                return Err(error);
            }
            let code = error.kind.exit_code();
            output.json(&refusal(&start.name, error));
            return Ok(code);
        }
    }
    Ok(ExitCode::Fine)
}

/// Says what the one who asked should know, and what is missing in the text.
fn talk_of(performed: &Performed, output: &mut Output) {
    for warning in performed.plan.warnings.iter().chain(&performed.warnings) {
        output.talk(warning);
    }
    let not_run = performed.commands.iter().filter(|one| !one.status.was_run());
    let mut disabled = 0;
    for one in not_run {
        match (one.status, &one.reason) {
            (CommandStatus::Blocked | CommandStatus::Denied, Some(reason)) => {
                output.talk(&format!("`{}` was not run: {reason}", one.command));
            }
            _ => disabled += 1,
        }
    }
    if disabled > 0 {
        output.talk(&format!("commands that were not run: {disabled}"));
        if let Standing::Untrusted { project } = &performed.plan.standing {
            let project = project.display();
            output.talk(&format!("nothing of it may run: the project `{project}` is not trusted"));
        }
    }
}

/// Prints the files that stand below the text.
fn print_files(performed: &Performed, output: &mut Output) {
    for file in &performed.files {
        let (path, text) = (PathText::new(&file.path).text, file.text.trim_end_matches('\n'));
        output.bytes(format!("\n<file path=\"{path}\">\n{text}\n</file>\n").as_bytes());
    }
}

/// The document that says why there is no text.
fn refusal(name: &str, error: CliError) -> ActivationDocument {
    ActivationDocument {
        version: Some(VERSION),
        success: false,
        skill_name: name.to_owned(),
        execution_context: context(Context::Inline),
        title: None,
        directory: None,
        prompt: None,
        commands: Vec::new(),
        isolation: None,
        files: Vec::new(),
        model: None,
        allowed_tools: Vec::new(),
        warnings: Vec::new(),
        duration_ms: 0,
        error: Some(error.message),
        hints: error.hints,
    }
}

pub(crate) fn problem(error: &ActivationError) -> CliError {
    let kind = match error {
        ActivationError::NotFound { .. } => ProblemKind::NotFound,
        ActivationError::NotForModels { .. }
        | ActivationError::NotForUsers { .. }
        | ActivationError::NotForked { .. }
        | ActivationError::NotPermitted { .. }
        | ActivationError::CommandFailed { .. }
        | ActivationError::Cancelled { .. }
        | ActivationError::NoSandbox { .. }
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
        ActivationError::CommandFailed { output, .. } if !output.is_empty() => {
            problem.hint(format!("it said: {output}"))
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

pub(crate) fn milliseconds(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}

fn document(started: Started) -> ActivationDocument {
    let Started { performed, text } = started;
    let Performed { plan, commands, isolation, files, mut warnings, took, .. } = performed;
    warnings.splice(0..0, plan.warnings);
    let command = |one: CommandOutcome| CommandRunJson {
        command: one.command,
        status: one.status.word(),
        exit_code: one.code,
        reason: one.reason,
        output: one.status.was_run().then_some(one.output),
        cut: one.cut,
        duration_ms: one.status.was_run().then(|| milliseconds(one.took)),
    };
    let attached = |file: Attached| AttachedJson {
        mention: file.mention,
        path: PathText::new(&file.path).text,
        content: file.text,
    };
    ActivationDocument {
        version: Some(VERSION),
        success: true,
        skill_name: plan.name,
        execution_context: context(plan.context),
        title: Some(plan.title),
        directory: Some(PathText::new(&plan.directory).text),
        prompt: Some(text),
        commands: commands.into_iter().map(command).collect(),
        isolation: isolation.map(|tier| tier.to_string()),
        files: files.into_iter().map(attached).collect(),
        model: plan.model,
        allowed_tools: plan.allowed_tools,
        warnings,
        duration_ms: milliseconds(took),
        error: None,
        hints: Vec::new(),
    }
}
