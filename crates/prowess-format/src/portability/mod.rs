//! What an agent makes of a skill: what of it is rejected, ignored, cut off or read otherwise.
//!
//! The skill is read and checked by the rules of that agent; what they say is translated. What the
//! rules cannot say, because it is no fault of the file, is found here: keys the agent does not read
//! (`fields`), names and descriptions it takes from elsewhere or shortens (`name`,
//! `description`), forms of `allowed-tools` (`tools`) and placeholders (`body`) it does not know.
//! `mend` changes what can be changed without changing what the agents read.

pub(crate) mod body;
pub(crate) mod description;
pub(crate) mod fields;
pub mod mend;
pub(crate) mod name;
pub(crate) mod tools;

use serde::Serialize;

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::dialect::Dialect;
use crate::field::{self, Field};
use crate::rules::{Fields, Rules, Tolerance};
use crate::skill::Skill;
use crate::{decode, parse};

/// What becomes of a part of a skill, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The skill is not loaded.
    Rejects,
    /// The agent acts as if it were not there.
    Ignores,
    /// Only its beginning is used.
    Truncates,
    /// It means something else than was written, or than it means elsewhere.
    ReadsOtherwise,
}

impl Effect {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rejects => "rejects",
            Self::Ignores => "ignores",
            Self::Truncates => "truncates",
            Self::ReadsOtherwise => "reads-otherwise",
        }
    }
}

/// An effect, what it is about, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Consequence {
    /// What becomes of it.
    pub effect: Effect,
    /// What is said.
    pub diagnostic: Diagnostic,
}

/// An agent, as far as it reads skills.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// Its profile's name.
    pub name: &'a str,
    /// How it reads a file.
    pub rules: &'a Rules,
    /// What it fills into a text.
    pub dialect: &'a Dialect,
    /// The keys of `metadata` it reads.
    pub namespaces: &'a [String],
}

/// Whether an agent reads a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// Only where it is spelled so.
    Spelled(&'static str),
    /// That is not known.
    Unknown,
}

impl Target<'_> {
    /// Whether it reads a key at the top level.
    pub fn reads(&self, key: &str) -> Reads {
        let known = field::find(key);
        match self.rules.fields {
            Fields::Standard if field::STANDARD.contains(&key) => Reads::Yes,
            Fields::Standard => Reads::No,
            Fields::Known if known.is_some() => Reads::Yes,
            Fields::Known => Reads::No,
            Fields::Listed if self.rules.field_list.iter().any(|listed| listed == key) => {
                Reads::Yes
            }
            Fields::Listed => {
                let listed = |key: &&str| self.rules.field_list.iter().any(|own| own == key);
                let spelling = known.and_then(|known| spellings(known).find(listed));
                spelling.map_or(Reads::No, Reads::Spelled)
            }
            Fields::Any => match (field::agent(self.name), known) {
                (None, _) if field::STANDARD.contains(&key) => Reads::Yes,
                (None, _) => Reads::Unknown,
                (Some(agent), Some(known)) if known.is_read_by(agent) => {
                    match known.is_spelled_for(key, agent) {
                        true => Reads::Yes,
                        false => Reads::Spelled(known.key),
                    }
                }
                (Some(_), _) => Reads::No,
            },
        }
    }

    /// Whether a key of `metadata` means something to it.
    pub fn reads_metadata(&self, key: &str) -> bool {
        let agent = field::agent(self.name);
        self.namespaces.iter().any(|namespace| namespace == key)
            || field::METADATA_KEYS.iter().any(|(name, own)| agent == Some(*name) && *own == key)
    }
}

fn spellings(field: &'static Field) -> impl Iterator<Item = &'static str> {
    std::iter::once(field.key).chain(field.aliases.iter().copied())
}

/// A skill as an agent reads it.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// The skill.
    pub skill: &'a Skill,
    /// What reading and checking it by the agent's rules said.
    pub diagnostics: &'a [Diagnostic],
    /// How its description is shown to a model.
    pub shown: &'a Shown,
}

/// How an agent shows a description to a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The description with what is appended to it, after any cut.
    pub text: String,
    /// Its end was cut off.
    pub cut: bool,
    /// Line breaks become spaces.
    pub one_line: bool,
    /// It is escaped as HTML is.
    pub escaped: bool,
    /// What happens to a skill without one.
    pub undescribed: Undescribed,
}

/// What happens to a skill that has no description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undescribed {
    /// Nothing.
    #[default]
    Listed,
    /// It is loaded but not shown to the model.
    Hidden,
    /// It is not loaded from some of the agent's places.
    Skipped,
}

