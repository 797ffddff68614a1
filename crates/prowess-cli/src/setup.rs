//! What the arguments make of this machine: the host, the settings, the engine.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use prowess::sandbox::Helper;
use prowess::scan::{Day, Pack, UnknownPack, UserPolicy};
use prowess::settings::PROJECT_FILE;
use prowess::trust::Trust;
use prowess::{Engine, EngineBuilder, Files, Host, Profile, ProfileError, Settings};
use prowess_api::ProblemKind;
use prowess_format::rules::DocumentKind;

use crate::args::Args;
use crate::error::CliError;
use crate::output::Output;

/// The machine the arguments describe.
pub(crate) fn host(args: &Args) -> Result<Host, CliError> {
    let mut host =
        Host::current().map_err(|error| CliError::new(ProblemKind::System, error.to_string()))?;
    if let Some(home) = &args.home {
        let home = std::path::absolute(home).map_err(|error| {
            let message = format!("cannot use `{}` as home: {error}", home.display());
            CliError::new(ProblemKind::Usage, message)
        })?;
        host = host.with_home(home);
    }
    for assignment in &args.env {
        let Some((name, value)) = assignment.split_once('=') else {
            let message = format!("`--env {assignment}` is not of the form NAME=VALUE");
            return Err(CliError::new(ProblemKind::Usage, message));
        };
        host.env.insert(name.to_owned(), value.to_owned());
    }
    host.agent.clone_from(&args.agent);
    host.mode.clone_from(&args.mode);
    Ok(host)
}

/// The profile that was asked for: a built-in one, or one of the user's own.
pub(crate) fn profile(args: &Args, name: &str) -> Result<Profile, CliError> {
    // The built-in ones need no home directory.
    match Profile::named(name) {
        Err(ProfileError::Unknown { .. }) => Ok(Profile::find(name, &host(args)?)?),
        found => Ok(found?),
    }
}

/// The profiles of the agents that were named; `all` is every one that stands for a product as it is
/// today and reads `SKILL.md` files. An agent among the paths was meant for another of the names.
pub(crate) fn agents(
    args: &Args,
    names: &[String],
    paths: &[PathBuf],
) -> Result<Vec<Profile>, CliError> {
    let is_agent = |path: &&str| !Path::new(path).exists() && profile(args, path).is_ok();
    if let Some(path) = paths.iter().filter_map(|path| path.to_str()).find(is_agent) {
        let message = format!("`{path}` is the name of an agent, and no such path is here");
        let hint = format!("agents are separated by commas: `--for {},{path}`", names.join(","));
        return Err(CliError::new(ProblemKind::Usage, message).hint(hint));
    }
    let mut agents: Vec<Profile> = Vec::new();
    for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
        let found = match name {
            "all" => all_agents(&host(args)?),
            name => vec![profile(args, name)?],
        };
        let known: Vec<String> = agents.iter().map(|agent| agent.name.clone()).collect();
        agents.extend(found.into_iter().filter(|agent| !known.contains(&agent.name)));
    }
    match agents.is_empty() {
        true => {
            Err(CliError::new(ProblemKind::Usage, "`--for` needs the name of an agent, or `all`"))
        }
        false => Ok(agents),
    }
}

fn all_agents(host: &Host) -> Vec<Profile> {
    let profiles =
        Profile::names_on(host).into_iter().filter_map(|name| Profile::find(&name, host).ok());
    let fits =
        |profile: &Profile| profile.current && profile.format.document == DocumentKind::SkillMd;
    profiles.filter(fits).collect()
}

/// The profile that was asked for; else ours and those of the agents that are here; else, where none
/// is, every one that stands for a product as it is today.
pub(crate) fn current_profiles(args: &Args, host: &Host) -> Vec<String> {
    if let Some(profile) = &args.profile {
        return vec![profile.clone()];
    }
    let current = |name: &String| Profile::find(name, host).is_ok_and(|profile| profile.current);
    let here = prowess::agents::present(host);
    let mut names: Vec<String> = here
        .iter()
        .map(|present| present.agent.profile.as_ref().unwrap_or(&present.agent.id).clone())
        .collect();
    match names.is_empty() {
        true => names = Profile::names_on(host).into_iter().filter(current).collect(),
        // The user's own profiles have no sign by which they are found.
        false => names.extend(Profile::own_names(host).into_iter().filter(current)),
    }
    names.push("prowess".to_owned());
    names.sort_unstable();
    names.dedup();
    names
}

