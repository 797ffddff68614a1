//! `prowess list`: the skills below directories.

use std::path::PathBuf;

use prowess::resolve::{NAME_COLLISION, Status};
use prowess::{Catalog, Engine, Profile};
use prowess_api::{DiagnosticJson, ExitCode, ListDocument, ListedSkill, PathText, VERSION};
use prowess_format::TreePath;
use prowess_format::place;

use super::Outcome;
use crate::output::{Output, safe};

/// List the skills below directories, as the profile's agent loads them
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The directories, in the order of precedence
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let engine = Engine::new(Profile::named(&args.profile)?);
    let catalog = engine.load(&command.directories)?;
    if output.is_json() {
        output.json(&document(&catalog));
    } else {
        for entry in catalog.active() {
            let (name, text) = (entry.skill.name_text(), entry.skill.description_text());
            output.line(&format!("{}  {}", safe::line(name), safe::line(text)));
        }
    }
    for (path, trouble) in catalog.troubles() {
        let shown = path.display().to_string();
        let rules = &engine.profile().format;
        for item in place::diagnose(trouble, &shown, TreePath::root(), rules) {
            output.talk(&format!("warning: `{shown}`: {}", item.message));
        }
    }
    talk_of_lost(&catalog, output);
    Ok(ExitCode::Fine)
}

/// Says what is not listed, and why: skills never vanish silently.
fn talk_of_lost(catalog: &Catalog, output: &mut Output) {
    let mut refused = 0;
    for entry in catalog.entries() {
        let (name, file) = (entry.skill.name_text(), entry.candidate.file.display());
        match &entry.status {
            Status::Active => {}
            Status::Rejected { code: NAME_COLLISION } => {
                output.talk(&format!("`{name}` in {file} is not loaded: others have this name"));
            }
            Status::Rejected { .. } => refused += 1,
            Status::Shadowed { by } => {
                let winner = catalog.entries()[*by].candidate.file.display();
                output.talk(&format!("`{name}` in {file} is not loaded: {winner} is instead"));
            }
        }
    }
    if refused > 0 {
        let some = if refused == 1 { "skill is" } else { "skills are" };
        output.talk(&format!("{refused} {some} not loaded; `prowess check` says why"));
    }
}

fn document(catalog: &Catalog) -> ListDocument {
    let skills = catalog.active().into_iter().map(|entry| {
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
            // Directories that are named on the command line belong to no agent's scopes.
            scope: "extra",
            root: PathText::new(&candidate.root).text,
            hidden: entry.is_hidden(),
            verdict: "unscanned",
            diagnostics: diagnostics.collect(),
        }
    });
    ListDocument {
        version: VERSION,
        revision: catalog.revision().to_owned(),
        profile: catalog.profile().to_owned(),
        skills: skills.collect(),
    }
}
