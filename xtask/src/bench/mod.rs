//! `cargo xtask bench …`: measures against a floor in the same run and prints ratios. A timing is
//! never a test.
//!
//! The outer command builds this program again, in release mode and with the crates it measures, and
//! runs the inner one in it.

#[cfg(feature = "bench")]
mod activate;
#[cfg(feature = "bench")]
mod directory;
#[cfg(feature = "bench")]
mod floor;
#[cfg(feature = "bench")]
mod list;
#[cfg(feature = "bench")]
mod mcp;
#[cfg(feature = "bench")]
mod parse;
#[cfg(feature = "bench")]
mod process;
#[cfg(feature = "bench")]
mod sandbox;
#[cfg(feature = "bench")]
mod scan;
#[cfg(feature = "bench")]
mod search;
#[cfg(feature = "bench")]
mod stopwatch;
#[cfg(feature = "bench")]
mod table;

use crate::Failure;
use crate::workspace::{cargo, run as run_command};

/// The benchmarks, and how many skills each generates, or runs it makes, where `--count` does not say.
const BENCHMARKS: &[(&str, &[usize])] = &[
    ("activate", &[1_000]),
    ("list", &[1_000, 10_000, 100_000]),
    ("mcp", &[1_000, 10_000]),
    ("parse", &[10_000]),
    ("sandbox", &[200]),
    ("scan", &[1_000]),
    ("search", &[1_000, 10_000, 100_000]),
];

/// The same skills in every run.
#[cfg(feature = "bench")]
const SEED: u64 = 2026;

/// Runs the command: checks the arguments before anything is built.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let (name, _) = parse_arguments(arguments)?;
    if matches!(name, "list" | "mcp" | "scan") {
        // The benchmarks of the program itself.
        run_command(cargo().args(["build", "--release", "--quiet", "--package", "prowess-cli"]))?;
    }
    if name == "sandbox" {
        let helper = ["--package", "prowess-sandbox", "--bin", "prowess-sandbox-helper"];
        run_command(cargo().args(["build", "--release", "--quiet"]).args(helper))?;
    }
    let options = ["--release", "--quiet", "--package", "xtask", "--features", "bench"];
    let mut command = cargo();
    command.arg("run").args(options).args(["--", "bench-inner"]).args(arguments);
    Ok(run_command(&mut command)?)
}

/// Runs a benchmark in this process, or the part of one that wants a process of its own.
#[cfg(feature = "bench")]
pub(crate) fn run_inner(arguments: &[String]) -> Result<(), Failure> {
    if arguments == ["floor"] {
        return Ok(floor::run()?);
    }
    match parse_arguments(arguments)? {
        ("activate", counts) => Ok(activate::run(&counts)?),
        ("list", counts) => Ok(list::run(&counts)?),
        ("mcp", counts) => Ok(mcp::run(&counts)?),
        ("sandbox", counts) => Ok(counts.into_iter().try_for_each(sandbox::run)?),
        ("scan", counts) => Ok(scan::run(&counts)?),
        ("search", counts) => Ok(search::run(&counts)?),
        (_, counts) => Ok(counts.into_iter().try_for_each(parse::run)?),
    }
}

/// Says why there is nothing to run.
#[cfg(not(feature = "bench"))]
pub(crate) fn run_inner(_: &[String]) -> Result<(), Failure> {
    Err(Failure::Usage("this build holds no benchmarks; `cargo xtask bench` makes one".to_owned()))
}

/// The benchmark and how many skills it is to use, run by run.
fn parse_arguments(arguments: &[String]) -> Result<(&'static str, Vec<usize>), Failure> {
    let usage = |message: String| Err(Failure::Usage(message));
    let Some((name, options)) = arguments.split_first() else {
        let names: Vec<&str> = BENCHMARKS.iter().map(|(name, _)| *name).collect();
        return usage(format!("which benchmark? There is: {}", names.join(", ")));
    };
    let Some((benchmark, usual)) = BENCHMARKS.iter().find(|(known, _)| known == name) else {
        return usage(format!("there is no benchmark `{name}`"));
    };
    let counts = match options {
        [] => Some(usual.to_vec()),
        [option, counts] if option == "--count" => parse_counts(counts),
        _ => None,
    };
    match counts {
        Some(counts) => Ok((benchmark, counts)),
        None => usage("the options of a benchmark are: --count N[,N…]".to_owned()),
    }
}

fn parse_counts(text: &str) -> Option<Vec<usize>> {
    text.split(',').map(|count| count.parse().ok().filter(|count| *count > 0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_may_be_given() {
        let parsed = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            parse_arguments(&words).ok()
        };
        assert_eq!(parsed(&["parse"]), Some(("parse", vec![10_000])));
        assert_eq!(parsed(&["parse", "--count", "50"]), Some(("parse", vec![50])));
        assert_eq!(parsed(&["list", "--count", "5,10"]), Some(("list", vec![5, 10])));
        let wrong = [&[][..], &["nothing"], &["parse", "--count"], &["list", "--count", "1,0"]];
        for words in wrong {
            assert_eq!(parsed(words), None, "{words:?}");
        }
    }
}
