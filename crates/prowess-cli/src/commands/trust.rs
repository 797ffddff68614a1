//! `prowess trust`: let what a project's skills bring run.

use std::path::PathBuf;

use prowess::trust::Trust;
use prowess_api::{ExitCode, PathText, TrustDocument, TrustedDocument, VERSION};

use super::Outcome;
use crate::output::{Output, safe};
use crate::setup;

/// Trust a project: what its skills bring may run, after the usual questions
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The project [default: the worktree, else the current directory]
    #[arg(value_name = "DIR")]
    project: Option<PathBuf>,

    /// List what is trusted
    #[arg(long, conflicts_with = "project")]
    list: bool,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let host = setup::host(args)?;
    if command.list {
        return list(&Trust::load(&host)?, output);
    }
    let directory = match &command.project {
        Some(directory) => directory.clone(),
        None => host.worktree().unwrap_or_else(|| host.cwd.clone()),
    };
    let (directory, changed) = Trust::add(&host, &directory)?;
    let repositories = Trust::load(&host)?.uncovered_in(&directory);
    let in_repository = Trust::is_in_repository(&host, &directory);
    let PathText { text: directory, bytes: directory_bytes } = PathText::new(&directory);
    if output.is_json() {
        output.json(&TrustDocument {
            version: VERSION,
            directory,
            directory_bytes,
            trusted: true,
            changed,
            repositories_not_covered: Some(repositories),
        });
    } else {
        let already = if changed { "" } else { " already" };
        output.line(&format!("{} is trusted{already}", safe::line(&directory)));
        for line in limits_of_trust(repositories, in_repository) {
            output.line(&line);
        }
    }
    Ok(ExitCode::Fine)
}

/// What is easily taken for trusted and is not.
fn limits_of_trust(repositories: usize, in_repository: bool) -> Vec<String> {
    let ends = "trust ends where another repository begins";
    let below = match repositories {
        0 => None,
        1 => Some(format!("{ends}: the one right below is not covered, trust it by itself")),
        more => {
            Some(format!("{ends}: the {more} right below are not covered, trust each by itself"))
        }
    };
    let plain = "it is in no repository: trust by itself what you work in below it";
    below.into_iter().chain((!in_repository).then(|| plain.to_owned())).collect()
}

fn list(trust: &Trust, output: &mut Output) -> Outcome {
    let directories = trust.directories().map(|path| PathText::new(path).text).collect();
    let document = TrustedDocument { version: VERSION, directories };
    if output.is_json() {
        output.json(&document);
        return Ok(ExitCode::Fine);
    }
    for directory in &document.directories {
        output.line(&safe::line(directory));
    }
    if document.directories.is_empty() {
        output.talk("no project is trusted; `prowess trust DIR` would");
    }
    Ok(ExitCode::Fine)
}
