//! What several modules share: the rules of the profiles, reading under them, and remarks as text.

use std::sync::LazyLock;

use proptest::test_runner::{Config, RngSeed};
use prowess_format::{
    Diagnostic, Document, Parsed, Rules, Surroundings, TreePath, parse, validate,
};

macro_rules! profiles {
    ($($name:literal),+) => {
        [$(($name, include_str!(concat!("../../../prowess/profiles/", $name, ".toml")))),+]
    };
}

/// The rules of every profile, by name.
pub(crate) static RULES: LazyLock<Vec<(&'static str, Rules)>> = LazyLock::new(|| {
    let profiles = profiles![
        "agentskills",
        "bees",
        "claude-code",
        "omp",
        "openclaw",
        "opencode",
        "prowess",
        "wink-2026",
        "wink",
        "wundr"
    ];
    profiles.into_iter().map(|(name, text)| (name, rules_of(text))).collect()
});

fn rules_of(profile: &str) -> Rules {
    let mut profile: toml::Table = toml::from_str(profile).unwrap();
    profile.remove("format").map_or_else(Rules::default, |format| format.try_into().unwrap())
}

/// The rules of one profile.
pub(crate) fn rules(name: &str) -> &'static Rules {
    &RULES.iter().find(|(profile, _)| *profile == name).unwrap().1
}

/// A fixed number of cases from a fixed seed, so that every run sees the same texts. A long hunt
/// sets `PROWESS_CASES` to how many times as many it wants, which are then others.
pub(crate) fn cases(cases: u32, seed: u64) -> Config {
    let times = std::env::var("PROWESS_CASES").ok().and_then(|times| times.parse().ok());
    let times: u32 = times.unwrap_or(1);
    Config {
        cases: cases.saturating_mul(times),
        rng_seed: RngSeed::Fixed(seed + u64::from(times)),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    }
}

/// Reads a `SKILL.md` in the directory `the-skill`.
pub(crate) fn read(bytes: &[u8], rules: &Rules) -> Parsed {
    read_as("SKILL.md", bytes, rules)
}

/// Reads a file of another name in the directory `the-skill`.
pub(crate) fn read_as(file: &str, bytes: &[u8], rules: &Rules) -> Parsed {
    let document = Document {
        file: &TreePath::new(file).unwrap(),
        bytes,
        directory: Some("the-skill"),
        size: bytes.len() as u64,
        flat: false,
    };
    parse(document, rules)
}

/// Reads and checks a `SKILL.md` in the directory `the-skill`: everything that is said of it.
pub(crate) fn check(text: &str, rules: &Rules) -> Vec<Diagnostic> {
    let Parsed { skill, diagnostics } = read(text.as_bytes(), rules);
    let around = Surroundings { directory: Some("the-skill"), ..Surroundings::default() };
    validate(&skill, diagnostics, around, rules)
}

/// `code@line:column` for each remark, or `code` where it is about the whole file.
pub(crate) fn marks(diagnostics: &[Diagnostic]) -> Vec<String> {
    let mark = |diagnostic: &Diagnostic| match diagnostic.location {
        Some(at) => format!("{}@{}:{}", diagnostic.code.id, at.line, at.column),
        None => diagnostic.code.id.to_owned(),
    };
    diagnostics.iter().map(mark).collect()
}
