//! `prowess check`: is this a skill, and will agents read it as its author meant?

use std::path::PathBuf;

use prowess::fix::{self, FixError};
use prowess::portability::{Portability, portability};
use prowess::{Checked, Profile};
use prowess_api::{
    CheckDocument, CheckedSkill, DiagnosticJson, ExitCode, PathText, ProblemKind, VERSION,
};
use prowess_format::Severity;

use super::Outcome;
use crate::error::CliError;
use crate::output::{Output, github, portability as portability_text, sarif, text};
use crate::setup;

/// Check skills: frontmatter, names, links, scripts
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Skill directories, SKILL.md files, or directories with skills below them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Say what these agents ignore, reject, cut off or read otherwise: names of profiles, separated
    /// by commas, or `all`
    #[arg(long = "for", value_name = "AGENT", value_delimiter = ',')]
    agents: Vec<String>,

    /// Judge by the open standard, as its reference validator does (`--profile agentskills`)
    #[arg(long)]
    strict: bool,

    /// Mend what can be mended without changing what is read
    #[arg(long)]
    fix: bool,

    /// How to print what was found
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,

    /// Exit with 1 from this severity on; with `--for`, `error` is a skill that an agent rejects and
    /// anything less is any effect
    #[arg(long, value_name = "SEVERITY", value_enum, default_value = "error")]
    fail_on: FailOn,
}

impl Args {
    /// Whether `--format` asks for the same as `--json`.
    pub(crate) fn wants_json(&self) -> bool {
        self.format == Some(Format::Json)
    }
}

/// How to print what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people: with the source line on a terminal, one line each elsewhere
    Text,
    /// One JSON document
    Json,
    /// A SARIF 2.1.0 log, for code scanning
    Sarif,
    /// GitHub workflow commands, which annotate a pull request
    Github,
}

/// From which severity on a check has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// Errors
    Error,
    /// Errors and warnings
    Warning,
    /// Anything
    Info,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let format = match command.format {
        Some(other) if args.json && other != Format::Json => {
            let message = "`--json` and another `--format` cannot be used together";
            return Err(CliError::new(ProblemKind::Usage, message));
        }
        Some(format) => format,
        None if args.json => Format::Json,
        None => Format::Text,
    };
    if !command.agents.is_empty() {
        return check_for(command, format, args, output);
    }
    let name = match (&args.profile, command.strict) {
        (Some(profile), true) if profile != "agentskills" => {
            let message =
                format!("`--strict` is `--profile agentskills`; it cannot be `{profile}` too");
            return Err(CliError::new(ProblemKind::Usage, message));
        }
        (_, true) => "agentskills",
        (_, false) => args.profile_name(),
    };
    let profile = setup::profile(args, name)?;
    let check = || -> Vec<Checked> {
        let mut checked: Vec<Checked> =
            command.paths.iter().flat_map(|path| prowess::check(path, &profile)).collect();
        // A skill that was named twice, by its directory and by its file, is one.
        let mut seen = std::collections::HashSet::new();
        checked.retain(|one| one.file.as_ref().is_none_or(|file| seen.insert(file.clone())));
        checked
    };
    let mut checked = check();
    if command.fix && fix_all(&checked, &profile, output)? > 0 {
        checked = check();
    }
    match format {
        Format::Json => output.json(&document(&checked)),
        Format::Sarif => output.json(&sarif::log(&checked)),
        Format::Github => github::print(&checked, output),
        Format::Text => {
            text::print(&checked, output);
            summarize(&checked, output);
        }
    }
    let from = match command.fail_on {
        FailOn::Error => Severity::Error,
        FailOn::Warning => Severity::Warning,
        FailOn::Info => Severity::Info,
    };
    let failed = checked.iter().flat_map(|one| &one.diagnostics).any(|item| item.severity >= from);
    Ok(if failed { ExitCode::No } else { ExitCode::Fine })
}

/// What these agents make of the skills.
fn check_for(
    command: &Args,
    format: Format,
    args: &crate::args::Args,
    output: &mut Output,
) -> Outcome {
    let refused = [
        (command.strict, "`--strict` is one more agent: use `--for agentskills`"),
        (args.profile.is_some(), "`--for` names the profiles; `--profile` cannot be used with it"),
        (command.fix, "`--fix` is not for agents: use `prowess fmt --for`"),
        (
            matches!(format, Format::Sarif | Format::Github),
            "`--for` says what each of several agents does, which this format has no place for; \
             use `--json`",
        ),
    ];
    if let Some((_, message)) = refused.iter().find(|(refused, _)| *refused) {
        return Err(CliError::new(ProblemKind::Usage, *message));
    }
    let agents = setup::agents(args, &command.agents, &command.paths)?;
    let base = setup::profile(args, args.profile_name())?;
    let all: Vec<Portability> =
        command.paths.iter().flat_map(|path| portability(path, &base, &agents)).collect();
    match format {
        Format::Json => output.json(&portability_text::document(&all)),
        _ => portability_text::print(&all, output),
    }
    let readings = || all.iter().flat_map(|one| &one.agents);
    let failed = match command.fail_on {
        FailOn::Error => readings().any(|agent| !agent.loads()),
        FailOn::Warning | FailOn::Info => readings().any(|agent| !agent.consequences.is_empty()),
    };
    Ok(if failed { ExitCode::No } else { ExitCode::Fine })
}

/// Writes the mended files; how many there were.
fn fix_all(checked: &[Checked], profile: &Profile, output: &mut Output) -> Result<usize, CliError> {
    let mut files = 0;
    for one in checked {
        let (Some(skill), Some(file)) = (&one.skill, &one.file) else { continue };
        let mended = fix::repaired(skill, &one.diagnostics, &profile.format).and_then(|mended| {
            let Some((text, count)) = mended else { return Ok(None) };
            fix::write_atomically(file, text.as_bytes())?;
            Ok(Some(count))
        });
        match mended {
            Ok(Some(count)) => {
                output.talk(&format!("mended {} ({count})", file.display()));
                files += 1;
            }
            Ok(None) => {}
            Err(error @ FixError::Write { .. }) => return Err(error.into()),
            // One file that must not be mended does not keep the others from it.
            Err(error) => {
                output.talk(&format!("warning: {} was not mended: {error}", file.display()));
            }
        }
    }
    Ok(files)
}

fn summarize(checked: &[Checked], output: &mut Output) {
    let count = |severity| {
        checked
            .iter()
            .flat_map(|one| &one.diagnostics)
            .filter(|item| item.severity == severity)
            .count()
    };
    let invalid = checked.iter().filter(|one| !one.is_valid()).count();
    let skills =
        if checked.len() == 1 { "1 skill".to_owned() } else { format!("{} skills", checked.len()) };
    let found: Vec<String> =
        [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "note")]
            .into_iter()
            .map(|(severity, word)| (count(severity), word))
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }))
            .collect();
    let found = if found.is_empty() { "nothing to say".to_owned() } else { found.join(", ") };
    output.talk(&format!("{skills} checked, {invalid} invalid: {found}"));
}

fn document(checked: &[Checked]) -> CheckDocument {
    let skills = checked.iter().map(|one| {
        let path = PathText::new(&one.path);
        let diagnostics =
            one.diagnostics.iter().map(|item| DiagnosticJson::new(item, one.directory()));
        CheckedSkill {
            path: path.text,
            path_bytes: path.bytes,
            name: one.name().map(str::to_owned),
            description: one.description().map(str::to_owned),
            valid: one.is_valid(),
            diagnostics: diagnostics.collect(),
        }
    });
    CheckDocument { version: VERSION, skills: skills.collect() }
}