/// What the remarks come to that do not refuse a skill. Those that are not here are about style.
const EFFECTS: &[(&Code, Effect)] = &[
    (&parse::YAML_INVALID, Effect::Ignores),
    (&parse::YAML_NOT_MAPPING, Effect::Ignores),
    (&parse::YAML_LIMIT, Effect::Ignores),
    (&parse::FENCE_UNCLOSED, Effect::ReadsOtherwise),
    (&parse::FILE_TOO_LARGE, Effect::Truncates),
    (&decode::NOT_UTF8, Effect::ReadsOtherwise),
    (&decode::NUL_BYTES, Effect::ReadsOtherwise),
    (&fields::FIELD_IGNORED, Effect::Ignores),
    (&fields::FIELD_SPELLING, Effect::Ignores),
    (&name::NAME_CHANGED, Effect::ReadsOtherwise),
    (&name::NAME_FROM_DIRECTORY, Effect::ReadsOtherwise),
    (&description::DESCRIPTION_STANDS_IN, Effect::ReadsOtherwise),
    (&description::DESCRIPTION_CUT, Effect::Truncates),
    (&description::DESCRIPTION_ONE_LINE, Effect::ReadsOtherwise),
    (&description::DESCRIPTION_ESCAPED, Effect::ReadsOtherwise),
    (&description::UNDESCRIBED, Effect::Ignores),
    (&tools::TOOLS_FORM, Effect::ReadsOtherwise),
    (&body::ARGUMENT_LITERAL, Effect::Ignores),
    (&body::ARGUMENT_NUMBERING, Effect::ReadsOtherwise),
    (&body::ARGUMENT_BY_COMMAND, Effect::ReadsOtherwise),
    (&body::ARGUMENT_BY_MISTAKE, Effect::ReadsOtherwise),
    (&body::VARIABLE_LITERAL, Effect::Ignores),
    (&body::FILE_LITERAL, Effect::Ignores),
    (&body::COMMAND_LITERAL, Effect::Ignores),
    (&body::COMMAND_OTHERWISE, Effect::ReadsOtherwise),
    (&body::COMMAND_IN_CODE, Effect::ReadsOtherwise),
];

/// The codes of this module, in the order of `prowess explain`.
pub(crate) fn codes() -> impl Iterator<Item = &'static Code> {
    let own =
        EFFECTS.iter().map(|(code, _)| *code).skip_while(|code| **code != fields::FIELD_IGNORED);
    own.chain(mend::CODES.iter().copied())
}

/// Everything that an agent does to a skill, the worst first.
pub fn effects(reading: &Reading<'_>, target: &Target<'_>) -> Vec<Consequence> {
    let skill = reading.skill;
    let mut report = Report::new(target.rules, skill.file.clone(), skill.text());
    fields::run(reading, target, &mut report);
    // Where a frontmatter is refused whole, nothing stands in for what is in it.
    let refused = reading.diagnostics.iter().any(|item| item.severity == Severity::Error);
    if !refused || !skill.frontmatter.is_empty() {
        name::run(reading, &mut report);
        description::run(reading, &mut report);
    }
    tools::run(reading, target, &mut report);
    body::run(reading, target, &mut report);
    let all = reading.diagnostics.iter().cloned().chain(report.finish());
    translate(all, target.rules)
}

/// What remarks made by an agent's rules come to.
pub fn translate(
    diagnostics: impl IntoIterator<Item = Diagnostic>,
    rules: &Rules,
) -> Vec<Consequence> {
    let all = diagnostics.into_iter().filter_map(|diagnostic| {
        let effect = effect_of(&diagnostic, rules)?;
        Some(Consequence { effect, diagnostic })
    });
    let mut all: Vec<Consequence> = all.collect();
    all.sort_by_key(|consequence| consequence.effect);
    all
}

fn effect_of(diagnostic: &Diagnostic, rules: &Rules) -> Option<Effect> {
    if diagnostic.severity == Severity::Error {
        return Some(Effect::Rejects);
    }
    // Read through as it was meant.
    if *diagnostic.code == parse::FENCE_UNCLOSED && rules.tolerates(Tolerance::Unclosed) {
        return None;
    }
    EFFECTS.iter().find(|(code, _)| **code == *diagnostic.code).map(|(_, effect)| *effect)
}

impl Reading<'_> {
    /// Whether the agent refuses the skill for this.
    fn is_refused_for(&self, code: &str) -> bool {
        let refused = |item: &&Diagnostic| item.severity == Severity::Error;
        self.diagnostics.iter().filter(refused).any(|item| item.code.id.starts_with(code))
    }
}

/// `` `a`, `b` and 3 more ``: what was found, each once.
fn listed<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 6;
    let mut shown: Vec<&str> = Vec::new();
    let mut more = 0;
    for text in texts {
        if shown.contains(&text) {
            continue;
        }
        if shown.len() < SHOWN { shown.push(text) } else { more += 1 }
    }
    let ticked: Vec<String> = shown.iter().map(|text| ticked(text)).collect();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", ticked.join(", "))
}

/// A text as Markdown code, whatever back-ticks it holds.
fn ticked(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// `is` or `are`.
fn are(listed: &str) -> &'static str {
    if listed.contains("`, `") || listed.contains(" more") { "are" } else { "is" }
}
