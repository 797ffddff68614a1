//! What real agents answered, against what our profiles say.
//!
//! `cargo xtask oracles` made the vectors in `tests/vectors/oracles` with the programs themselves.
//! Here every scenario is made again and the engine asked. What is known to differ stands in
//! `differences.toml` there, with the reason; one that differs no more has to be taken out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use prowess::{Cancel, Engine, Host};
use prowess_testkit::oracle::{
    AgentHome, Listed, Scenario, Vector, agent_homes, read_vectors, scenarios, with_fills,
};
use serde::Deserialize;

/// Which profile stands for an agent.
const PROFILES: [(&str, &str); 9] = [
    ("claude-code", "claude-code"),
    ("codex", "codex"),
    ("copilot", "copilot"),
    ("gemini-cli", "gemini-cli"),
    ("omp", "omp-2026"),
    ("openclaw", "openclaw"),
    ("opencode", "opencode-2026"),
    ("openskills", "openskills"),
    ("pi", "pi"),
];

/// Agents whose profile is still to be written. One whose profile is there has to be taken out.
const PENDING: [&str; 7] =
    ["codex", "copilot", "gemini-cli", "omp", "opencode", "openskills", "pi"];

/// Agents that do not say where a skill is.
const WITHOUT_PATHS: [&str; 1] = ["claude-code"];

/// Agents that say which skills the model is not told about.
const TELLING_HIDDEN: [&str; 3] = ["omp", "openclaw", "pi"];

/// A known difference.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    agent: String,
    scenario: String,
    /// Why it is right that they differ, or what is missing.
    reason: String,
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn differences() -> Vec<Difference> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Document {
        #[serde(default)]
        difference: Vec<Difference>,
    }
    let text = std::fs::read_to_string(tests().join("vectors/oracles/differences.toml")).unwrap();
    toml::from_str::<Document>(&text).unwrap().difference
}

#[test]
fn profiles_load_what_the_agents_load() {
    let all = scenarios(&tests().join("oracles")).unwrap();
    let homes = agent_homes(&tests().join("oracles")).unwrap();
    let mut known: BTreeMap<(String, String), Difference> = differences()
        .into_iter()
        .map(|known| ((known.agent.clone(), known.scenario.clone()), known))
        .collect();
    assert!(known.values().all(|known| !known.reason.trim().is_empty()));
    let mut problems = Vec::new();
    let mut pending = Vec::new();
    for (agent, profile) in PROFILES {
        let vectors =
            read_vectors(&tests().join(format!("vectors/oracles/{agent}.jsonl"))).unwrap();
        if vectors.is_empty() {
            pending.push(format!("{agent} (no answers)"));
            continue;
        }
        let is_there = Engine::builder(host(Path::new("/"), "", BTreeMap::new()))
            .profile(profile)
            .build()
            .is_ok();
        match (is_there, PENDING.contains(&agent)) {
            (true, true) => problems
                .push(format!("{agent}: the profile {profile} is there: take it out of PENDING")),
            (false, true) => {
                pending.push(format!("{agent} (no profile {profile})"));
                continue;
            }
            (false, false) => {
                problems.push(format!("{agent}: there is no profile {profile}"));
                continue;
            }
            (true, false) => {}
        }
        for vector in &vectors {
            let Some(scenario) = all.iter().find(|scenario| scenario.name == vector.scenario)
            else {
                problems.push(format!("{agent}: there is no scenario {}", vector.scenario));
                continue;
            };
            let found = disagreements(vector, scenario, profile, &homes[agent]);
            let key = (agent.to_owned(), vector.scenario.clone());
            match (known.remove(&key), found.is_empty()) {
                (None, false) => {
                    problems.push(format!("{agent}, {}:\n    {}", key.1, found.join("\n    ")));
                }
                (Some(_), true) => problems.push(format!(
                    "{agent}, {}: they agree: take it out of differences.toml",
                    key.1
                )),
                _ => {}
            }
        }
    }
    for (agent, scenario) in known.keys() {
        if !PENDING.contains(&agent.as_str()) {
            problems.push(format!("{agent}, {scenario}: a difference about nothing"));
        }
    }
    if !pending.is_empty() {
        eprintln!("ATTENTION: not compared with: {}", pending.join(", "));
    }
    assert!(
        problems.is_empty(),
        "{} disagreements (- the agent's, + ours):\n{}",
        problems.len(),
        problems.join("\n")
    );
}