/// The file that holds the user's settings.
pub(crate) fn user_file(host: &Host) -> PathBuf {
    host.config().join("prowess/config.toml")
}

/// The files that an engine is made with, whether they are there or not.
pub(crate) fn files(host: &Host, profile: &str) -> Vec<PathBuf> {
    let own_profile = host.profiles().join(format!("{profile}.toml"));
    vec![user_file(host), project_file(host), policy_file(host), Trust::file(host), own_profile]
}

fn project_file(host: &Host) -> PathBuf {
    host.worktree().unwrap_or_else(|| host.cwd.clone()).join(PROJECT_FILE)
}

/// What the user, the project and the flags have set.
pub(crate) fn settings(args: &Args, host: &Host) -> Result<Settings, CliError> {
    let mut settings = Settings::load(&user_file(host), Some(&project_file(host)));
    for assignment in &args.set {
        settings.set(assignment).map_err(|reason| {
            // The value may be a secret.
            let key = assignment.split('=').next().unwrap_or_default();
            CliError::new(ProblemKind::Usage, format!("--set {key}: {reason}"))
        })?;
    }
    Ok(settings)
}

/// The engine for one profile, or for exactly these directories.
pub(crate) fn engine(
    args: &Args,
    profile: &str,
    directories: Option<Vec<PathBuf>>,
) -> Result<Engine, CliError> {
    engine_on(host(args)?, args, profile, directories, false)
}

/// The same on a machine that is known better; what the scanner blocks is not loaded, where that is
/// asked for.
pub(crate) fn engine_on(
    host: Host,
    args: &Args,
    profile: &str,
    directories: Option<Vec<PathBuf>>,
    scan_on_load: bool,
) -> Result<Engine, CliError> {
    let mut builder = builder(args, host, profile)?;
    if scan_on_load {
        builder = builder.scan_on_load(true);
    }
    built(
        args,
        match directories {
            Some(directories) => builder.directories(directories),
            None => builder,
        },
    )
}

/// The engine for one of several profiles that look at the same machine: every file is read once.
pub(crate) fn engine_sharing(
    args: &Args,
    host: Host,
    profile: &str,
    files: Arc<Files>,
) -> Result<Engine, CliError> {
    built(args, builder(args, host, profile)?.files(files))
}

/// The engine whose skills are handed to others: none that a rule denies is among them.
pub(crate) fn serving_engine(
    args: &Args,
    profile: &str,
    directories: Option<Vec<PathBuf>>,
) -> Result<Engine, CliError> {
    let builder = builder(args, host(args)?, profile)?.without_denied();
    let engine = match directories {
        Some(directories) => builder.directories(directories),
        None => builder,
    };
    built(args, engine)
}

/// What a scan is asked with, beside what the user has set.
#[derive(Debug, Default)]
pub(crate) struct ScanOptions<'a> {
    pub(crate) pack: Option<Pack>,
    /// A file with rules of the user's own.
    pub(crate) rules: Option<&'a Path>,
    /// A file with suppressions, in place of the user's own.
    pub(crate) policy: Option<&'a Path>,
}

/// The engine that scans as it is told.
pub(crate) fn scanning_engine(args: &Args, options: &ScanOptions<'_>) -> Result<Engine, CliError> {
    let host = host(args)?;
    let policy = policy(&settings(args, &host)?, &host, options)?;
    built(args, builder(args, host, args.profile_name())?.policy(policy))
}

/// The file with what the user decided about scanning.
pub(crate) fn policy_file(host: &Host) -> PathBuf {
    host.config().join("prowess/scan.toml")
}

