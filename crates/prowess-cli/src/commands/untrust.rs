//! `prowess untrust`: nothing of a project runs any more.

use std::path::PathBuf;

use prowess::trust::Trust;
use prowess_api::{ExitCode, PathText, TrustDocument, VERSION};

use super::Outcome;
use crate::output::{Output, safe};
use crate::setup;

/// Take back what `trust` gave
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The project [default: the worktree, else the current directory]
    #[arg(value_name = "DIR")]
    project: Option<PathBuf>,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let host = setup::host(args)?;
    let directory = match &command.project {
        Some(directory) => host.cwd.join(directory),
        None => host.worktree().unwrap_or_else(|| host.cwd.clone()),
    };
    let (directory, changed) = Trust::remove(&host, &directory)?;
    let PathText { text: directory, bytes: directory_bytes } = PathText::new(&directory);
    if output.is_json() {
        output.json(&TrustDocument {
            version: VERSION,
            directory,
            directory_bytes,
            trusted: false,
            changed,
            repositories_not_covered: None,
        });
    } else {
        let what = if changed { "is trusted no more" } else { "was not trusted" };
        output.line(&format!("{} {what}", safe::line(&directory)));
    }
    Ok(ExitCode::Fine)
}
