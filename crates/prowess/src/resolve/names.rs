//! Gates about names and places: what settings switch on and off.

use std::path::{Path, PathBuf};

use prowess_format::views::roo::Roo;

use super::{Circumstances, Rejection, Subject};
use crate::agent_settings::ANY_CASE;
use crate::catalog::{CatalogEntry, Shown};
use crate::permission::{self, Action, Applies, Denied, PermissionRules};
use crate::roots::Scope;
use crate::setting_key;
use crate::settings::{Origin, Settings};
use crate::wildcard;

/// The master switch and the root are on.
pub(super) fn toggle(subject: &Subject<'_>) -> Option<Rejection> {
    if subject.around.settings.flag("skills.enabled") == Some(false) {
        return Some(Rejection::new("toggle", "skills.enabled is off"));
    }
    subject
        .root
        .off
        .as_ref()
        .map(|reason| Rejection::new("toggle", format!("this place is off: {reason}")))
}

fn fits<'a>(subject: &Subject<'a>, key: &str) -> Option<&'a String> {
    let name = subject.entry.skill.name_text();
    subject.around.settings.list(key).iter().find(|pattern| wildcard::matches(pattern, name))
}

/// No pattern of the ignore list fits.
pub(super) fn ignore(subject: &Subject<'_>) -> Option<Rejection> {
    let pattern = fits(subject, "skills.ignoredSkills")?;
    Some(Rejection::new("ignore", format!("skills.ignoredSkills has `{pattern}`")))
}

/// No pattern of the excluded paths fits its file or directory, from the root or its place on. What a
/// project's file excludes is of the project, what the user's does is not.
pub(super) fn excluded_paths(subject: &Subject<'_>) -> Option<Rejection> {
    const KEY: &str = "skills.excludedPaths";
    let settings = subject.around.settings;
    let patterns = settings.list(KEY);
    let of_project = matches!(
        settings.origin(KEY),
        Some(Origin::Project(_) | Origin::Agent { project: true, .. })
    );
    if patterns.is_empty() || of_project != (subject.root.scope == Scope::Project) {
        return None;
    }
    let candidate = &subject.entry.candidate;
    let whole = [&candidate.file, &candidate.directory].map(PathBuf::as_path);
    let below = whole.iter().filter_map(|path| path.strip_prefix(&subject.root.path).ok());
    let places: Vec<_> = whole.into_iter().chain(below).map(Path::to_string_lossy).collect();
    let fits = |pattern: &&String| places.iter().any(|place| wildcard::matches(pattern, place));
    let pattern = patterns.iter().find(fits)?;
    Some(Rejection::new("excluded-paths", format!("{KEY} has `{pattern}`")))
}

/// A pattern of the include lists fits, where there is one.
pub(super) fn include(subject: &Subject<'_>) -> Option<Rejection> {
    let missing = ["skills.includeSkills", "skills.enabledSkills"].into_iter().find(|key| {
        let given = !subject.around.settings.list(key).is_empty();
        given && fits(subject, key).is_none()
    })?;
    Some(Rejection::new("include", format!("{missing} does not name it")))
}

/// The name a skill's own settings go by.
fn settings_name<'a>(subject: &Subject<'a>) -> &'a str {
    let key = subject.gating.and_then(|gating| gating.skill_key.as_deref());
    key.unwrap_or_else(|| subject.entry.skill.name_text())
}

/// Its own settings do not switch it off: by its name, in any case where the agent compares so, or by
/// its file, as it was found or as it really is. Of several the last counts.
pub(super) fn entry(subject: &Subject<'_>) -> Option<Rejection> {
    if !subject.around.has_entries {
        return None;
    }
    let file = &subject.entry.candidate.file;
    let real = file.canonicalize().ok();
    let name = settings_name(subject);
    let small = name.to_lowercase();
    let places = [file.to_str(), real.as_deref().and_then(Path::to_str)];
    let exact = std::iter::once(name).chain(places.into_iter().flatten());
    let keys = exact.map(|name| (name, "enabled")).chain([(small.as_str(), ANY_CASE)]);
    let keys = keys.map(|(name, key)| setting_key::join(&["skills", "entries", name, key]));
    let (key, on) = subject.around.settings.last_flag(keys)?;
    (!on).then(|| Rejection::new("entry", format!("{key} is off")))
}