/// Every answer is one to a scenario that is there, and every agent answered what it was to.
#[test]
fn every_scenario_is_answered() {
    let all = scenarios(&tests().join("oracles")).unwrap();
    for (agent, _) in PROFILES {
        let vectors =
            read_vectors(&tests().join(format!("vectors/oracles/{agent}.jsonl"))).unwrap();
        if vectors.is_empty() {
            continue;
        }
        let answered: BTreeSet<&str> = vectors.iter().map(|v| v.scenario.as_str()).collect();
        let asked: BTreeSet<&str> = all
            .iter()
            .filter(|scenario| scenario.is_for(agent))
            .map(|scenario| scenario.name.as_str())
            .collect();
        assert_eq!(answered, asked, "{agent}");
        let versions: BTreeSet<&str> = vectors.iter().map(|v| v.version.as_str()).collect();
        assert_eq!(versions.len(), 1, "{agent}: of one version");
    }
}

fn host(root: &Path, cwd: &str, env: BTreeMap<String, String>) -> Host {
    let (home, cwd) = (root.join("home"), root.join(cwd));
    Host { system: root.join("system"), env, ..Host::new(home, cwd) }
}

/// What the agent lists and we do not, and the other way round; a line each.
fn disagreements(
    vector: &Vector,
    scenario: &Scenario,
    profile: &str,
    home: &AgentHome,
) -> Vec<String> {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    scenario.make(&root, home).unwrap();
    let filled = |text: &str| scenario.filled(text, &root, home);
    let mut env: BTreeMap<String, String> =
        scenario.env.iter().map(|(name, value)| (name.clone(), filled(value))).collect();
    env.entry("PATH".to_owned()).or_insert_with(|| "/usr/bin:/bin".to_owned());
    let engine = Engine::builder(host(&root, &filled(&scenario.cwd), env)).profile(profile);
    let catalog = engine.build().unwrap().load(&Cancel::none()).unwrap();
    let ours = catalog.active().into_iter().map(|entry| Listed {
        name: with_fills(entry.skill.name_text()),
        path: Some(
            entry.candidate.file.to_string_lossy().replace(&*root.to_string_lossy(), "{root}"),
        ),
        description: Some(with_fills(entry.skill.description_text())),
        hidden: entry.is_hidden().then_some(true),
        ..Listed::default()
    });
    let form = Form {
        root: &root,
        racy: vector
            .skills
            .iter()
            .filter(|skill| skill.racy == Some(true))
            .map(|s| &*s.name)
            .collect(),
        has_path: !WITHOUT_PATHS.contains(&&*vector.agent),
        has_hidden: TELLING_HIDDEN.contains(&&*vector.agent),
    };
    let ours: BTreeSet<String> = ours.map(|skill| form.shown(&skill)).collect();
    let usable = vector.skills.iter().filter(|skill| skill.enabled != Some(false));
    let theirs: BTreeSet<String> = usable.map(|skill| form.shown(skill)).collect();
    let only = |sign: char, these: &BTreeSet<String>, those: &BTreeSet<String>| -> Vec<String> {
        these.difference(those).map(|skill| format!("{sign} {skill}")).collect()
    };
    [only('-', &theirs, &ours), only('+', &ours, &theirs)].concat()
}

/// What of a skill is compared.
struct Form<'a> {
    root: &'a Path,
    racy: BTreeSet<&'a str>,
    has_path: bool,
    has_hidden: bool,
}

impl Form<'_> {
    fn shown(&self, skill: &Listed) -> String {
        if self.racy.contains(&*skill.name) {
            return format!("{} (one of several)", skill.name);
        }
        let mut shown = skill.name.clone();
        if self.has_path {
            shown += &format!(" {}", self.real(skill.path.as_deref().unwrap_or_default()));
        }
        if self.has_hidden && skill.hidden == Some(true) {
            shown += " (hidden)";
        }
        // White space is a matter of listings.
        let words: Vec<&str> =
            skill.description.iter().flat_map(|text| text.split_whitespace()).collect();
        format!("{shown}: {}", words.join(" "))
    }

    /// The path without symbolic links: agents name a file one way or the other.
    fn real(&self, path: &str) -> String {
        let root = self.root.to_string_lossy();
        let path = path.replace("{root}", &root);
        let real = Path::new(&path).canonicalize().unwrap_or_else(|_| path.clone().into());
        real.to_string_lossy().replace(&*root, "{root}")
    }
}
