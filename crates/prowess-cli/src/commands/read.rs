//! `prowess read`: a file of a skill, by its address.

use prowess::{Cancel, ResourceError};
use prowess_api::{ExitCode, PathText, ProblemKind, ReadDocument};

use super::Outcome;
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

/// Print a file of a skill by its address: skill://NAME or skill://NAME/PATH
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// skill://NAME is its SKILL.md, skill://NAME/PATH a file or directory inside it
    #[arg(value_name = "URL")]
    url: String,
}

/// How many skills are named where the one that was asked for is unknown.
const NAMED: usize = 20;

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let engine = setup::engine(args, args.profile_name(), None)?;
    let catalog = engine.load(&Cancel::none())?;
    let resource = catalog.read(&command.url).map_err(|error| problem(&error))?;
    if output.is_json() {
        let path = PathText::new(&resource.path);
        let (url, kind) = (resource.url, resource.content_type);
        output.json(&ReadDocument::new(url, path, kind, &resource.content));
    } else {
        output.bytes(&resource.content);
    }
    Ok(ExitCode::Fine)
}

fn problem(error: &ResourceError) -> CliError {
    let kind = match error {
        ResourceError::OtherScheme(_)
        | ResourceError::NoName
        | ResourceError::BadEncoding(_)
        | ResourceError::NulByte => ProblemKind::Usage,
        ResourceError::UnknownSkill { .. } | ResourceError::NotFound(_) => ProblemKind::NotFound,
        ResourceError::Unreadable { .. } => ProblemKind::System,
        _ => ProblemKind::Refused,
    };
    let ResourceError::UnknownSkill { name, available } = error else {
        return CliError::new(kind, error.to_string());
    };
    let mut named = available.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match available.len() {
        0 => named.push_str("none"),
        count if count > NAMED => named.push_str(&format!(" and {} more", count - NAMED)),
        _ => {}
    }
    let error = CliError::new(kind, format!("Unknown skill: {name}"));
    let error = error.hint(format!("Available: {named}"));
    let hint = format!("`prowess why {name}` says which agents find it, and why it is not loaded");
    if name.is_empty() { error } else { error.hint(hint) }
}
