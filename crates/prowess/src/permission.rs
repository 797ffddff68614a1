//! Permission rules: patterns with an action; the last one that fits counts.

use crate::settings::Settings;
use crate::wildcard;

/// What a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Go ahead.
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

/// The rules that settings hold, in their order.
pub fn rules(settings: &Settings) -> Vec<Rule> {
    let rules =
        settings.below(&["permission", "skill"]).into_iter().filter_map(|(pattern, setting)| {
            let action = match setting.value.as_text()? {
                "allow" => Action::Allow,
                "ask" => Action::Ask,
                "deny" => Action::Deny,
                _ => return None,
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
