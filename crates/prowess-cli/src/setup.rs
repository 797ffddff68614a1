//! What the arguments make of this machine: the host, the settings, the engine.

use std::path::PathBuf;

use prowess::settings::PROJECT_FILE;
use prowess::{Engine, Host, Settings};
use prowess_api::ProblemKind;

use crate::args::Args;
use crate::error::CliError;

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
    Ok(host)
}

/// The file that holds the user's settings.
pub(crate) fn user_file(host: &Host) -> PathBuf {
    host.config().join("prowess/config.toml")
}

/// What the user, the project and the flags have set.
pub(crate) fn settings(args: &Args, host: &Host) -> Result<Settings, CliError> {
    let project = host.worktree().unwrap_or_else(|| host.cwd.clone()).join(PROJECT_FILE);
    let mut settings = Settings::load(&user_file(host), Some(&project));
    for assignment in &args.set {
        settings.set(assignment).map_err(|reason| {
            CliError::new(ProblemKind::Usage, format!("--set {assignment}: {reason}"))
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
    engine_on(host(args)?, args, profile, directories)
}

/// The same on a machine that is known better.
pub(crate) fn engine_on(
    host: Host,
    args: &Args,
    profile: &str,
    directories: Option<Vec<PathBuf>>,
) -> Result<Engine, CliError> {
    let settings = settings(args, &host)?;
    let builder = Engine::builder(host).profile(profile).settings(settings);
    Ok(match directories {
        Some(directories) => builder.directories(directories).build()?,
        None => builder.build()?,
    })
}
