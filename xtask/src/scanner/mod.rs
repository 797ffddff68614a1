//! `cargo xtask score scan` and `cargo xtask train scan`: how well the scanner tells attacks from honest
//! skills, and the weights of its classifier, on the labelled skills beside the repository.
//!
//! The outer command builds this program again, in release mode and with the scanner, and runs the
//! inner one in it.

#[cfg(feature = "scanner")]
mod learn;
#[cfg(feature = "scanner")]
mod records;
#[cfg(feature = "scanner")]
mod score;
#[cfg(feature = "scanner")]
mod table;
#[cfg(feature = "scanner")]
mod train;

use crate::Failure;
use crate::workspace::{cargo, root, run as run_command};

/// Where the labelled skills are.
fn corpus() -> Option<std::path::PathBuf> {
    let path = root().parent()?.join("shared/corpus/scan-dev.jsonl.gz");
    path.is_file().then_some(path)
}

/// Runs `score` or `train`.
pub(crate) fn run(command: &str, arguments: &[String]) -> Result<(), Failure> {
    if arguments.first().map(String::as_str) != Some("scan") {
        return Err(Failure::Usage(format!("what is to be {command}d? There is: scan")));
    }
    if corpus().is_none() {
        println!("the labelled skills (../shared/corpus) are not there: nothing to {command} on");
        return Ok(());
    }
    let options = ["--release", "--quiet", "--package", "xtask", "--features", "scanner"];
    let mut inner = cargo();
    inner.arg("run").args(options).args(["--", "scanner-inner", command]).args(&arguments[1..]);
    Ok(run_command(&mut inner)?)
}

/// Runs in the build that holds the scanner.
#[cfg(feature = "scanner")]
pub(crate) fn run_inner(arguments: &[String]) -> Result<(), Failure> {
    let path = corpus().ok_or_else(|| "the labelled skills are not there".to_owned())?;
    let records = records::read(&path)?;
    match arguments.split_first().map(|(command, rest)| (command.as_str(), rest)) {
        Some(("score", options)) => Ok(score::run(&records, options)?),
        Some(("train", _)) => Ok(train::run(&records)?),
        _ => Err(Failure::Usage("score or train?".to_owned())),
    }
}

/// Says why there is nothing to run.
#[cfg(not(feature = "scanner"))]
pub(crate) fn run_inner(_: &[String]) -> Result<(), Failure> {
    Err(Failure::Usage(
        "this build holds no scanner; `cargo xtask score scan` makes one".to_owned(),
    ))
}
