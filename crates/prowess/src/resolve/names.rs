//! Gates about names and places: what settings switch on and off.

use super::{Rejection, Subject};
use crate::permission::{self, Action};
use crate::profile::Scope;
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

/// Its own settings do not switch it off.
pub(super) fn entry(subject: &Subject<'_>) -> Option<Rejection> {
    // Nearly always: the key is not worth making.
    subject.around.settings.all().next()?;
    let key = format!("skills.entries.{}.enabled", settings_name(subject));
    let off = subject.around.settings.flag(&key) == Some(false);
    off.then(|| Rejection::new("entry", format!("{key} is off")))
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

/// No rule denies it.
pub(super) fn permission(subject: &Subject<'_>) -> Option<Rejection> {
    let rules = permission::rules(subject.around.settings);
    let name = subject.entry.skill.name_text();
    let (action, rule) = permission::evaluate(&rules, name, Action::Allow);
    let rule =
        rule.map(|rule| format!(": permission.skill has `{}`", rule.pattern)).unwrap_or_default();
    (action == Action::Deny).then(|| Rejection::new("permission", format!("it is denied{rule}")))
}