/// What the user decided about scanning: never what a project says.
fn policy(
    settings: &Settings,
    host: &Host,
    options: &ScanOptions<'_>,
) -> Result<UserPolicy, CliError> {
    let set = settings.text("scan.pack").map(|word| {
        word.parse().map_err(|error: UnknownPack| {
            CliError::new(ProblemKind::Usage, format!("the setting `scan.pack`: {error}"))
        })
    });
    let pack = match options.pack {
        Some(pack) => pack,
        None => set.transpose()?.unwrap_or_default(),
    };
    let mut policy = UserPolicy::new(pack);
    let own = policy_file(host);
    let file = options.policy.unwrap_or(&own);
    let text = match read_policy(file) {
        Err(error) if options.policy.is_none() && error.kind() == ErrorKind::NotFound => None,
        text => Some(text.map_err(|error| unusable(file, &error))?),
    };
    if let Some(text) = text {
        let origin = file.display().to_string();
        policy = policy.with_rules(&text, &origin).with_suppressions(&text, today(), &origin);
    }
    if let Some(file) = options.rules {
        let text = read_policy(file).map_err(|error| unusable(file, &error))?;
        policy = policy.with_rules(&text, &file.display().to_string());
    }
    Ok(policy)
}

/// The text of a file that the user wrote for the scanner.
pub(crate) fn read_policy(file: &Path) -> std::io::Result<String> {
    prowess::scan::read_policy_file(file)
}

pub(crate) fn unusable(file: &Path, error: &std::io::Error) -> CliError {
    let kind = match error.kind() {
        ErrorKind::NotFound => ProblemKind::NotFound,
        _ => ProblemKind::System,
    };
    CliError::new(kind, format!("cannot read `{}`: {error}", file.display()))
}

/// The day it is, in the time of Greenwich.
fn today() -> Day {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Day::since_1970(since.as_secs() / 86_400).unwrap_or(Day::LAST)
}

/// Says what is wrong with the user's rules and suppressions, and with remembering verdicts.
pub(crate) fn talk_of_trouble(engine: &Engine, output: &mut Output) {
    for problem in engine.policy().problems() {
        output.talk(&format!("warning: {problem}"));
    }
    if let Some(trouble) = engine.verdict_trouble() {
        output.talk(&format!("warning: verdicts are not remembered: {trouble}"));
    }
}

fn builder(args: &Args, host: Host, profile: &str) -> Result<EngineBuilder, CliError> {
    let settings = settings(args, &host)?;
    // Where it cannot be read what is trusted, nothing is; `doctor` and `trust` say why.
    let trust = Trust::load(&host).unwrap_or_default();
    // Nothing else has to wait until that is mended; `scan` does.
    let policy = policy(&settings, &host, &ScanOptions::default())
        .unwrap_or_else(|error| UserPolicy::default().with_problem(error.message));
    let on_load = settings.flag("scan.onLoad") == Some(true);
    let builder = Engine::builder(host).profile(profile).settings(settings).trust(trust);
    Ok(builder.policy(policy).scan_on_load(on_load).helper(Helper::ThisProgram))
}

fn built(args: &Args, builder: EngineBuilder) -> Result<Engine, CliError> {
    let engine = builder.build()?;
    require_known(args, engine.profile())?;
    Ok(engine)
}

/// An agent or a mode that means nothing to the profile would be left out silently.
fn require_known(args: &Args, profile: &Profile) -> Result<(), CliError> {
    // Where several profiles are asked, those that know it filter by it.
    if args.profile.is_none() {
        return Ok(());
    }
    let unknown = [
        ("--agent", args.agent.is_some() && !profile.has_agents()),
        ("--mode", args.mode.is_some() && !profile.has_modes()),
    ];
    match unknown.into_iter().find(|(_, unknown)| *unknown) {
        Some((flag, _)) => {
            let message = format!("`{flag}` means nothing to the profile `{}`", profile.name);
            Err(CliError::new(ProblemKind::Usage, message))
        }
        None => Ok(()),
    }
}
