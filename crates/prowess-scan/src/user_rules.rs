//! The user's own rules, out of a TOML file. They are asked in every pack, about every file.
//!
//! ```toml
//! [[rule]]
//! id = "internal-host"                  # kebab-case, not the id of a built-in rule
//! severity = "high"                     # note, low, medium, high, critical
//! message = "the skill talks to an internal host"
//! help = "ask the platform team"        # optional
//! files = ["*.py", "shell"]             # optional: patterns of paths, or languages
//! in = "code"                           # optional: any, prose, code or frontmatter
//! pattern = '\bbuild[0-9]+\.corp\b'     # or: literals = ["build1.corp", "build2.corp"]
//! ```
//!
//! A pattern is a regular expression over bytes: `\w`, `\d`, `\s` and `\b` are ASCII, and there are
//! no look-arounds and no back-references, so that time stays linear. Literals are found in either
//! case of ASCII letters.
//!
//! `facts = ["secret-file", "send"]` asks for a sentence or statement in which all the named things
//! happen. Only the default pack knows facts, so only it evaluates such rules, through
//! [`UserRules::with_facts`]; [`UserRules::apply`] passes over them.

use std::collections::HashSet;
use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use regex::bytes::{Regex, RegexBuilder};

use crate::fact::Fact;
use crate::finding::{Confidence, Finding, Severity, fingerprint};
use crate::limits;
use crate::pack::Pack;
use crate::packs::shared::text::Text;
use crate::policy_file::{Refused, Row, read_rows};
use crate::problem::Problem;
use crate::region::{Region, Regions};
use crate::selector::Selector;

/// Bytes of a pattern as it is written, and of what it is compiled to.
const PATTERN_BYTES: usize = 4 * 1024;
const PROGRAM_BYTES: usize = 256 * 1024;

/// How deep the groups of a pattern may nest.
const PATTERN_DEPTH: u32 = 50;

/// Literals of a rule, and bytes of each.
const LITERALS: usize = 1000;
const LITERAL_BYTES: usize = 1024;

/// Bytes of an id.
const ID_BYTES: usize = 64;

/// The keys of a rule.
const KEYS: [&str; 9] =
    ["id", "severity", "message", "help", "files", "in", "pattern", "literals", "facts"];

/// The rules that hold.
#[derive(Clone, Debug, Default)]
pub struct UserRules {
    rules: Vec<UserRule>,
}

/// One rule of the user's.
#[derive(Clone, Debug)]
pub struct UserRule {
    /// What it is called.
    pub id: String,
    /// How bad.
    pub severity: Severity,
    /// What is said.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
    /// What has to happen together, for the default pack; empty for most rules.
    pub facts: Vec<String>,
    region: Region,
    files: Vec<Selector>,
    search: Search,
}

/// What is searched.
#[derive(Clone, Debug)]
enum Search {
    Pattern(Regex),
    Literals(AhoCorasick),
    /// Facts alone.
    Nothing,
}

impl UserRules {
    /// Reads a file of rules. What is wrong with one leaves the others in force.
    pub fn parse(text: &str) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut rules: Vec<UserRule> = Vec::new();
        let built_in: HashSet<&str> =
            Pack::ALL.iter().flat_map(|pack| pack.pages()).map(|(id, ..)| id).collect();
        let mut ids = HashSet::new();
        read_rows(text, "rule", &mut problems, |row| {
            if let Ok(rule) = read(row, &built_in, &mut ids) {
                rules.push(rule);
            }
        });
        (Self { rules }, problems)
    }

    /// Adds the rules of another file. Of two with one id the first holds.
    pub fn extend(&mut self, others: Self) {
        for rule in others.rules {
            if self.rules.iter().all(|known| known.id != rule.id) {
                self.rules.push(rule);
            }
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// All rules, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &UserRule> {
        self.rules.iter()
    }

    /// The rules that ask for facts, which the default pack evaluates.
    pub fn with_facts(&self) -> impl Iterator<Item = &UserRule> {
        self.rules.iter().filter(|rule| !rule.facts.is_empty())
    }

    /// What the rules find in a text file; those that ask for facts are passed over.
    pub fn apply(&self, path: &str, text: &str) -> Vec<Finding> {
        let rules = self.rules.iter().filter(|rule| rule.facts.is_empty());
        let rules: Vec<&UserRule> = rules.filter(|rule| rule.is_about(path)).collect();
        if rules.is_empty() {
            return Vec::new();
        }
        let parts = rules.iter().any(|rule| rule.region != Region::Any);
        let regions = if parts { Regions::new(path, text) } else { Regions::whole(text) };
        let text = Text::new(path.to_owned(), text.to_owned());
        let mut findings = Vec::new();
        for rule in rules {
            rule.findings(&text, &regions, &mut findings);
        }
        findings
    }
}

