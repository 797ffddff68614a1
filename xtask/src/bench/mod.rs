//! `cargo xtask bench …`: measures against a floor in the same run and prints ratios. A timing is
//! never a test.
//!
//! The outer command builds this program again, in release mode and with the crates it measures, and
//! runs the inner one in it.

#[cfg(feature = "bench")]
mod parse;
#[cfg(feature = "bench")]
mod stopwatch;

use crate::Failure;
use crate::workspace::{cargo, run as run_command};

/// The names of the benchmarks.
const BENCHMARKS: &[&str] = &["parse"];

/// How many skills are generated where `--count` does not say.
const COUNT: usize = 10_000;

/// Runs the command: checks the arguments before anything is built.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    parse_arguments(arguments)?;
    let options = ["--release", "--quiet", "--package", "xtask", "--features", "bench"];
    let mut command = cargo();
    command.arg("run").args(options).args(["--", "bench-inner"]).args(arguments);
    Ok(run_command(&mut command)?)
}

/// Runs a benchmark in this process.
#[cfg(feature = "bench")]
pub(crate) fn run_inner(arguments: &[String]) -> Result<(), Failure> {
    let (_, count) = parse_arguments(arguments)?;
    Ok(parse::run(count)?)
}

/// Says why there is nothing to run.
#[cfg(not(feature = "bench"))]
pub(crate) fn run_inner(_: &[String]) -> Result<(), Failure> {
    Err(Failure::Usage("this build holds no benchmarks; `cargo xtask bench` makes one".to_owned()))
}

/// The benchmark and how many skills it is to use.
fn parse_arguments(arguments: &[String]) -> Result<(&'static str, usize), Failure> {
    let usage = |message: String| Err(Failure::Usage(message));
    let Some((name, options)) = arguments.split_first() else {
        return usage(format!("which benchmark? There is: {}", BENCHMARKS.join(", ")));
    };
    let Some(benchmark) = BENCHMARKS.iter().find(|benchmark| *benchmark == name) else {
        return usage(format!("there is no benchmark `{name}`"));
    };
    let count = match options {
        [] => Some(COUNT),
        [option, count] if option == "--count" => count.parse().ok().filter(|count| *count > 0),
        _ => None,
    };
    match count {
        Some(count) => Ok((benchmark, count)),
        None => usage("the options of a benchmark are: --count N".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_may_be_given() {
        let parsed = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            parse_arguments(&words).ok()
        };
        assert_eq!(parsed(&["parse"]), Some(("parse", COUNT)));
        assert_eq!(parsed(&["parse", "--count", "50"]), Some(("parse", 50)));
        for wrong in [&[][..], &["nothing"], &["parse", "--count"], &["parse", "--count", "0"]] {
            assert_eq!(parsed(wrong), None, "{wrong:?}");
        }
    }
}
