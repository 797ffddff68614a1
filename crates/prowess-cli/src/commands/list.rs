//! `prowess list`: the skills an agent loads.

use std::path::PathBuf;

use prowess::commands::{self, CommandSpec};
use prowess::listing::Cost;
use prowess::resolve::Status;
use prowess::trust::Standing;
use prowess::{Cancel, Catalog, CatalogEntry, why};
use prowess_api::{
    CommandJson, CommandsDocument, DiagnosticJson, ExitCode, ListDocument, ListedSkill, PathText,
    TokensJson, VERSION,
};
use prowess_format::TreePath;
use prowess_format::place;
use serde::{Serialize, Serializer};

use super::Outcome;
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
    let engine = setup::engine(args, args.profile_name(), named)?;
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
    } else if output.is_json() {
        output.json(&document(&catalog, command.tokens));
    } else {
        print(&catalog, command.tokens, output);
    }
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

fn print(catalog: &Catalog, tokens: bool, output: &mut Output) {
    let (mut costs, mut count) = (Vec::new(), 0);
    for entry in catalog.active() {
        let (name, text) = (entry.skill.name_text(), entry.skill.description_text());
        let cost = tokens.then(|| catalog.cost(entry));
        let about = cost.map(|cost| format!("  ~{} + {}", cost.listing, cost.instructions));
        let about = about.unwrap_or_default();
        output.line(&format!("{}{about}  {}", safe::line(name), safe::line(text)));
        costs.extend(cost);
        count += 1;
    }
    if tokens {
        let Cost { listing, instructions } = costs.into_iter().sum();
        let skills = if count == 1 { "1 skill".to_owned() } else { format!("{count} skills") };
        output.talk(&format!(
            "{skills}: about {listing} tokens in the listing + {instructions} in instructions, \
             estimated as a quarter of the bytes"
        ));
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

fn document(catalog: &Catalog, tokens: bool) -> ListDocument<Skills<'_>> {
    let total = || json(catalog.active().into_iter().map(|entry| catalog.cost(entry)).sum());
    ListDocument {
        version: VERSION,
        revision: catalog.revision().to_owned(),
        profile: catalog.profile().to_owned(),
        tokens: tokens.then(total),
        skills: Skills { catalog, tokens },
    }
}

fn json(Cost { listing, instructions }: Cost) -> TokensJson {
    TokensJson { listing, instructions }
}

/// The skills of a catalog, each made when it is written.
struct Skills<'a> {
    catalog: &'a Catalog,
    tokens: bool,
}

impl Serialize for Skills<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { catalog, tokens } = *self;
        let cost = |entry| tokens.then(|| json(catalog.cost(entry)));
        let active = catalog.active().into_iter();
        serializer.collect_seq(active.map(|entry| listed(entry, cost(entry))))
    }
}

/// The description of a skill that has one.
pub(super) fn described(entry: &CatalogEntry) -> Option<String> {
    let text = entry.skill.description_text();
    (!text.is_empty()).then(|| text.to_owned())
}

fn listed(entry: &CatalogEntry, tokens: Option<TokensJson>) -> ListedSkill {
    let candidate = &entry.candidate;
    let path = PathText::new(&candidate.file);
    let diagnostics =
        entry.diagnostics.iter().map(|item| DiagnosticJson::new(item, &candidate.directory));
    ListedSkill {
        name: entry.skill.name_text().to_owned(),
        description: described(entry),
        path: path.text,
        path_bytes: path.bytes,
        directory: PathText::new(&candidate.directory).text,
        scope: entry.root.scope.name(),
        root: PathText::new(&entry.root.path).text,
        provider: entry.root.provider.clone(),
        level: entry.root.provider.is_some().then(|| entry.root.level()),
        hidden: entry.is_hidden(),
        trusted: *entry.standing() == Standing::Trusted,
        verdict: "unscanned",
        tokens,
        diagnostics: diagnostics.collect(),
    }
}
