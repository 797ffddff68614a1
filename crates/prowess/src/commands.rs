//! Skills as commands that a user types: names that every front can register, each once.

use std::collections::{HashMap, HashSet};

use prowess_format::frontmatter::Value;

use crate::catalog::{Catalog, CatalogEntry};
use crate::settings::Settings;

/// The longest name of a command.
const NAME: usize = 32;

/// The longest description that is left as it is; a longer one keeps one character less.
const DESCRIPTION: usize = 100;

/// A command that loads a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandSpec {
    /// What is typed: lowercase letters, digits and underscores, 32 at most.
    pub name: String,
    /// The skill's own name.
    pub skill: String,
    /// What is shown beside it.
    pub description: String,
}

/// The switch for all of them.
const SWITCH: &str = "skills.enableSkillCommands";

/// Why there are no commands, where settings switch them off.
pub fn switched_off(settings: &Settings) -> Option<String> {
    let origin = settings.origin(SWITCH)?;
    let off = settings.flag(SWITCH) == Some(false);
    off.then(|| format!("{SWITCH} is off ({origin})"))
}

/// A command for each skill that its author lets users invoke, sorted by the skills' names. Reserved
/// names are left alone, whatever their case.
pub fn specs<N: AsRef<str>>(catalog: &Catalog, reserved: &[N]) -> Vec<CommandSpec> {
    let mut names = Names::new(reserved);
    let invocable = catalog.active().into_iter().filter(|entry| is_user_invocable(entry));
    invocable
        .map(|entry| {
            let skill = entry.skill.name_text().to_owned();
            let name = names.unique(&sanitise(&skill));
            CommandSpec { name, skill, description: describe(entry.skill.description_text()) }
        })
        .collect()
}

fn is_user_invocable(entry: &CatalogEntry) -> bool {
    let keys = ["user-invocable", "user_invocable", "userInvocable"];
    entry.skill.frontmatter.get_any(&keys).and_then(Value::as_flag) != Some(false)
}

/// A name of lowercase letters, digits and single underscores.
fn sanitise(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit()));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut name = words.join("_");
    name.truncate(NAME);
    if name.is_empty() { "skill".to_owned() } else { name }
}

fn describe(text: &str) -> String {
    match text.char_indices().nth(DESCRIPTION) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(DESCRIPTION - 1).collect();
            format!("{kept}...")
        }
    }
}

/// The names that are taken.
struct Names {
    taken: HashSet<String>,
    /// The number that was last appended to a name, so that a thousand equal ones are not slow.
    numbers: HashMap<String, usize>,
}

impl Names {
    fn new<N: AsRef<str>>(reserved: &[N]) -> Self {
        let taken = reserved.iter().map(|name| name.as_ref().to_lowercase()).collect();
        Self { taken, numbers: HashMap::new() }
    }

    /// The name, or the name with the first number from 2 on that makes it unique.
    fn unique(&mut self, base: &str) -> String {
        if self.taken.insert(base.to_owned()) {
            return base.to_owned();
        }
        let number = self.numbers.entry(base.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let suffix = format!("_{number}");
            let kept = &base[..base.len().min(NAME - suffix.len())];
            let name = format!("{kept}{suffix}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}