impl UserRule {
    /// Whether a file is one that the rule is about.
    pub fn is_about(&self, path: &str) -> bool {
        self.files.is_empty() || self.files.iter().any(|files| files.fits(path))
    }

    /// Where the pattern or the literals of the rule are in a text, at most `most` places. A rule
    /// with facts alone is nowhere.
    pub fn places(&self, text: &str, most: usize) -> Vec<Range<usize>> {
        self.find(text.as_bytes(), most)
    }

    fn find(&self, bytes: &[u8], most: usize) -> Vec<Range<usize>> {
        match &self.search {
            Search::Pattern(regex) => {
                regex.find_iter(bytes).take(most).map(|found| found.range()).collect()
            }
            Search::Literals(literals) => {
                literals.find_iter(bytes).take(most).map(|found| found.range()).collect()
            }
            Search::Nothing => Vec::new(),
        }
    }

    fn findings(&self, text: &Text, regions: &Regions, findings: &mut Vec<Finding>) {
        let mut repeats: Vec<String> = Vec::new();
        let mut kept = 0;
        for region in regions.of(self.region) {
            let part = &text.text.as_bytes()[region.clone()];
            // One more than is kept shows that there are more. To count them all could take a
            // search of the whole text for each.
            for found in self.find(part, limits::FINDINGS_PER_RULE + 1 - kept) {
                if kept == limits::FINDINGS_PER_RULE {
                    if let Some(last) = findings.last_mut() {
                        last.message.push_str(" (and more of it in this file)");
                    }
                    return;
                }
                kept += 1;
                let range = region.start + found.start..region.start + found.end;
                let line = text.line_at(range.start);
                let seen = text.seen(line).digest;
                let repeat = repeats.iter().filter(|known| **known == seen).count();
                let fingerprint = fingerprint(&self.id, &text.file, &seen, repeat);
                repeats.push(seen);
                findings.push(Finding {
                    rule: self.id.clone().into(),
                    severity: self.severity,
                    // The user knows what is looked for.
                    confidence: Confidence::High,
                    file: text.file.clone(),
                    location: Some(text.locate(range)),
                    message: self.message.clone(),
                    evidence: text.evidence(line, "..."),
                    decoded: None,
                    help: self.help.clone().into(),
                    fingerprint,
                });
            }
        }
    }
}

fn read(
    row: &mut Row<'_, '_>,
    built_in: &HashSet<&str>,
    ids: &mut HashSet<String>,
) -> Result<UserRule, Refused> {
    // A key that is misspelled may have narrowed the rule: without it, it would say too much.
    if row.unknown_keys(&KEYS) {
        return Err(Refused);
    }
    let id = read_id(row, built_in, ids)?;
    let severity = row.required("severity")?;
    let severity =
        Severity::ALL.into_iter().find(|known| known.word() == severity).ok_or_else(|| {
            let message =
                format!("there is no severity `{severity}`: critical, high, medium, low or note");
            row.problem("severity", message);
            Refused
        })?;
    let message = row.required("message")?;
    let help = row.text("help")?.unwrap_or_default();
    let region = match row.text("in")? {
        None => Region::Any,
        Some(word) => Region::of_word(&word).ok_or_else(|| {
            row.problem("in", format!("`in` is any, prose, code or frontmatter, not `{word}`"));
            Refused
        })?,
    };
    let mut files = Vec::new();
    for word in row.texts("files")? {
        files.push(Selector::parse(&word).map_err(|sentence| {
            row.problem("files", sentence);
            Refused
        })?);
    }
    let facts = row.texts("facts")?;
    if let Some(unknown) = facts.iter().find(|name| Fact::named(name).is_none()) {
        let names: Vec<&str> = Fact::names().collect();
        row.problem(
            "facts",
            format!("there is no fact `{unknown}`: there are {}", names.join(", ")),
        );
        return Err(Refused);
    }
    let search = read_search(row, !facts.is_empty())?;
    ids.insert(id.clone());
    Ok(UserRule { id, severity, message, help, facts, region, files, search })
}

