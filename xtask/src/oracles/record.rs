//! Asks the chosen agents all their scenarios and says what changed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use prowess_testkit::oracle::{AgentHome, Scenario, Vector, agent_homes, read_vectors, scenarios};

use super::Choice;
use super::agents::{Agent, agent};
use super::compare::{changes, write};
use super::install::{Tool, install};
use super::sandbox::Sandbox;
use crate::workspace::root;

/// What became of one agent.
struct Outcome {
    agent: &'static str,
    /// Sentences for the summary; none where the answers are those that are committed.
    problems: Vec<String>,
    summary: String,
}

/// Runs the command.
pub(super) fn run(choice: &Choice) -> Result<(), String> {
    let tests = root().join("crates/prowess/tests");
    let all = scenarios(&tests.join("oracles"))?;
    if let Some(name) = choice.scenarios.iter().find(|name| all.iter().all(|s| s.name != **name)) {
        return Err(format!("there is no scenario `{name}`"));
    }
    let homes = agent_homes(&tests.join("oracles"))?;
    let outcomes: Vec<Outcome> =
        choice.agents.iter().map(|name| ask_agent(name, choice, &all, &homes)).collect();
    println!();
    for outcome in &outcomes {
        println!("{:12} {}", outcome.agent, outcome.summary);
        for problem in &outcome.problems {
            println!("  {problem}");
        }
    }
    let troubled: Vec<&str> = outcomes
        .iter()
        .filter(|outcome| !outcome.problems.is_empty())
        .map(|outcome| outcome.agent)
        .collect();
    if troubled.is_empty() { Ok(()) } else { Err(format!("see: {}", troubled.join(", "))) }
}

fn ask_agent(
    name: &'static str,
    choice: &Choice,
    all: &[Scenario],
    homes: &BTreeMap<String, AgentHome>,
) -> Outcome {
    let failed = |problem: String| Outcome {
        agent: name,
        summary: "was not asked".to_owned(),
        problems: vec![problem],
    };
    let agent = agent(name);
    let Some(home) = homes.get(name) else {
        return failed("its places are not in agents.toml".to_owned());
    };
    let tool = match install(name, agent.package) {
        Ok(tool) => tool,
        Err(problem) => return failed(format!("it cannot be installed: {problem}")),
    };
    let chosen: Vec<&Scenario> = all
        .iter()
        .filter(|scenario| scenario.is_for(name))
        .filter(|scenario| choice.scenarios.is_empty() || choice.scenarios.contains(&scenario.name))
        .collect();
    println!("{name} {}: {} scenarios", tool.version, chosen.len());
    let (answers, mut problems) = ask_all(&agent, &tool, &chosen, home);
    let file = root().join(format!("crates/prowess/tests/vectors/oracles/{name}.jsonl"));
    let summary = format!("{} answered {} of {}", tool.version, answers.len(), chosen.len());
    match settle(choice, &file, all, &answers) {
        Ok(changed) => problems.extend(changed),
        Err(problem) => problems.push(problem),
    }
    Outcome { agent: name, problems, summary }
}

/// Compares the answers with the committed ones, or commits them.
fn settle(
    choice: &Choice,
    file: &Path,
    all: &[Scenario],
    answers: &[Vector],
) -> Result<Vec<String>, String> {
    let committed = read_vectors(file)?;
    let changed = changes(&committed, answers);
    if !choice.update {
        return Ok(changed);
    }
    for change in changed {
        println!("  {change}");
    }
    // What was not asked again stays, in the order of the scenarios.
    let of = |scenario: &Scenario| {
        let is_of = |vector: &&Vector| vector.scenario == scenario.name;
        answers.iter().find(is_of).or_else(|| committed.iter().find(is_of)).cloned()
    };
    write(file, &all.iter().filter_map(of).collect::<Vec<_>>())?;
    Ok(Vec::new())
}

/// Asks as many scenarios at a time as there are processors.
fn ask_all(
    agent: &Agent,
    tool: &Tool,
    scenarios: &[&Scenario],
    home: &AgentHome,
) -> (Vec<Vector>, Vec<String>) {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(scenario) = scenarios.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = ask(agent, tool, scenario, home);
            if let Ok(mut found) = found.lock() {
                found.push((scenario.name.clone(), result));
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let (mut vectors, mut problems) = (Vec::new(), Vec::new());
    for (name, result) in found {
        match result {
            Ok(vector) => vectors.push(vector),
            Err(problem) => problems.push(format!("{name}: {problem}")),
        }
    }
    (vectors, problems)
}

fn ask(
    agent: &Agent,
    tool: &Tool,
    scenario: &Scenario,
    home: &AgentHome,
) -> Result<Vector, String> {
    let sandbox = Sandbox::new(scenario, home)?;
    let answer = (agent.list)(tool, &sandbox)?;
    Ok(answer.into_vector(scenario, (agent.name, &tool.version), &sandbox.root))
}
