//! What real agents answered, against what our profiles say.
//!
//! `cargo xtask oracles` made the vectors in `tests/vectors/oracles` with the programs themselves.
//! Here every scenario is made again and the engine asked. What is known to differ stands in
//! `<agent>.differences.toml` there, line by line, with the reason; a line that differs no more has to be
//! taken out, and no other line of the scenario may differ.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use prowess::{Cancel, Engine, Host};
use prowess_testkit::oracle::{
    AgentHome, Listed, Scenario, Vector, agent_homes, read_vectors, scenarios, with_fills,
};
use serde::Deserialize;

/// A test for each agent: what it answered, against the profile that stands for it.
macro_rules! agents {
    ($($test:ident: $agent:literal as $profile:literal),+ $(,)?) => {
        /// The agents that were asked.
        const AGENTS: &[&str] = &[$($agent),+];

        $(#[test]
        fn $test() {
            compare($agent, $profile);
        })+
    };
}

agents! {
    claude_code: "claude-code" as "claude-code",
    codex: "codex" as "codex",
    copilot: "copilot" as "copilot-cli",
    gemini_cli: "gemini-cli" as "gemini-cli",
    omp: "omp" as "omp-2026",
    openclaw: "openclaw" as "openclaw",
    opencode: "opencode" as "opencode-2026",
    openskills: "openskills" as "openskills",
    pi: "pi" as "pi",
}

/// Agents that do not say where a skill is.
const WITHOUT_PATHS: [&str; 1] = ["claude-code"];

/// Agents that list descriptions with angle brackets escaped.
const ESCAPING: [&str; 1] = ["claude-code"];

/// Agents that say which skills the model is not told about.
const TELLING_HIDDEN: [&str; 3] = ["omp", "openclaw", "pi"];

/// Known differences in one scenario that have one reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    scenario: String,
    /// Why it is right that they differ, or what is missing.
    reason: String,
    /// Where they differ: what the agent lists and we do not after a `-`, the other way round after a `+`.
    lines: Vec<String>,
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn vectors(agent: &str) -> Vec<Vector> {
    read_vectors(&tests().join(format!("vectors/oracles/{agent}.jsonl"))).unwrap()
}

/// Where an agent and its profile are known to differ.
fn differences(agent: &str) -> Vec<Difference> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Document {
        #[serde(default)]
        difference: Vec<Difference>,
    }
    let file = tests().join(format!("vectors/oracles/{agent}.differences.toml"));
    let document: Document = toml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    document.difference
}

/// The lines of each scenario that are known to differ.
fn known_lines(differences: Vec<Difference>) -> BTreeMap<String, BTreeSet<String>> {
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for Difference { scenario, reason, lines } in differences {
        assert!(!reason.trim().is_empty(), "{scenario}: a difference without a reason");
        assert!(!lines.is_empty(), "{scenario}: a difference about nothing");
        let of_scenario = known.entry(scenario.clone()).or_default();
        for line in lines {
            assert!(of_scenario.insert(line.clone()), "{scenario}: it is there twice: {line}");
        }
    }
    known
}

fn compare(agent: &str, profile: &str) {
    let all = scenarios(&tests().join("oracles")).unwrap();
    let homes = agent_homes(&tests().join("oracles")).unwrap();
    let mut known = known_lines(differences(agent));
    let mut problems = Vec::new();
    for vector in vectors(agent).iter().filter(|vector| vector.fails.is_none()) {
        let name = &vector.scenario;
        let Some(scenario) = all.iter().find(|scenario| scenario.name == *name) else {
            problems.push(format!("there is no scenario {name}"));
            continue;
        };
        let found = disagreements(vector, scenario, profile, &homes[agent]);
        problems.extend(news(name, &found, &known.remove(name).unwrap_or_default()));
    }
    problems.extend(known.keys().map(|name| format!("{name}: a difference about nothing")));
    assert!(
        problems.is_empty(),
        "{agent}: {} disagreements (- the agent's, + ours):\n{}",
        problems.len(),
        problems.join("\n")
    );
}

/// What the record of a scenario does not say, or says and is not so. Lines are spelled as in the
/// record: a text of JSON is one of TOML.
fn news(scenario: &str, found: &BTreeSet<String>, known: &BTreeSet<String>) -> Vec<String> {
    let spelled = |line: &String| serde_json::Value::from(line.as_str()).to_string();
    let new = found.difference(known).map(|line| format!("{scenario}: {}", spelled(line)));
    let gone = known.difference(found);
    let gone = gone.map(|line| format!("{scenario}: they agree, take it out: {}", spelled(line)));
    new.chain(gone).collect()
}

#[test]
fn a_record_says_exactly_what_differs() {
    let set = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let table: [(&[&str], &[&str], &[&str]); 4] = [
        (&[], &[], &[]),
        (&["- a", "+ b"], &["- a", "+ b"], &[]),
        (&["- a", "+ b"], &["- a"], &["s: \"+ b\""]),
        (&["- a"], &["- a", "+ b"], &["s: they agree, take it out: \"+ b\""]),
    ];
    for (found, known, expected) in table {
        assert_eq!(news("s", &set(found), &set(known)), expected);
    }
}

/// Every answer is one to a scenario that is there, and every agent answered what it was to.
#[test]
fn every_scenario_is_answered() {
    let all = scenarios(&tests().join("oracles")).unwrap();
    for agent in AGENTS {
        let vectors = vectors(agent);
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
) -> BTreeSet<String> {
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
        name: with_fills(entry.label()),
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
        is_escaped: ESCAPING.contains(&&*vector.agent),
    };
    let ours: BTreeSet<String> = ours.map(|skill| form.shown(&skill)).collect();
    let usable = vector.skills.iter().filter(|skill| skill.enabled != Some(false));
    let theirs: BTreeSet<String> = usable.map(|skill| form.shown(skill)).collect();
    let only = |sign: char, these: &BTreeSet<String>, those: &BTreeSet<String>| -> Vec<String> {
        these.difference(those).map(|skill| format!("{sign} {skill}")).collect()
    };
    only('-', &theirs, &ours).into_iter().chain(only('+', &ours, &theirs)).collect()
}

/// What of a skill is compared.
struct Form<'a> {
    root: &'a Path,
    racy: BTreeSet<&'a str>,
    has_path: bool,
    has_hidden: bool,
    is_escaped: bool,
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
        let mut description = words.join(" ");
        if self.is_escaped {
            description = description.replace("&lt;", "<").replace("&gt;", ">");
        }
        format!("{shown}: {description}")
    }

    /// The path without symbolic links: agents name a file one way or the other.
    fn real(&self, path: &str) -> String {
        let root = self.root.to_string_lossy();
        let path = path.replace("{root}", &root);
        let real = Path::new(&path).canonicalize().unwrap_or_else(|_| path.clone().into());
        real.to_string_lossy().replace(&*root, "{root}")
    }
}
