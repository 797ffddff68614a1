//! Running what a skill's text asks for. Off unless the profile has it, the skill is trusted, and
//! permission is given; then in the sandbox, with what was typed handed over as values.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use prowess_format::Digest;
use prowess_format::dialect::{Dialect, ShellFailure};
use prowess_format::fill::{Script, ScriptError, Wanted};
use prowess_sandbox::{
    Access, Command, End, Error, Limits, Outcome, Sandbox, Tier, credential_paths,
};

use super::{ActivationError, Plan};
use crate::bundled;
use crate::cancel::Cancel;
use crate::engine::Engine;
use crate::environment::{self, SkillEnvironment};
use crate::event::Event;
use crate::limits;
use crate::parallel;
use crate::permission::{Action, Ask, Permission, PermissionRequest};
use crate::settings::Settings;
use crate::trust::Standing;

/// The variables of the user's that every command sees.
const ENVIRONMENT: [&str; 3] = ["PATH", "LANG", "TERM"];

/// Programs for which an exit code of 1 means that nothing was found.
const SEARCHERS: [&str; 8] = ["grep", "egrep", "fgrep", "rg", "ag", "ack", "find", "fd"];

/// What became of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandOutcome {
    /// The command, as it is written.
    pub command: String,
    /// How it went.
    pub status: CommandStatus,
    /// Why it was not run, or how it failed.
    pub reason: Option<String>,
    /// Its exit code, where it had one.
    pub code: Option<i32>,
    /// What it said on its standard output, without what could steer a terminal.
    pub output: String,
    /// It said more than that.
    pub cut: bool,
    /// How long it took.
    pub took: Duration,
}

/// How a command went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandStatus {
    /// It ran, and ended well.
    Done,
    /// It ran, and failed.
    Failed,
    /// It ran out of time, and was killed.
    TimedOut,
    /// It was not run: nothing was to be.
    Disabled,
    /// It was not run: the project it comes from is not trusted.
    Untrusted,
    /// It was not run: a rule of the user's forbids it.
    Denied,
    /// It was not run: it is no command that is allowed here.
    Blocked,
}

impl CommandStatus {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::TimedOut => "timed-out",
            Self::Disabled => "disabled",
            Self::Untrusted => "untrusted",
            Self::Denied => "denied",
            Self::Blocked => "blocked",
        }
    }

    /// Whether it was run.
    pub fn was_run(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::TimedOut)
    }
}

/// What became of the commands of a plan.
#[derive(Default)]
pub(super) struct Ran {
    pub(super) outcomes: Vec<CommandOutcome>,
    /// What stands in the place of each; nothing where the words for one that was not run do.
    pub(super) texts: Vec<Option<String>>,
    /// The walls they ran in.
    pub(super) isolation: Option<Tier>,
    pub(super) warnings: Vec<String>,
}

/// What commands see of the environment.
pub(crate) struct CommandEnvironment {
    pub(crate) variables: Vec<(String, String)>,
    /// The names of those that the user's settings give this skill.
    pub(crate) own: Vec<String>,
    /// What is to be said about those that they do not see.
    pub(crate) warnings: Vec<String>,
}

/// A command that may be run, once it is permitted.
struct Ready<'a> {
    /// Which of the plan's it is.
    number: usize,
    written: &'a str,
    script: &'a Script,
    command: Command,
}

impl Engine {
    /// Where commands are run; the reason where the setting that says how makes no sense.
    pub(crate) fn sandbox(&self, settings: &Settings) -> Result<&Sandbox, String> {
        let minimum = match settings.text("sandbox.minimum") {
            None => Tier::LandlockSeccomp,
            Some(word) => Tier::ALL
                .into_iter()
                .find(|tier| tier.to_string() == word)
                .ok_or_else(|| format!("the setting `sandbox.minimum`: there is no `{word}`"))?,
        };
        Ok(self.sandbox.get_or_init(|| Sandbox::new(self.helper.clone()).minimum(minimum)))
    }

