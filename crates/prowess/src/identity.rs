//! What an agent calls a skill, where that is not simply what the skill says.

use std::path::Component;

use prowess_format::{Origin, Skill, Sourced};

use crate::discover::Candidate;
use crate::profile::{Identity, NameSource};
use crate::roots::Root;

/// Gives a skill the name the agent has for it.
pub(crate) fn rename(skill: &mut Skill, candidate: &Candidate, root: &Root, identity: &Identity) {
    if identity.name == NameSource::Path
        && let Some(text) = path_below(candidate, root)
    {
        skill.name = Some(Sourced { text, origin: Origin::Directory });
    }
    let Some(name) = &mut skill.name else { return };
    if name.text.contains(|character| identity.replaced.contains(character)) {
        let replace =
            |character| if identity.replaced.contains(character) { '-' } else { character };
        name.text = name.text.chars().map(replace).collect();
    }
    let separator = &identity.plugin_separator;
    if let Some(plugin) = root.plugin.as_ref().filter(|_| !separator.is_empty()) {
        name.text = format!("{plugin}{separator}{}", name.text);
    }
}

/// The directories from the root to the skill, with slashes.
fn path_below(candidate: &Candidate, root: &Root) -> Option<String> {
    let below = candidate.directory.strip_prefix(&root.path).ok()?;
    let parts: Vec<String> = below
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    (!parts.is_empty() && !candidate.flat).then(|| parts.join("/"))
}
