//! What an agent calls a skill, where that is not simply what the skill says.

use std::path::Component;

use prowess_format::{Origin, Skill, coerce};

use crate::discover::Candidate;
use crate::profile::{Identity, Label, NameSource, Profile, SingleFileName};
use crate::roots::Root;

/// Gives a skill the name the agent has for it.
pub(crate) fn rename(skill: &mut Skill, candidate: &Candidate, root: &Root, identity: &Identity) {
    if identity.name == NameSource::Path
        && let Some(text) = path_below(candidate, root)
    {
        skill.rename(&text, Origin::Directory);
    }
    if identity.single_file == SingleFileName::Directory
        && candidate.flat
        && skill.name().is_none_or(|name| name.origin == Origin::Directory)
        && let Some(holder) = candidate.directory.file_name()
    {
        skill.rename(&holder.to_string_lossy(), Origin::Directory);
    }
    let Some(name) = skill.name() else { return };
    let separator = &identity.plugin_separator;
    if let Some(plugin) = root.plugin.as_ref().filter(|_| !separator.is_empty()) {
        let (text, origin) = (format!("{plugin}{separator}{}", name.text), name.origin);
        skill.rename(&text, origin);
    }
}

/// What users are shown in place of the name, where that is something else.
pub(crate) fn label(skill: &Skill, root: &Root, profile: &Profile) -> Option<Box<str>> {
    // What is part of a plugin is shown as that.
    if profile.identity.label == Label::Name || root.plugin.is_some() {
        return None;
    }
    let text = coerce::text(skill.frontmatter.get("name")?, profile.format.coerce.name)?;
    let fits = !text.contains(['<', '>', '\n', '\r']) && text != skill.name_text();
    fits.then(|| text.into())
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
