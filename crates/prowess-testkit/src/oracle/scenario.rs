//! What a scenario says, as it stands in `tests/oracles/*.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The file with the places of each agent, beside those with the scenarios.
const AGENTS: &str = "agents.toml";

/// A machine with files, and what to ask on it.
///
/// Paths begin at the root of the sandbox, which has `home/` and `project/`. In paths and texts
/// `{root}` is the absolute path of the sandbox, `{skills}` and `{user}` are the agent's own project
/// and user directories, `{fill:N}` is a text of N letters and `{byte:ff}` a byte.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Unique among all scenarios.
    pub name: String,
    /// What it finds out.
    pub about: String,
    /// The agents that are asked; all of them where there is no list.
    #[serde(default)]
    pub agents: Vec<String>,
    /// The working directory.
    #[serde(default = "project")]
    pub cwd: String,
    /// The directories that are Git repositories.
    #[serde(default = "repositories")]
    pub git: Vec<String>,
    /// Directories of skills that are called as their directory and described by their path.
    #[serde(default)]
    pub skills: Vec<String>,
    /// Skills by their directories; the text is what stands between the fences.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// Files and their texts.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Symbolic links and what they point to.
    #[serde(default)]
    pub links: BTreeMap<String, String>,
    /// Files that can be run.
    #[serde(default)]
    pub executable: Vec<String>,
    /// Environment variables.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// By agent the names of which it loads now this one, now that one: what it says about them
    /// but that they are there is not kept.
    #[serde(default)]
    pub racy: BTreeMap<String, Vec<String>>,
}

/// The places of an agent, and what has to be on its machine so that it reads them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentHome {
    /// `{skills}`.
    pub skills: String,
    /// `{user}`.
    pub user: String,
    /// Files of every scenario that does not have one of its own at that place.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

impl Scenario {
    /// Whether this agent is asked.
    pub fn is_for(&self, agent: &str) -> bool {
        self.agents.is_empty() || self.agents.iter().any(|name| name == agent)
    }

    /// Whether what this agent says about a skill of this name changes from run to run.
    pub fn is_racy(&self, agent: &str, name: &str) -> bool {
        self.racy.get(agent).is_some_and(|names| names.iter().any(|racy| racy == name))
    }
}

fn project() -> String {
    "project".to_owned()
}

fn repositories() -> Vec<String> {
    vec![project()]
}

/// All scenarios of a directory, by file and in the order they stand there.
pub fn scenarios(directory: &Path) -> Result<Vec<Scenario>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Document {
        scenario: Vec<Scenario>,
    }
    let entries = fs::read_dir(directory).map_err(|error| in_file(directory, &error))?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(|error| in_file(directory, &error))?;
    paths.retain(|path| {
        let is_other = path.file_name().is_some_and(|name| name == AGENTS);
        path.extension().is_some_and(|extension| extension == "toml") && !is_other
    });
    paths.sort();
    let mut scenarios: Vec<Scenario> = Vec::new();
    for path in paths {
        for scenario in parse::<Document>(&path)?.scenario {
            if scenarios.iter().any(|other| other.name == scenario.name) {
                return Err(format!("there are two scenarios `{}`", scenario.name));
            }
            scenarios.push(scenario);
        }
    }
    Ok(scenarios)
}

/// The places of the agents, by name.
pub fn agent_homes(directory: &Path) -> Result<BTreeMap<String, AgentHome>, String> {
    parse(&directory.join(AGENTS))
}

fn parse<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|error| in_file(path, &error))?;
    toml::from_str(&text).map_err(|error| in_file(path, &error))
}

fn in_file(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}
