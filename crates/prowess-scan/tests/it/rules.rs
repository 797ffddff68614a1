//! Every rule on its cases: `tests/rules/<id>.toml` holds skills it must speak about, and honest ones
//! that look alike, about which it must not.

#![allow(clippy::panic, reason = "what helps a test may fail as the test does")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use prowess_scan::{Finding, Pack, RulePage, Severity};
use serde::Deserialize;

use crate::skill::{Skill, from_base64, severity, told};

/// The cases of one rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    fires: Vec<Case>,
    quiet: Vec<Case>,
}

/// One skill.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Files that are no text.
    #[serde(default)]
    base64: BTreeMap<String, String>,
    #[serde(default)]
    links: BTreeMap<String, String>,
    #[serde(default)]
    executable: Vec<String>,
    /// Files by their size, too large to be read.
    #[serde(default)]
    huge: BTreeMap<String, u64>,
    #[serde(default)]
    devices: Vec<String>,
    /// The finding is at least this bad.
    severity: Option<String>,
    line: Option<u32>,
    file: Option<String>,
}

impl Case {
    fn skill(&self) -> Skill {
        let mut skill = Skill::default();
        for (path, text) in &self.files {
            skill = skill.with(path, text);
        }
        for (path, text) in &self.base64 {
            skill = skill.with(path, from_base64(text));
        }
        for (path, target) in &self.links {
            skill = skill.with_link(path, target);
        }
        for (path, size) in &self.huge {
            skill = skill.with_huge(path, *size);
        }
        for path in &self.devices {
            skill = skill.with_device(path);
        }
        self.executable.iter().fold(skill, |skill, path| skill.executable(path))
    }

    /// What is wrong with what the rule says about a skill it must speak about.
    fn fires(&self, rule: &str) -> Option<String> {
        let report = self.skill().scan();
        let least = self.severity.as_deref().map_or(Severity::Medium, severity);
        let fits = |finding: &&Finding| {
            finding.rule == rule
                && !finding.help.is_empty()
                && finding.severity >= least
                && self.line.is_none_or(|line| finding.location.is_some_and(|at| at.line == line))
                && self.file.as_ref().is_none_or(|file| finding.file == *file)
        };
        let fine = report.findings.iter().any(|finding| fits(&finding));
        (!fine).then(|| format!("{rule}: silent about “{}”: {}", self.name, told(&report)))
    }

    /// What is wrong with what the rule says about an honest skill.
    fn quiet(&self, rule: &str) -> Option<String> {
        let report = self.skill().scan();
        let speaks =
            |finding: &Finding| finding.rule == rule && finding.severity >= Severity::Medium;
        let wrong = report.findings.iter().any(speaks);
        wrong.then(|| format!("{rule}: speaks about “{}”: {}", self.name, told(&report)))
    }
}

/// The rules of the default pack.
fn rules() -> impl Iterator<Item = RulePage> {
    prowess_scan::rules().into_iter().filter(|rule| rule.packs.contains(&Pack::Prowess))
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

fn cases(id: &str) -> Cases {
    let path = directory().join(format!("{id}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{id}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_rule_has_a_page_and_its_own_id() {
    let mut seen = BTreeSet::new();
    for rule in rules() {
        let kebab = !rule.id.is_empty()
            && rule
                .id
                .split('-')
                .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()));
        assert!(kebab, "{} is not kebab-case", rule.id);
        assert!(seen.insert(rule.id), "{} is there twice", rule.id);
        let first = rule.page.lines().next().unwrap_or_default();
        let sentence = first.ends_with('.') && first.starts_with(|c: char| c.is_uppercase());
        assert!(sentence, "{}: the page begins with “{first}”", rule.id);
        assert!(rule.page.lines().count() > 2, "{}: the page says nothing", rule.id);
    }
}

#[test]
fn every_file_of_cases_belongs_to_a_rule() {
    let known: BTreeSet<String> = rules().map(|rule| format!("{}.toml", rule.id)).collect();
    let entries = std::fs::read_dir(directory()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> = names.collect();
    assert_eq!(there, known);
}

#[test]
fn rules_speak_and_are_silent_where_they_should() {
    let mut wrong = Vec::new();
    for rule in rules() {
        let cases = cases(rule.id);
        assert!(cases.fires.len() >= 2, "{}: one more case that fires", rule.id);
        assert!(cases.quiet.len() >= 2, "{}: one more case that is quiet", rule.id);
        let names: Vec<&str> =
            cases.fires.iter().chain(&cases.quiet).map(|case| case.name.as_str()).collect();
        let unique: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(unique.len(), names.len(), "{}: two cases of one name", rule.id);
        wrong.extend(cases.fires.iter().filter_map(|case| case.fires(rule.id)));
        wrong.extend(cases.quiet.iter().filter_map(|case| case.quiet(rule.id)));
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

/// No finding is worse than its rule says it can be.
#[test]
fn findings_stay_below_the_severity_of_their_rule() {
    let rules: BTreeMap<&str, Severity> = rules().map(|rule| (rule.id, rule.severity)).collect();
    let mut wrong = BTreeSet::new();
    for id in rules.keys() {
        let cases = cases(id);
        for case in cases.fires.iter().chain(&cases.quiet) {
            for finding in case.skill().scan().findings {
                let most = rules.get(finding.rule.as_ref()).copied();
                if most.is_none_or(|most| finding.severity > most) {
                    wrong.insert(format!("{} {}", finding.rule, finding.severity));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
