//! The `[typed]` table of a profile: how its users start skills.

use serde::Deserialize;

use super::{Draft, Typed, dollar, skill_prefix, skill_prefix_within, slash, slash_stacked};

/// How users start skills. By default `/name arguments`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TypedRules {
    /// The forms of commands; the first that recognises a draft decides. None where users have none.
    pub forms: Vec<Form>,
    /// How many skills a text may name; one with more names starts none.
    pub most_mentions: Option<usize>,
}

impl Default for TypedRules {
    fn default() -> Self {
        Self { forms: vec![Form::Slash], most_mentions: None }
    }
}

/// One form of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// `/name arguments`, by the skill's name or that of its command.
    Slash,
    /// `/name /name text`: the first and up to five more, each with the text as its arguments.
    SlashStacked,
    /// `/skill:name arguments`.
    SkillPrefix,
    /// `/skill:name` anywhere; the text around it is its arguments.
    SkillPrefixWithin,
    /// `$name` or `[$name](path)` anywhere; the text stays a message, and the skills come beside it.
    Dollar,
}

impl Form {
    /// How it is typed.
    pub fn usage(self) -> &'static str {
        match self {
            Self::Slash => "/NAME ARGUMENTS",
            Self::SlashStacked => "/NAME /NAME TEXT",
            Self::SkillPrefix => "/skill:NAME ARGUMENTS",
            Self::SkillPrefixWithin => "/skill:NAME inside a text",
            Self::Dollar => "$NAME or [$NAME](PATH) inside a text",
        }
    }

    /// What a draft comes to, where it is of this form.
    pub(super) fn read(self, draft: &Draft<'_>) -> Option<Typed> {
        match self {
            Self::Slash => slash::read(draft),
            Self::SlashStacked => slash_stacked::read(draft),
            Self::SkillPrefix => skill_prefix::read(draft),
            Self::SkillPrefixWithin => skill_prefix_within::read(draft),
            Self::Dollar => dollar::read(draft),
        }
    }
}
