//! The `[hiding]` of a profile: how a skill says that a model is not to be told about it.

use prowess_format::Frontmatter;
use prowess_format::frontmatter::{Type, Value};
use serde::Deserialize;

/// Which keys of a frontmatter hide a skill, and by which values.
///
/// Where a profile says nothing it is every key in every spelling that some agent takes: a skill that
/// is shown although its author hid it is worse than one that is missing.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Hiding {
    /// The keys.
    pub keys: Vec<String>,
    /// The values.
    pub values: HidingValues,
    /// Codex's file beside a skill hides it too, where its policy forbids that the model starts it.
    pub by_policy: bool,
}

/// Which values of a key hide a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HidingValues {
    /// Whatever means yes: `true`, `yes`, `on`, `1`, in quotes too.
    #[default]
    Yes,
    /// The boolean `true`.
    True,
}

impl Default for Hiding {
    fn default() -> Self {
        let keys = [
            "disable-model-invocation",
            "disable_model_invocation",
            "disableModelInvocation",
            "hide",
        ];
        Self {
            keys: keys.map(str::to_owned).to_vec(),
            values: HidingValues::default(),
            by_policy: false,
        }
    }
}

impl Hiding {
    /// The key by which a frontmatter hides its skill, where one does.
    pub(crate) fn hiding_key(&self, frontmatter: &Frontmatter) -> Option<&str> {
        let hides = |value: Value<'_>| {
            let typed = self.values == HidingValues::Yes || value.kind() == Type::Bool;
            typed && value.as_flag() == Some(true)
        };
        let mut keys = self.keys.iter().map(String::as_str);
        keys.find(|key| frontmatter.get(key).is_some_and(hides))
    }
}

#[cfg(test)]
mod tests {
    use prowess_format::rules::Rules;
    use prowess_format::{Document, TreePath, field, parse};

    use super::*;
    use crate::profile::Profile;

    fn of_yaml(yaml: &str) -> Frontmatter {
        let text = format!("---\n{yaml}\n---\n");
        let document = Document {
            file: &TreePath::new("SKILL.md").unwrap(),
            bytes: text.as_bytes(),
            directory: None,
            size: text.len() as u64,
            flat: false,
        };
        parse(document, &Rules::default()).skill.frontmatter
    }

    /// What hides under a profile is what the table of keys says its agent acts on.
    #[test]
    fn only_keys_that_the_agent_reads_hide() {
        for name in Profile::names() {
            let hiding = Profile::named(name).unwrap().hiding;
            // The standard has no such key, but its guide asks clients to obey it; `prowess` obeys all.
            let Some(agent) = field::agent(name).filter(|agent| *agent != "agentskills") else {
                continue;
            };
            for key in Hiding::default().keys {
                let field = field::find(&key).unwrap();
                let reads = field.is_read_by(agent) && field.is_spelled_for(&key, agent);
                let frontmatter = of_yaml(&format!("{key}: true"));
                let expected = reads.then_some(key.as_str());
                assert_eq!(hiding.hiding_key(&frontmatter), expected, "{name}: {key}");
            }
        }
    }

    #[test]
    fn the_values_that_hide() {
        let table = [("true", true, true), ("yes", true, false), ("\"true\"", true, false)];
        let table = table.into_iter().chain([("false", false, false), ("~", false, false)]);
        for (value, yes, strictly) in table {
            let yaml = format!("hide: {value}");
            let frontmatter = of_yaml(&yaml);
            let hiding = |values| Hiding { values, ..Hiding::default() };
            let hides = |values| hiding(values).hiding_key(&frontmatter) == Some("hide");
            let found = (hides(HidingValues::Yes), hides(HidingValues::True));
            assert_eq!(found, (yes, strictly), "{yaml}");
        }
    }
}
