//! `prowess config`: each setting with its origin.

use prowess_api::{ConfigDocument, ConfigSetting, ExitCode, IgnoredSetting, VERSION};

use super::Outcome;
use crate::output::{Output, safe};
use crate::setup;

/// Show the settings in force, each with where it comes from
///
/// With --profile also what the agent's own settings files say, as far as it decides which skills it
/// sees.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let host = setup::host(args)?;
    let settings = match &args.profile {
        Some(profile) => setup::engine(args, profile, None)?.settings(),
        None => setup::settings(args, &host)?,
    };
    let shown = settings.all().map(|(key, setting)| {
        // Keys and variables of skills are for the skills, not for a screen or a log.
        let value =
            if setting.is_secret() { "(not shown)".to_owned() } else { setting.value.to_string() };
        ConfigSetting { key: key.to_owned(), value, origin: setting.origin.to_string() }
    });
    let ignored = settings.ignored().iter().map(|ignored| IgnoredSetting {
        key: ignored.key.clone(),
        origin: ignored.origin.to_string(),
        reason: ignored.reason.clone(),
    });
    let user_file = setup::user_file(&host).display().to_string();
    let document = ConfigDocument {
        version: VERSION,
        user_file,
        settings: shown.collect(),
        ignored: ignored.collect(),
    };
    if output.is_json() {
        output.json(&document);
        return Ok(ExitCode::Fine);
    }
    for setting in &document.settings {
        let (key, value) = (safe::line(&setting.key), safe::line(&setting.value));
        output.line(&format!("{key} = {value}  # {}", safe::line(&setting.origin)));
    }
    for ignored in &document.ignored {
        let origin = safe::line(&ignored.origin);
        let what = if ignored.key.is_empty() {
            String::new()
        } else {
            format!("`{}` of ", safe::line(&ignored.key))
        };
        output.talk(&format!(
            "warning: {what}{origin} does not count: {}",
            safe::line(&ignored.reason)
        ));
    }
    if document.settings.is_empty() {
        output.talk(&format!("nothing is set; {} is where you would", document.user_file));
    }
    Ok(ExitCode::Fine)
}