    /// Runs the commands of a plan, as far as they may.
    pub(super) fn run_commands(
        &self,
        plan: &Plan,
        digest: Option<Digest>,
        ask: &mut dyn Ask,
        cancel: &Cancel,
    ) -> Result<Ran, ActivationError> {
        let commands: Vec<(&str, &Result<Script, ScriptError>)> =
            plan.wanted.iter().filter_map(command_of).collect();
        let mut ran = Ran { texts: vec![None; commands.len()], ..Ran::default() };
        let untrusted = matches!(plan.standing, Standing::Untrusted { .. });
        let denied = self.permission_rule(Permission::Command, &plan.name).0 == Action::Deny;
        let off = match () {
            () if plan.commands_off => Some((CommandStatus::Disabled, "nothing was to be run")),
            () if untrusted => Some((CommandStatus::Untrusted, "its project is not trusted")),
            () if denied => Some((CommandStatus::Denied, "a rule forbids it")),
            () => None,
        };
        ran.outcomes = commands
            .iter()
            .map(|(written, _)| match off {
                Some((status, reason)) => not_run(written, status, reason),
                None => not_run(written, CommandStatus::Blocked, ""),
            })
            .collect();
        if off.is_some() || commands.is_empty() {
            return Ok(ran);
        }
        let settings = self.settings();
        let primary = plan.primary_env.as_deref();
        let environment = self.environment_of(&plan.settings_key, primary, &settings);
        ran.warnings.extend(environment.warnings);
        let mut ready = Vec::new();
        for (number, (written, script)) in commands.iter().enumerate() {
            if ready.len() >= limits::COMMANDS {
                let most = limits::COMMANDS;
                ran.outcomes[number].reason = Some(format!("{most} commands come before it"));
                continue;
            }
            match prepare(plan, script, &settings, &environment.variables) {
                Ok((script, command)) => ready.push(Ready { number, written, script, command }),
                Err(reason) => ran.outcomes[number].reason = Some(reason),
            }
        }
        if ready.is_empty() {
            return Ok(ran);
        }
        let network = has_network(&plan.name, &settings);
        self.permit_commands(plan, &ready, digest, network, environment.own, ask)?;
        let access = self
            .access_of(&plan.directory, plan.project.as_deref(), &settings, network)
            .map_err(|cause| no_sandbox(plan, cause))?;
        let sandbox = self.sandbox(&settings).map_err(|cause| no_sandbox(plan, cause))?;
        let limits = Limits::default();
        let results = parallel::map_large(&ready, 1, |one| {
            self.events.tell(|| Event::RunStarted {
                skill: plan.name.clone(),
                command: one.written.to_owned(),
            });
            let result = sandbox.run(&one.command, &access, &limits, &|| cancel.is_cancelled());
            self.events.tell(|| Event::RunFinished {
                skill: plan.name.clone(),
                command: one.written.to_owned(),
                end: result.as_ref().map_or_else(ToString::to_string, |done| how(done.end)),
                took: result.as_ref().map(|done| done.took).unwrap_or_default(),
            });
            result
        });
        if cancel.is_cancelled() {
            return Err(ActivationError::Cancelled { name: plan.name.clone() });
        }
        for (one, result) in ready.iter().zip(results) {
            let outcome = match result {
                Ok(done) => {
                    ran.isolation = Some(done.tier);
                    ended(one, &done, &self.profile().dialect)
                }
                Err(Error::NotFound { .. }) => {
                    not_run(one.written, CommandStatus::Failed, "not found")
                }
                // Not executable, an interpreter that is missing, or too long for the system.
                Err(Error::NotExecutable { why, .. }) => {
                    not_run(one.written, CommandStatus::Failed, &why)
                }
                Err(error) => return Err(no_sandbox(plan, error.to_string())),
            };
            ran.texts[one.number] = Some(text(&outcome, plan, &self.profile().dialect)?);
            ran.outcomes[one.number] = outcome;
        }
        Ok(ran)
    }