/// How much of it a model is shown, where the agent's settings say something about that.
pub(super) fn shown(entry: &CatalogEntry, settings: &Settings) -> Shown {
    match settings.text(&shown_key(entry)) {
        Some("name-only") => Shown::Name,
        _ => Shown::All,
    }
}

/// Why only users can start it, where the agent's settings say so.
pub(super) fn left_to_users(entry: &CatalogEntry, settings: &Settings) -> Option<String> {
    let key = shown_key(entry);
    let value = settings.text(&key).filter(|value| *value == "user-invocable-only")?;
    Some(format!("{key} is {value}"))
}

fn shown_key(entry: &CatalogEntry) -> String {
    setting_key::join(&["skills", "entries", entry.skill.name_text(), "shown"])
}

/// It is allowed, where it comes with the agent and there is a list of those that are.
pub(super) fn bundled(subject: &Subject<'_>) -> Option<Rejection> {
    if subject.root.scope != Scope::Bundled {
        return None;
    }
    let allowed = subject.around.settings.list("skills.allowBundled");
    let named = |name: &str| allowed.iter().any(|allowed| allowed == name);
    let fine = allowed.is_empty()
        || named(subject.entry.skill.name_text())
        || named(settings_name(subject));
    (!fine).then(|| Rejection::new("bundled", "skills.allowBundled does not name it"))
}

/// It is for the mode that was chosen, where it names modes.
pub(super) fn mode(subject: &Subject<'_>) -> Option<Rejection> {
    let mode = subject.around.host.mode.as_deref()?;
    let Roo { mode_slugs, mode: one } = Roo::read(&subject.entry.skill.frontmatter);
    // The list counts where there is one; the single mode is the older way to say it.
    let modes = if mode_slugs.is_empty() { Vec::from_iter(one) } else { mode_slugs };
    let fits = modes.is_empty() || modes.iter().any(|wanted| wanted == mode);
    (!fits).then(|| {
        Rejection::new(
            "mode",
            format!("it is for the modes {}, and this is {mode}", modes.join(", ")),
        )
    })
}

/// The list of its agent names it, or else that of all agents, where there is one. An agent's own list
/// takes the place of the other, and an empty one allows nothing.
pub(super) fn agent(subject: &Subject<'_>) -> Option<Rejection> {
    let settings = subject.around.settings;
    let own = subject
        .around
        .host
        .agent
        .as_deref()
        .map(|agent| setting_key::join(&["agent", agent, "skills"]));
    let keys = own.into_iter().chain(["agents.defaults.skills".to_owned()]);
    let (key, allowed) =
        keys.into_iter().find_map(|key| Some((key.clone(), settings.list_if_set(&key)?)))?;
    let name = subject.entry.skill.name_text();
    let named = allowed.iter().any(|allowed| allowed == name || allowed == settings_name(subject));
    (!named).then(|| Rejection::new("agent", format!("{key} does not name it")))
}

/// No rule denies it.
pub(super) fn permission(subject: &Subject<'_>) -> Option<Rejection> {
    let hides = subject.around.profile.permission.denied == Denied::Hidden;
    denied(subject.entry, subject.around).filter(|_| !hides)
}

/// Why a rule denies it.
pub(super) fn denied(entry: &CatalogEntry, around: &Circumstances<'_>) -> Option<Rejection> {
    let agent = around.host.agent.as_deref();
    let PermissionRules { applies, default, .. } = around.profile.permission;
    if applies == Applies::ToAgents && agent.is_none() {
        return None;
    }
    let name = entry.skill.name_text();
    let (action, rule) = permission::evaluate(&around.rules, name, default);
    let rule =
        rule.map(|rule| format!(": permission.skill has `{}`", rule.pattern)).unwrap_or_default();
    (action == Action::Deny).then(|| Rejection::new("permission", format!("it is denied{rule}")))
}

/// The agent trusts the project, where it asks for that: by its own settings, not by ours.
pub(super) fn trusted(subject: &Subject<'_>) -> Option<Rejection> {
    let settings = subject.around.settings;
    if subject.root.scope != Scope::Project || settings.flag("trust.enabled") == Some(false) {
        return None;
    }
    let cwd = &subject.around.host.cwd;
    // What is in the home directory is the user's, also where that is the working directory.
    if *cwd == subject.around.host.home {
        return None;
    }
    let trusted = settings.list("trust.folders").iter().any(|folder| cwd.starts_with(folder));
    (!trusted).then(|| Rejection::new("trusted", "the agent does not trust this directory"))
}