fn read_id(
    row: &mut Row<'_, '_>,
    built_in: &HashSet<&str>,
    ids: &HashSet<String>,
) -> Result<String, Refused> {
    let id = row.required("id")?;
    let fine = id.len() <= ID_BYTES
        && id.starts_with(|first: char| first.is_ascii_lowercase())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let sentence = if !fine {
        format!("the id `{id}` is not kebab-case of at most {ID_BYTES} bytes")
    } else if built_in.contains(&*id) {
        format!("`{id}` is a built-in rule: give yours another id")
    } else if ids.contains(&id) {
        format!("there are two rules `{id}`: the first one holds")
    } else {
        return Ok(id);
    };
    row.problem("id", sentence);
    Err(Refused)
}

fn read_search(row: &mut Row<'_, '_>, facts: bool) -> Result<Search, Refused> {
    if row.has("pattern") && row.has("literals") {
        row.problem("literals", "a rule has a `pattern` or `literals`, not both".to_owned());
        return Err(Refused);
    }
    let built = if let Some(pattern) = row.text("pattern")? {
        compile(&pattern).map(Search::Pattern).map_err(|sentence| ("pattern", sentence))
    } else if row.has("literals") {
        let literals = row.texts("literals")?;
        automaton(&literals).map(Search::Literals).map_err(|sentence| ("literals", sentence))
    } else if facts {
        Ok(Search::Nothing)
    } else {
        Err(("id", "a rule needs a `pattern`, `literals` or `facts`".to_owned()))
    };
    built.map_err(|(key, sentence)| {
        row.problem(key, sentence);
        Refused
    })
}

fn compile(pattern: &str) -> Result<Regex, String> {
    if pattern.len() > PATTERN_BYTES {
        return Err(format!("the pattern has more than {PATTERN_BYTES} bytes"));
    }
    let built = RegexBuilder::new(pattern)
        .unicode(false)
        .size_limit(PROGRAM_BYTES)
        .dfa_size_limit(PROGRAM_BYTES)
        .nest_limit(PATTERN_DEPTH)
        .build();
    match built {
        Ok(regex) if regex.is_match(b"") => {
            Err("the pattern matches nothing at all, so it would be everywhere".to_owned())
        }
        Ok(regex) => Ok(regex),
        Err(regex::Error::CompiledTooBig(limit)) => {
            Err(format!("the pattern needs more than {limit} bytes: make its repetitions smaller"))
        }
        Err(error) => {
            // The library draws a picture of the place; its last line is the sentence.
            let picture = error.to_string();
            let sentence = picture.lines().last().unwrap_or_default();
            let sentence = sentence.strip_prefix("error: ").unwrap_or(sentence);
            Err(format!("the pattern cannot be read: {sentence}"))
        }
    }
}

fn automaton(literals: &[String]) -> Result<AhoCorasick, String> {
    if literals.is_empty() || literals.iter().any(|literal| literal.trim().is_empty()) {
        return Err("a literal says nothing".to_owned());
    }
    if literals.len() > LITERALS || literals.iter().any(|literal| literal.len() > LITERAL_BYTES) {
        return Err(format!("at most {LITERALS} literals of {LITERAL_BYTES} bytes are taken"));
    }
    AhoCorasickBuilder::new()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostFirst)
        .build(literals)
        .map_err(|_| "the literals are too large together".to_owned())
}
