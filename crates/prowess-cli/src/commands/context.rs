//! `prowess context`: the context files of a working directory.

use prowess::context;
use prowess_api::{ContextDocument, ContextFileJson, ExitCode, PathText, VERSION};

use super::Outcome;
use crate::output::{Output, safe};
use crate::setup;

/// List the AGENTS.md files that an agent started here loads, nearest first
///
/// From the working directory up to 20 levels above it, leaving out hidden directories and what is
/// below them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let files = context::context_files(&setup::host(args)?);
    if output.is_json() {
        let files = files.iter().map(|file| {
            let path = PathText::new(&file.path);
            let (path, path_bytes) = (path.text, path.bytes);
            ContextFileJson { path, path_bytes, depth: file.depth, bytes: file.bytes }
        });
        output.json(&ContextDocument { version: VERSION, files: files.collect() });
        return Ok(ExitCode::Fine);
    }
    for file in &files {
        let above = match file.depth {
            0 => "here".to_owned(),
            depth => format!("{depth} up"),
        };
        let path = safe::line(&file.path.to_string_lossy());
        output.line(&format!("{path}  ({above}, {} bytes)", file.bytes));
    }
    if files.is_empty() {
        output.talk("there is no AGENTS.md here or above");
    }
    Ok(ExitCode::Fine)
}
