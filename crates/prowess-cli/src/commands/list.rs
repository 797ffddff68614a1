//! `prowess list`: the skills an agent loads.

use std::path::PathBuf;

use prowess::commands::{self, CommandSpec};
use prowess::resolve::Status;
use prowess::{Cancel, Catalog, why};
use prowess_api::{CommandJson, CommandsDocument, ExitCode, VERSION};
use prowess_format::TreePath;
use prowess_format::place;

use super::Outcome;
use crate::output::skills::Listed;
use crate::output::{Output, safe};
use crate::setup;

/// List the skills an agent loads
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Exactly these directories, in the order of precedence, in place of the agent's own
    #[arg(value_name = "DIR")]
    directories: Vec<PathBuf>,

    /// Say what each skill costs a model's context: an estimate, a quarter of the bytes
    #[arg(long)]
    tokens: bool,

    /// Scan the skills, and load none that the scanner blocks
    #[arg(long)]
    scan: bool,

    /// List the commands that load skills, with names that every front can register
    #[arg(long, conflicts_with = "tokens")]
    commands: bool,

    /// A name that no command may have
    #[arg(long, value_name = "NAME", requires = "commands")]
    reserved: Vec<String>,
}

/// How many skills that are not loaded are named one by one.
const NAMED: usize = 10;

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let named = (!command.directories.is_empty()).then(|| command.directories.clone());
    let host = setup::host(args)?;
    let engine = setup::engine_on(host, args, args.profile_name(), named, command.scan)?;
    let catalog = engine.load(&Cancel::none())?;
    if command.commands {
        let off = commands::switched_off(&engine.settings());
        if let Some(reason) = &off {
            output.talk(&format!("there are no commands: {reason}"));
        }
        let specs = match off {
            Some(_) => Vec::new(),
            None => commands::specs(&catalog, &command.reserved),
        };
        print_commands(&catalog, specs, output);
    } else {
        let verdicts = engine.cached_verdicts(&catalog);
        let listed = Listed { catalog: &catalog, verdicts: &verdicts, tokens: command.tokens };
        match output.is_json() {
            true => listed.print_json(output),
            false => listed.print_lines(output),
        }
    }
    setup::talk_of_trouble(&engine, output);
    for (path, trouble) in catalog.troubles() {
        let shown = path.display().to_string();
        let rules = &engine.profile().format;
        for item in place::diagnose(trouble, &shown, TreePath::root(), rules) {
            output.talk(&format!("warning: `{shown}`: {}", item.message));
        }
    }
    talk_of_lost(&catalog, output);
    // The program ends here: giving back a large catalog piece by piece costs what printing it did.
    std::mem::forget(catalog);
    Ok(ExitCode::Fine)
}

fn print_commands(catalog: &Catalog, specs: Vec<CommandSpec>, output: &mut Output) {
    let commands: Vec<CommandJson> = specs
        .into_iter()
        .map(|CommandSpec { name, skill, description }| CommandJson { name, skill, description })
        .collect();
    if output.is_json() {
        let profile = catalog.profile().to_owned();
        return output.json(&CommandsDocument { version: VERSION, profile, commands });
    }
    for command in &commands {
        output.line(&format!("/{}  {}", command.name, safe::line(&command.description)));
    }
}

/// Says what is not listed, and why: skills never vanish silently.
fn talk_of_lost(catalog: &Catalog, output: &mut Output) {
    let lost: Vec<_> =
        catalog.entries().iter().filter(|entry| entry.status != Status::Active).collect();
    for entry in lost.iter().take(NAMED) {
        let reason = why::explain(catalog, entry).message;
        let (name, file) = (entry.skill.name_text(), entry.candidate.file.display());
        output.talk(&format!("`{name}` in {file} is not loaded: {reason}"));
    }
    if lost.len() > NAMED {
        let more = lost.len() - NAMED;
        output.talk(&format!("{more} more are not loaded; `prowess why NAME` says why"));
    }
}
