//! `cargo xtask oracles [AGENT…]`: installs real agents, asks each which skills it loads on the
//! scenarios of `crates/prowess/tests/oracles`, and compares the answers with the committed vectors.
//!
//! The outer command builds this program again with what it shares with the tests.

#[cfg(feature = "oracles")]
mod agents;
#[cfg(feature = "oracles")]
mod answer;
#[cfg(feature = "oracles")]
mod compare;
#[cfg(feature = "oracles")]
mod install;
#[cfg(feature = "oracles")]
mod process;
#[cfg(feature = "oracles")]
mod record;
#[cfg(feature = "oracles")]
mod sandbox;

use crate::Failure;
use crate::workspace::{cargo, run as run_command};

/// The agents that can be asked.
pub(crate) const AGENTS: &[&str] = &[
    "claude-code",
    "codex",
    "copilot",
    "gemini-cli",
    "omp",
    "openclaw",
    "opencode",
    "openskills",
    "pi",
];

/// What to do.
#[derive(Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "oracles"), allow(dead_code, reason = "only the inner command acts"))]
struct Choice {
    agents: Vec<&'static str>,
    /// Only these; all where there are none.
    scenarios: Vec<String>,
    update: bool,
}

/// Runs the command: checks the arguments before anything is built.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    parse(arguments)?;
    let options = ["--quiet", "--package", "xtask", "--features", "oracles"];
    let mut command = cargo();
    command.arg("run").args(options).args(["--", "oracles-inner"]).args(arguments);
    Ok(run_command(&mut command)?)
}

/// Asks the agents from this process.
#[cfg(feature = "oracles")]
pub(crate) fn run_inner(arguments: &[String]) -> Result<(), Failure> {
    Ok(record::run(&parse(arguments)?)?)
}

/// Says why nobody is asked.
#[cfg(not(feature = "oracles"))]
pub(crate) fn run_inner(_: &[String]) -> Result<(), Failure> {
    Err(Failure::Usage("this build asks nobody; `cargo xtask oracles` makes one".to_owned()))
}

fn parse(arguments: &[String]) -> Result<Choice, Failure> {
    let updates = std::env::var_os("PROWESS_UPDATE").is_some_and(|value| value == "1");
    let mut choice = Choice { update: updates, ..Choice::default() };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--update" => choice.update = true,
            "--scenario" => {
                let name = words.next().ok_or_else(|| usage("`--scenario` needs a name"))?;
                choice.scenarios.push(name.clone());
            }
            name => match AGENTS.iter().find(|agent| **agent == name) {
                Some(agent) => choice.agents.push(agent),
                None => return Err(usage(&format!("there is no agent `{name}` to ask"))),
            },
        }
    }
    if choice.agents.is_empty() {
        choice.agents = AGENTS.to_vec();
    }
    Ok(choice)
}

fn usage(message: &str) -> Failure {
    Failure::Usage(format!("{message}; there is: {}", AGENTS.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_and_scenarios_are_chosen_by_name() {
        let parsed = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            parse(&words).ok()
        };
        let choice = parsed(&["codex", "--scenario", "depth", "--update"]);
        let expected =
            Choice { agents: vec!["codex"], scenarios: vec!["depth".into()], update: true };
        assert_eq!(choice, Some(expected));
        assert_eq!(parsed(&[]).map(|choice| choice.agents), Some(AGENTS.to_vec()));
        for wrong in [&["nobody"][..], &["--scenario"], &["--all"]] {
            assert_eq!(parsed(wrong), None, "{wrong:?}");
        }
    }
}