    /// Asks once for all commands of a plan.
    fn permit_commands(
        &self,
        plan: &Plan,
        ready: &[Ready<'_>],
        digest: Option<Digest>,
        network: bool,
        variables: Vec<String>,
        ask: &mut dyn Ask,
    ) -> Result<(), ActivationError> {
        let Some(read) = plan.read.first() else { return Ok(()) };
        let request = PermissionRequest {
            permission: Permission::Command,
            session: plan.session.clone(),
            skill: plan.name.clone(),
            path: plan.directory.clone(),
            patterns: ready.iter().map(|one| one.written.to_owned()).collect(),
            always: vec![plan.name.clone()],
            digest,
            network,
            variables,
        };
        let permitted = self.permit(&request, &read.candidate, ask);
        let refused = |cause| ActivationError::NotPermitted { name: plan.name.clone(), cause };
        permitted.map(drop).map_err(refused)
    }

    /// What commands of the skill that settings know by `key` see of the environment.
    pub(crate) fn environment_of(
        &self,
        key: &str,
        primary: Option<&str>,
        settings: &Settings,
    ) -> CommandEnvironment {
        let host = self.host();
        let allowed = settings.list_if_set("skills.security.allowedEnv");
        let usual = ENVIRONMENT.map(str::to_owned);
        let own = SkillEnvironment::of(key, primary, settings, host);
        let (mut variables, mut refused) = (own.variables, own.refused);
        let own = variables.iter().map(|(name, _)| name.clone()).collect();
        for name in allowed.unwrap_or(&usual) {
            // What the user gives this skill counts before what every command sees.
            let known = variables.iter().any(|(other, _)| other == name);
            if environment::is_refused(name) && !ENVIRONMENT.contains(&name.as_str()) {
                refused.push(name.clone());
            } else if let Some(value) = host.variable(name).filter(|_| !known) {
                variables.push((name.clone(), value.to_owned()));
            }
        }
        let said = |name: &String| format!("`{name}` is never given to commands of skills");
        CommandEnvironment { variables, own, warnings: refused.iter().map(said).collect() }
    }

    /// What commands of a skill reach: its own files, and the project as the user lets them.
    pub(crate) fn access_of(
        &self,
        directory: &Path,
        project: Option<&Path>,
        settings: &Settings,
        network: bool,
    ) -> Result<Access, String> {
        let home = &self.host().home;
        let mut access = Access { network, ..Access::default() };
        access.read_only.push(directory.to_owned());
        // Whoever works in the home directory has not opened all of it.
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let project = project.map(real).filter(|project| !real(home).starts_with(project));
        match settings.text("sandbox.workspace") {
            Some("write") => access.writable.extend(project),
            Some("none") => {}
            None | Some("read") => access.read_only.extend(project),
            Some(other) => {
                return Err(format!("the setting `sandbox.workspace`: there is no `{other}`"));
            }
        }
        access.masked = credential_paths(home);
        Ok(access)
    }
}

/// Whether commands of the skill of that name reach the network. The name that a skill says its settings
/// go by does not count: it may be another's.
pub(crate) fn has_network(name: &str, settings: &Settings) -> bool {
    let said = settings.below(&["sandbox", "network"]);
    said.iter().any(|(skill, set)| *skill == name && set.value.as_text() == Some("allow"))
}

fn command_of(wanted: &Wanted) -> Option<(&str, &Result<Script, ScriptError>)> {
    match wanted {
        Wanted::Command { command, script, .. } => Some((command, script)),
        Wanted::Text { .. } | Wanted::File { .. } => None,
    }
}

fn not_run(written: &str, status: CommandStatus, reason: &str) -> CommandOutcome {
    CommandOutcome {
        command: written.to_owned(),
        status,
        reason: (!reason.is_empty()).then(|| reason.to_owned()),
        code: None,
        output: String::new(),
        cut: false,
        took: Duration::ZERO,
    }
}

fn no_sandbox(plan: &Plan, cause: String) -> ActivationError {
    ActivationError::NoSandbox { name: plan.name.clone(), cause }
}

/// The command that is run for a script, or why it is not.
fn prepare<'a>(
    plan: &Plan,
    script: &'a Result<Script, ScriptError>,
    settings: &Settings,
    environment: &[(String, String)],
) -> Result<(&'a Script, Command), String> {
    let script = script.as_ref().map_err(ToString::to_string)?;
    if bundled::tree(&plan.directory).is_some() {
        return Err("it has no directory: the skill is part of the program".to_owned());
    }
    let prefixes = settings.list("skills.security.allowedCommandPrefixes");
    let argv = match prefixes {
        [] => vec!["sh".to_owned(), "-c".to_owned(), script.text.clone()],
        prefixes => {
            let argv = script.argv().ok_or("it is not one plain command")?;
            if !prefixes.iter().any(|prefix| begins_with(&argv, prefix)) {
                return Err("it is not in the allowed prefixes".to_owned());
            }
            argv
        }
    };
    let mut command = Command::new(argv[0].as_str(), &plan.directory);
    command.args = argv[1..].iter().map(OsString::from).collect();
    command.environment = pairs(environment, script);
    Ok((script, command))
}

