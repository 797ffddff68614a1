//! Where users of an agent say otherwise than its profile: variables and settings that move the
//! budget, the length of descriptions or the number of skills.

use serde::Deserialize;

use super::ListingRules;
use super::budget::Budget;
use super::share::is_share;
use crate::host::Host;
use crate::settings::Settings;

/// What can be said otherwise, and where.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Overrides {
    /// The budget in characters; it comes before the others.
    pub budget_chars: Option<Source>,
    /// The budget in tokens.
    pub budget_tokens: Option<Source>,
    /// The share of the context window.
    pub share: Option<Source>,
    /// The longest a description may be.
    pub description_cap: Option<Source>,
    /// The most skills that are listed.
    pub max_skills: Option<Source>,
}

/// Where a number comes from: the variable before the setting.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Source {
    /// An environment variable.
    pub env: Option<String>,
    /// A setting.
    pub setting: Option<String>,
    /// More than this counts as this.
    pub most: Option<usize>,
}

impl ListingRules {
    /// These rules with what the user of the agent says otherwise. What is said and cannot be used is
    /// among the warnings of every listing.
    pub(crate) fn overridden(&self, host: &Host, settings: &Settings) -> Self {
        let mut rules = self.clone();
        let places = Places { host, settings };
        let overrides = &self.overrides;
        let mut unusable = Vec::new();
        if let Some(cap) = places.count(overrides.description_cap.as_ref(), &mut unusable) {
            rules.description.cap = Some(cap);
        }
        if let Some(most) = places.count(overrides.max_skills.as_ref(), &mut unusable) {
            rules.max_skills = Some(most);
        }
        if let (Some(number), Some(share)) =
            (places.share(overrides.share.as_ref(), &mut unusable), rules.share.as_mut())
        {
            share.of_window = number;
        }
        let tokens = places.count(overrides.budget_tokens.as_ref(), &mut unusable);
        let chars = places.count(overrides.budget_chars.as_ref(), &mut unusable);
        if let Some(budget) = chars.map(Budget::Chars).or(tokens.map(Budget::Tokens)) {
            (rules.budget, rules.share) = (budget, None);
        }
        rules.unusable = unusable;
        rules
    }
}

struct Places<'a> {
    host: &'a Host,
    settings: &'a Settings,
}

impl Places<'_> {
    /// What is said at a source and where, as it is written there.
    fn said(&self, source: &Source) -> Option<(String, String)> {
        let env = source.env.as_ref().and_then(|name| {
            let value = self.host.env.get(name).filter(|value| !value.trim().is_empty())?;
            Some((name.clone(), value.trim().to_owned()))
        });
        env.or_else(|| {
            let key = source.setting.as_ref()?;
            Some((key.clone(), self.settings.number(key)?))
        })
    }

    /// A whole number from a source.
    fn count(&self, source: Option<&Source>, unusable: &mut Vec<String>) -> Option<usize> {
        let source = source?;
        let (name, text) = self.said(source)?;
        let Ok(number) = text.parse::<usize>() else {
            unusable.push(format!("`{name}` is not a number that can be used, and does not count"));
            return None;
        };
        Some(source.most.map_or(number, |most| number.min(most)))
    }

    /// A share from a source.
    fn share(&self, source: Option<&Source>, unusable: &mut Vec<String>) -> Option<f64> {
        let (name, text) = self.said(source?)?;
        let number = text.parse::<f64>().ok().filter(|number| is_share(*number));
        if number.is_none() {
            unusable.push(format!("`{name}` is not between 0 and 1, and does not count"));
        }
        number
    }
}
