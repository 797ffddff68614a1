//! Permission rules: patterns with an action; the last one that fits counts.

use serde::Deserialize;

use crate::settings::Settings;
use crate::wildcard;

/// The `[permission]` table of a profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PermissionRules {
    /// When rules decide which skills there are.
    pub applies: Applies,
    /// What holds for a skill that no rule names.
    pub default: Action,
    /// What becomes of a skill that is denied.
    pub denied: Denied,
}

/// When rules decide which skills there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applies {
    /// Always.
    #[default]
    Always,
    /// Only for an agent inside the product: without one, nothing is filtered.
    ToAgents,
}

/// What becomes of a skill that is denied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Denied {
    /// It is not loaded.
    #[default]
    Dropped,
    /// It is kept from the model; users can start it.
    Hidden,
}

/// What a rule says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Go ahead.
    #[default]
    Allow,
    /// Ask first.
    Ask,
    /// Never.
    Deny,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Which names it is about.
    pub pattern: String,
    /// What it says about them.
    pub action: Action,
}

/// The rules that settings hold, in their order: those for everyone, then those of one agent.
pub fn rules(settings: &Settings, agent: Option<&str>) -> Vec<Rule> {
    let mut rules = of(settings, &["permission", "skill"], None);
    if let Some(agent) = agent {
        rules.extend(of(settings, &["agent", agent, "permission", "skill"], None));
    }
    rules
}

/// The rules about commands, in their order; one whose action is no word that is known asks, so that a
/// `denied` does not leave a wider rule in force. No agent's own files have any: they decide what that agent
/// is shown, never what may run.
pub(super) fn of_commands(settings: &Settings) -> Vec<Rule> {
    of(settings, &["permission", "command"], Some(Action::Ask))
}

/// Rules, in their order, and what one with an unknown action says; nothing where it does not count.
fn of(settings: &Settings, above: &[&str], unknown: Option<Action>) -> Vec<Rule> {
    let rules = settings.below(above).into_iter().filter_map(|(pattern, setting)| {
        let action = match setting.value.as_text()? {
            "allow" => Action::Allow,
            "ask" => Action::Ask,
            "deny" => Action::Deny,
            _ => unknown?,
        };
        Some(Rule { pattern: pattern.to_owned(), action })
    });
    rules.collect()
}

/// What the rules say about a name: the last rule that fits, else the default.
pub fn evaluate<'a>(rules: &'a [Rule], name: &str, default: Action) -> (Action, Option<&'a Rule>) {
    match rules.iter().rfind(|rule| wildcard::matches(&rule.pattern, name)) {
        Some(rule) => (rule.action, Some(rule)),
        None => (default, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_rule_about_commands_allows_nothing() {
        let mut settings = Settings::default();
        for set in ["permission.command.*=allow", "permission.command.a=denied"] {
            settings.set(set).unwrap();
        }
        let rules = of_commands(&settings);
        for (name, expected) in [("a", Action::Ask), ("b", Action::Allow)] {
            assert_eq!(evaluate(&rules, name, Action::Ask).0, expected, "{name}");
        }
    }
}
