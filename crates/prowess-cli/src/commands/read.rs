//! `prowess read`: a file of a skill, by its address; or a line for a shell with the paths of addresses.

use prowess::{Cancel, Catalog, ResourceError, ShellLineError};
use prowess_api::{ExitCode, PathText, ProblemKind, ReadDocument, ShellLineDocument, VERSION};

use super::Outcome;
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

/// Print a file of a skill by its address: skill://NAME or skill://NAME/PATH
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// skill://NAME is its SKILL.md, skill://NAME/PATH a file or directory inside it
    #[arg(value_name = "URL", required_unless_present = "line")]
    url: Option<String>,

    /// A line for a shell: print it with quoted paths in the place of skill:// addresses, without running it
    #[arg(long, value_name = "LINE", allow_hyphen_values = true, conflicts_with = "url")]
    line: Option<String>,
}

/// How many skills are named where the one that was asked for is unknown.
const NAMED: usize = 20;

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let engine = setup::engine(args, args.profile_name(), None)?;
    let catalog = engine.load(&Cancel::none())?;
    if let Some(line) = &command.line {
        return expand(&catalog, line, output);
    }
    let url = command.url.as_deref().unwrap_or_default();
    let resource = catalog.read(url).map_err(|error| problem(&error))?;
    if output.is_json() {
        let path = PathText::new(&resource.path);
        let (url, kind) = (resource.url, resource.content_type);
        output.json(&ReadDocument::new(url, path, kind, &resource.content));
    } else {
        output.bytes(&resource.content);
    }
    Ok(ExitCode::Fine)
}

fn expand(catalog: &Catalog, line: &str, output: &mut Output) -> Outcome {
    let line = catalog.expand_shell_line(line).map_err(|error| match &error {
        ShellLineError::Refused(cause) => problem(cause),
        ShellLineError::UnknownSkill { .. } | ShellLineError::Missing(_) => {
            CliError::new(ProblemKind::NotFound, error.to_string())
        }
        ShellLineError::NotText(_) => CliError::new(ProblemKind::Refused, error.to_string()),
    })?;
    if output.is_json() {
        output.json(&ShellLineDocument { version: VERSION, line });
    } else {
        output.bytes(line.as_bytes());
        output.line("");
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
