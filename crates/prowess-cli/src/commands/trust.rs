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
    let PathText { text: directory, bytes: directory_bytes } = PathText::new(&directory);
    if output.is_json() {
        output.json(&TrustDocument {
            version: VERSION,
            directory,
            directory_bytes,
            trusted: true,
            changed,
        });
    } else {
        let already = if changed { "" } else { " already" };
        output.line(&format!("{} is trusted{already}", safe::line(&directory)));
    }
    Ok(ExitCode::Fine)
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
