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
        Self { keys: keys.map(str::to_owned).to_vec(), values: HidingValues::default() }
    }
}

impl Hiding {
    /// Whether a frontmatter hides its skill.
    pub(crate) fn hides(&self, frontmatter: &Frontmatter) -> bool {
        let hides = |value: Value<'_>| {
            let typed = self.values == HidingValues::Yes || value.kind() == Type::Bool;
            typed && value.as_flag() == Some(true)
        };
        self.keys.iter().filter_map(|key| frontmatter.get(key)).any(hides)
    }
}
