//! What other agents make of a skill, and making one fit for some of them.
//!
//! The skill is read once and judged by each profile. What a profile's tables say about form, text and
//! listing is handed to [`prowess_format::portability`], which knows no agent.

use std::path::{Path, PathBuf};

use prowess_format::portability::mend::{self, Mended, Place};
use prowess_format::portability::{Consequence, Effect, Reading, Shown, Target, Undescribed};
use prowess_format::portability::{effects, translate};
use prowess_format::rules::Level;
use prowess_format::{Rules, Skill};

use crate::check::{self, Checked, Source};
use crate::fix;
use crate::listing::rules::Field;
use crate::listing::{self, ListingRules};
use crate::profile::Profile;

/// A skill, and what each agent makes of it.
#[derive(Debug)]
pub struct Portability {
    /// The skill as the first profile reads it, or the place where none was found.
    pub checked: Checked,
    /// The agents, in the order in which they were asked for.
    pub agents: Vec<AgentReading>,
}

/// What one agent makes of a skill.
#[derive(Debug)]
pub struct AgentReading {
    /// The agent's profile.
    pub profile: String,
    /// What becomes of the skill's parts, the worst first.
    pub consequences: Vec<Consequence>,
}

impl AgentReading {
    /// Whether the agent loads the skill.
    pub fn loads(&self) -> bool {
        !self.consequences.iter().any(|consequence| consequence.effect == Effect::Rejects)
    }
}

/// What agents make of everything a path names. `base` says what is a skill there at all.
pub fn portability(path: &Path, base: &Profile, agents: &[Profile]) -> Vec<Portability> {
    let found = check::check(path, base).into_iter().map(|checked| {
        let source = Source::of(&checked, &base.format);
        let agents = agents.iter().map(|profile| {
            let consequences = match &source {
                Some(source) => consequences(&source.check_as(&profile.format), profile),
                None => translate(checked.diagnostics.iter().cloned(), &profile.format),
            };
            AgentReading { profile: profile.name.clone(), consequences }
        });
        let agents = agents.collect();
        Portability { checked, agents }
    });
    found.collect()
}

fn consequences(checked: &Checked, profile: &Profile) -> Vec<Consequence> {
    match &checked.skill {
        Some(skill) => {
            let shown = shown(skill, profile);
            let reading = Reading { skill, diagnostics: &checked.diagnostics, shown: &shown };
            effects(&reading, &target(profile))
        }
        None => translate(checked.diagnostics.iter().cloned(), &profile.format),
    }
}

fn target(profile: &Profile) -> Target<'_> {
    Target {
        name: &profile.name,
        rules: &profile.format,
        dialect: &profile.dialect,
        namespaces: &profile.namespaces,
    }
}

/// What a model is shown of a skill's description.
fn shown(skill: &Skill, profile: &Profile) -> Shown {
    let rules: &ListingRules = &profile.listing;
    let (text, cut) = listing::description(skill, rules);
    let undescribed = match profile.roots.iter().any(|root| root.require_description) {
        true => Undescribed::Skipped,
        false if rules.require_description => Undescribed::Hidden,
        false => Undescribed::Listed,
    };
    Shown {
        text,
        cut,
        one_line: rules.description.one_line,
        escaped: rules.escape.contains(&Field::Description),
        undescribed,
    }
}

/// A skill's file made fit for some agents.
#[derive(Debug)]
pub struct Mending {
    /// The file.
    pub file: PathBuf,
    /// Its new text, what changed, and what did not.
    pub mended: Mended,
    /// The text differs from the old one.
    pub changed: bool,
    /// What the agents go on doing to the skill, as far as nothing above says so.
    pub remaining: usize,
}

/// Makes a skill fit for some agents, as far as that changes nothing for them; the reason where it
/// cannot be changed.
pub fn mended(checked: &Checked, base: &Profile, agents: &[Profile]) -> Result<Mending, String> {
    let (Some(skill), Some(file)) = (&checked.skill, &checked.file) else {
        let first = checked.diagnostics.first();
        return Err(first.map_or("there is no skill".to_owned(), |item| item.message.clone()));
    };
    let source = Source::of(checked, &base.format).ok_or("there is no skill")?;
    let (directory, flat) = source.place();
    let place = Place { directory: directory.as_deref(), flat };
    let rules = without_tools(&base.format);
    let found = source.check_as(&rules);
    let repaired = fix::repaired(skill, &found.diagnostics, &rules);
    let repaired = repaired.map_err(|error| error.to_string())?;
    let text = repaired.as_ref().map_or(skill.text(), |(text, _)| text.as_str());
    let targets: Vec<Target<'_>> = agents.iter().map(target).collect();
    let mended = mend::mend(skill, text, place, &rules, &targets);
    let mended = mended.map_err(|error| error.to_string())?;
    let changed = mended.text != skill.text();
    let remaining = agents.iter().map(|profile| remaining(&source, &mended.text, profile)).sum();
    Ok(Mending { file: file.clone(), mended, changed, remaining })
}

/// The same rules, but that the form of `allowed-tools` is not for them to mend: which one is right
/// depends on the agents.
fn without_tools(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    rules.severity.insert("allowed-tools-commas".to_owned(), Level::Off);
    rules
}

/// What an agent does to a mended skill that concerns its text, name or description.
fn remaining(source: &Source, text: &str, profile: &Profile) -> usize {
    let checked = source.with_text(text).check_as(&profile.format);
    let own = ["field-ignored", "field-spelling", "tools-form", "name-changed"];
    let left = consequences(&checked, profile).into_iter();
    left.filter(|consequence| !own.contains(&consequence.diagnostic.code.id)).count()
}