fn pairs(environment: &[(String, String)], script: &Script) -> Vec<(OsString, OsString)> {
    let all = environment.iter().chain(&script.values);
    all.map(|(name, value)| (name.into(), value.into())).collect()
}

/// Whether the words of a command begin with those of a prefix.
fn begins_with(argv: &[String], prefix: &str) -> bool {
    let words: Vec<&str> = prefix.split_whitespace().collect();
    !words.is_empty()
        && argv.len() >= words.len()
        && argv.iter().zip(&words).all(|(word, wanted)| word == wanted)
}

/// How a command ended, in a word or two.
pub(crate) fn how(end: End) -> String {
    match end {
        End::Exited(code) => format!("exit {code}"),
        End::Signalled(signal) => format!("signal {signal}"),
        End::TimedOut => "out of time".to_owned(),
        End::Cancelled => "cancelled".to_owned(),
    }
}

fn ended(one: &Ready<'_>, done: &Outcome, dialect: &Dialect) -> CommandOutcome {
    let found_nothing = done.end == End::Exited(1) && searches(one.script);
    let (status, code) = match done.end {
        End::Exited(0) => (CommandStatus::Done, Some(0)),
        End::Exited(code) if found_nothing => (CommandStatus::Done, Some(code)),
        End::Exited(code) => (CommandStatus::Failed, Some(code)),
        End::Signalled(_) | End::Cancelled => (CommandStatus::Failed, None),
        End::TimedOut => (CommandStatus::TimedOut, None),
    };
    let mut output = done.stdout.text();
    if dialect.shell_errors {
        output.push_str(&done.stderr.text());
    }
    CommandOutcome {
        command: one.written.to_owned(),
        status,
        reason: (status != CommandStatus::Done).then(|| how(done.end)),
        code,
        output: output.trim().to_owned(),
        cut: done.stdout.cut || (dialect.shell_errors && done.stderr.cut),
        took: done.took,
    }
}

fn searches(script: &Script) -> bool {
    script.argv().is_some_and(|argv| SEARCHERS.contains(&argv[0].as_str()))
}

/// What stands in the place of a command that was run.
fn text(
    outcome: &CommandOutcome,
    plan: &Plan,
    dialect: &Dialect,
) -> Result<String, ActivationError> {
    let mut text = outcome.output.clone();
    if outcome.cut {
        text.push_str("\n[the output was longer, and is cut here]");
    }
    let Some(reason) = outcome.reason.as_ref().filter(|_| outcome.status != CommandStatus::Done)
    else {
        return Ok(text);
    };
    match dialect.shell_failure {
        ShellFailure::Output => Ok(text),
        ShellFailure::Words if text.is_empty() => Ok(dialect.failed(&outcome.command, reason)),
        ShellFailure::Words => Ok(format!("{}\n{text}", dialect.failed(&outcome.command, reason))),
        ShellFailure::Abort => Err(ActivationError::CommandFailed {
            name: plan.name.clone(),
            command: outcome.command.clone(),
            reason: reason.clone(),
            output: text,
        }),
    }
}
