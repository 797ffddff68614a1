//! `prowess fmt`: portable frontmatter.

use std::path::PathBuf;

use prowess::{Checked, Profile, fix, portability};
use prowess_api::{
    ChangeJson, ChangedFile, ExitCode, FmtDocument, LeftAlone, PathText, ProblemKind, RefusedSkill,
    VERSION,
};
use prowess_format::{Diagnostic, Skill, portable};

use super::Outcome;
use crate::error::CliError;
use crate::output::{Output, safe, text};
use crate::setup;

/// Make frontmatter portable: the six standard fields, everything else under `metadata`
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Skill directories, SKILL.md files, or directories with skills below them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Only what is safe for these agents, and what keeps them from reading the skill: names of
    /// profiles, separated by commas, or `all`
    #[arg(long = "for", value_name = "AGENT", value_delimiter = ',')]
    agents: Vec<String>,

    /// Change nothing; exit with 1 if something would change
    #[arg(long)]
    check: bool,

    /// Print the new text instead of writing the file (one skill only)
    #[arg(long, conflicts_with = "check")]
    stdout: bool,
}

/// A skill and its portable text.
struct Formatted {
    one: Checked,
    text: String,
    changes: Vec<Diagnostic>,
    /// What stays as it is, for the sake of some agent.
    left: Vec<String>,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    if command.stdout && output.is_json() {
        let message = "`--stdout` prints the text of a skill, which is not JSON";
        return Err(CliError::new(ProblemKind::Usage, message));
    }
    let agents = match command.agents.as_slice() {
        [] => Vec::new(),
        names => setup::agents(args, names, &command.paths)?,
    };
    let profile = setup::profile(args, args.profile_name())?;
    let found: Vec<Checked> =
        command.paths.iter().flat_map(|path| prowess::check(path, &profile)).collect();
    if command.stdout && found.len() != 1 {
        let message = format!("--stdout prints one skill; there are {}", found.len());
        return Err(CliError::new(ProblemKind::Usage, message));
    }
    let mut changed = Vec::new();
    let mut refused = Vec::new();
    for one in found {
        let path = PathText::new(&one.path);
        let formatted = match agents.as_slice() {
            [] => format(one, &profile),
            agents => format_for(one, &profile, agents),
        };
        match formatted {
            Ok(formatted) => changed.push(formatted),
            Err(reason) => {
                output.talk(&format!("{} is left as it is: {reason}", path.text));
                refused.push(RefusedSkill { path: path.text, path_bytes: path.bytes, reason });
            }
        }
    }
    if command.stdout {
        for formatted in &changed {
            output.raw(&formatted.text);
            formatted.changes.iter().for_each(|item| text::talk(item, output));
            formatted.left.iter().for_each(|left| output.talk(&format!("  {left}")));
        }
        return Ok(if !refused.is_empty() { ExitCode::No } else { ExitCode::Fine });
    }
    let left = left_alone(&changed);
    changed.retain(|formatted| {
        formatted.one.skill.as_ref().is_some_and(|skill| skill.text() != formatted.text)
    });
    if !command.check {
        for formatted in &changed {
            if let Some(file) = &formatted.one.file {
                fix::write_atomically(file, formatted.text.as_bytes())?;
            }
        }
    }
    let no = !refused.is_empty() || (command.check && !changed.is_empty());
    match output.is_json() {
        true => {
            let left = (!agents.is_empty()).then_some(left);
            output.json(&document(&changed, refused, left, !command.check));
        }
        false => {
            print(&changed, output);
            left.iter().for_each(|left| output.talk(&format!("{}: {}", left.path, left.message)));
        }
    }
    Ok(if no { ExitCode::No } else { ExitCode::Fine })
}

/// The portable text of one skill; the reason where there is none.
fn format(one: Checked, profile: &Profile) -> Result<Formatted, String> {
    let Some(skill) = &one.skill else {
        let first = one.diagnostics.first();
        return Err(first.map_or("there is no skill".to_owned(), |item| item.message.clone()));
    };
    let mended = fix::repaired(skill, &one.diagnostics, &profile.format)
        .map_err(|error| error.to_string())?;
    let skill: Skill = match &mended {
        Some((text, _)) => fix::reread(skill, text, &profile.format),
        None => skill.clone(),
    };
    let portable =
        portable::portable(&skill, &profile.format).map_err(|error| error.to_string())?;
    fix::must_stay_readable(&portable.text)?;
    Ok(Formatted { one, text: portable.text, changes: portable.changes, left: Vec::new() })
}

/// The text of one skill made fit for some agents; the reason where there is none.
fn format_for(one: Checked, profile: &Profile, agents: &[Profile]) -> Result<Formatted, String> {
    let mending = portability::mended(&one, profile, agents)?;
    let mut left: Vec<String> = mending.mended.left.into_iter().map(|item| item.message).collect();
    if mending.remaining > 0 {
        let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
        let count = mending.remaining;
        let remarks = if count == 1 {
            "1 more effect is".to_owned()
        } else {
            format!("{count} more effects are")
        };
        left.push(format!("{remarks} for you to mend: `prowess check --for {}`", names.join(",")));
    }
    Ok(Formatted { one, text: mending.mended.text, changes: mending.mended.changes, left })
}

fn left_alone(formatted: &[Formatted]) -> Vec<LeftAlone> {
    let of = |formatted: &Formatted| {
        let path = PathText::new(formatted.one.file.as_deref().unwrap_or(&formatted.one.path));
        let left = formatted.left.iter().map(move |message| {
            let PathText { text: path, bytes: path_bytes } = path.clone();
            LeftAlone { path, path_bytes, message: message.clone() }
        });
        left.collect::<Vec<_>>()
    };
    formatted.iter().flat_map(of).collect()
}

fn document(
    changed: &[Formatted],
    refused: Vec<RefusedSkill>,
    left_alone: Option<Vec<LeftAlone>>,
    written: bool,
) -> FmtDocument {
    let changed = changed.iter().map(|formatted| {
        let path = PathText::new(formatted.one.file.as_deref().unwrap_or(&formatted.one.path));
        let changes = formatted
            .changes
            .iter()
            .map(|item| ChangeJson { code: item.code.id, message: item.message.clone() });
        ChangedFile { path: path.text, path_bytes: path.bytes, changes: changes.collect() }
    });
    let changed = changed.collect();
    FmtDocument { version: VERSION, written, changed, refused, left_alone }
}

fn print(changed: &[Formatted], output: &mut Output) {
    for formatted in changed {
        if let Some(file) = &formatted.one.file {
            output.line(&safe::line(&file.to_string_lossy()));
        }
        for item in &formatted.changes {
            text::talk(item, output);
        }
    }
}
