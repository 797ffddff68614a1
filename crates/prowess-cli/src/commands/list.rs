//! `prowess list`: the skills an agent loads.

use std::path::PathBuf;

use prowess::commands::CommandSpec;
use prowess::resolve::Status;
use prowess::{Cancel, Catalog, CatalogEntry, parallel, why};
use prowess_api::{
    CommandJson, CommandsDocument, DiagnosticJson, ExitCode, ListDocument, ListedSkill, PathText,
    VERSION,
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

    /// List the commands that load skills, with names that every front can register
    #[arg(long)]
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
        print_commands(&catalog, &command.reserved, output);
    } else if output.is_json() {
        print_json(&catalog, output);
    } else {
        print_lines(&catalog, output);
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

fn print_commands(catalog: &Catalog, reserved: &[String], output: &mut Output) {
    let commands: Vec<CommandJson> = prowess::commands::specs(catalog, reserved)
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

/// Skills that are written by one thread at a time.
const PIECE: usize = 256;

fn print_lines(catalog: &Catalog, output: &mut Output) {
    let active = catalog.active();
    let pieces: Vec<&[&CatalogEntry]> = active.chunks(PIECE).collect();
    let texts = parallel::map_large(&pieces, 1, |piece| {
        let texts =
            piece.iter().map(|entry| (entry.skill.name_text(), entry.skill.description_text()));
        let length = texts.clone().map(|(name, text)| name.len() + text.len() + 3).sum();
        let mut out = String::with_capacity(length);
        for (name, text) in texts {
            safe::push_line(&mut out, name);
            out.push_str("  ");
            safe::push_line(&mut out, text);
            out.push('\n');
        }
        out
    });
    texts.into_iter().for_each(|text| output.piece(text.into_bytes()));
}

/// What is written of a JSON document by one thread at a time.
enum Part<'a> {
    /// All but the skills, with the revision, which is a hash of the whole catalog.
    Head,
    Skills(&'a [&'a CatalogEntry]),
}

/// Prints the document of [`ListDocument`], whose skills are written on several threads.
fn print_json(catalog: &Catalog, output: &mut Output) {
    let active = catalog.active();
    let mut parts = vec![Part::Head];
    parts.extend(active.chunks(PIECE).map(Part::Skills));
    let texts = parallel::map_large(&parts, 1, |part| match part {
        Part::Head => pretty(&ListDocument::<[ListedSkill; 0]> {
            version: VERSION,
            revision: catalog.revision().to_owned(),
            profile: catalog.profile().to_owned(),
            skills: [],
        }),
        // A list in a list, so that the skills stand as deep as in the document.
        Part::Skills(piece) => pretty(&[Skills(piece)]),
    });
    let mut texts = texts.into_iter();
    let head = texts.next().unwrap_or_default();
    if active.is_empty() {
        return output.line(&head);
    }
    output.raw(head.trim_end_matches("]\n}"));
    for (at, text) in texts.enumerate() {
        output.raw(if at == 0 { "\n" } else { ",\n" });
        output.piece(unwrapped(text));
    }
    output.raw("\n  ]\n}\n");
}

fn pretty(value: &impl Serialize) -> String {
    // Our documents have string keys only, and nothing else can fail.
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// The items of a list in a list, as they are written.
fn unwrapped(mut text: String) -> Vec<u8> {
    text.truncate(text.len() - "\n  ]\n]".len());
    text.drain(.."[\n  [\n".len());
    text.into_bytes()
}

/// Skills, each made when it is written.
struct Skills<'a>(&'a [&'a CatalogEntry]);

impl Serialize for Skills<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(listed))
    }
}

fn listed(entry: &CatalogEntry) -> ListedSkill {
    let candidate = &entry.candidate;
    let path = PathText::new(&candidate.file);
    let diagnostics =
        entry.diagnostics.iter().map(|item| DiagnosticJson::new(item, &candidate.directory));
    ListedSkill {
        name: entry.skill.name_text().to_owned(),
        description: entry.skill.description_text().to_owned(),
        path: path.text,
        path_bytes: path.bytes,
        directory: PathText::new(&candidate.directory).text,
        scope: entry.root.scope.name(),
        root: PathText::new(&entry.root.path).text,
        provider: entry.root.provider.clone(),
        level: entry.root.provider.is_some().then(|| entry.root.scope.name()),
        hidden: entry.is_hidden(),
        verdict: "unscanned",
        diagnostics: diagnostics.collect(),
    }
}
