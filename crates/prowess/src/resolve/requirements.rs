//! Gates about what a skill needs: system, programs, variables, settings, tools.

use prowess_format::frontmatter::Value;
use prowess_format::views::standard::tool_list;

use super::{Rejection, Subject};
use crate::setting_key;

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// It is for this operating system.
pub(super) fn os(subject: &Subject<'_>) -> Option<Rejection> {
    let wanted = &subject.gating?.os;
    let here = &subject.around.host.os;
    let fits = wanted.is_empty() || wanted.contains(here);
    (!fits).then(|| {
        Rejection::new("os", format!("it is for {}, and this is {here}", wanted.join(", ")))
    })
}

/// All programs of one list and one of the other are there.
pub(super) fn bins(subject: &Subject<'_>) -> Option<Rejection> {
    let requires = &subject.gating?.requires;
    let host = subject.around.host;
    let missing: Vec<String> =
        requires.bins.iter().filter(|name| !host.has_program(name)).cloned().collect();
    if !missing.is_empty() {
        return Some(Rejection::new(
            "bins",
            format!("it needs {}, not found in PATH", quoted(&missing)),
        ));
    }
    let any = &requires.any_bins;
    let none = !any.is_empty() && !any.iter().any(|name| host.has_program(name));
    none.then(|| {
        Rejection::new("bins", format!("it needs one of {}, none found in PATH", quoted(any)))
    })
}

/// All variables of one list and one of the other are set, here or in its own settings.
pub(super) fn env(subject: &Subject<'_>) -> Option<Rejection> {
    let gating = subject.gating?;
    let settings = subject.around.settings;
    let name = gating.skill_key.as_deref().unwrap_or_else(|| subject.entry.skill.name_text());
    let is_set = |variable: &String| {
        let entry = ["skills", "entries", name];
        let own = settings.text(&setting_key::join(&[&entry[..], &["env", variable]].concat()));
        let key = settings.text(&setting_key::join(&[&entry[..], &["apiKey"]].concat()));
        subject.around.host.variable(variable).is_some()
            || own.is_some_and(|value| !value.is_empty())
            || (gating.primary_env.as_ref() == Some(variable)
                && key.is_some_and(|key| !key.is_empty()))
    };
    let missing: Vec<String> =
        gating.requires.env.iter().filter(|variable| !is_set(variable)).cloned().collect();
    if !missing.is_empty() {
        return Some(Rejection::new(
            "env",
            format!("it needs {} in the environment", quoted(&missing)),
        ));
    }
    let any = &gating.requires.any_env;
    let none = !any.is_empty() && !any.iter().any(is_set);
    none.then(|| {
        Rejection::new("env", format!("it needs one of {} in the environment", quoted(any)))
    })
}

/// The settings it needs are made.
pub(super) fn config(subject: &Subject<'_>) -> Option<Rejection> {
    let paths = &subject.gating?.requires.config;
    let (settings, profile) = (subject.around.settings, subject.around.profile);
    let holds = |path: &String| {
        let by_default = profile.config_defaults.contains(path);
        settings.flag(path).unwrap_or_else(|| by_default || settings.is_truthy(path))
    };
    let missing = paths.iter().find(|path| !holds(path))?;
    Some(Rejection::new("config", format!("it needs the setting `{missing}`")))
}

/// The tools it needs are offered, where it is known which are.
pub(super) fn tools(subject: &Subject<'_>) -> Option<Rejection> {
    let offered = subject.around.host.tools.as_ref()?;
    let needed: Option<Value<'_>> = subject.entry.skill.frontmatter.get("tools");
    let missing: Vec<String> = needed
        .map(tool_list)
        .unwrap_or_default()
        .into_iter()
        .filter(|tool| !offered.iter().any(|offered| offered == tool))
        .collect();
    let some = !missing.is_empty();
    some.then(|| Rejection::new("tools", format!("it needs the tools {}", quoted(&missing))))
}
