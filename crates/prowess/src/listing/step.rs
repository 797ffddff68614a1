//! The steps in which a listing is made shorter: the vocabulary of a profile's `ladder`.

use serde::Deserialize;

/// One way to make a listing fit. A profile puts some of them in order, and the first that fits is
/// taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Everything.
    Full,
    /// Everything, with short names for the directories that paths begin with. Later steps keep them.
    Aliases,
    /// All skills, with descriptions cut to one length.
    Shortened,
    /// All skills, with room given to their descriptions in turn, one character at a time.
    RoundRobin,
    /// All skills, without descriptions.
    NamesOnly,
    /// All skills, without descriptions, even where they are too long for the profile's own budget. A
    /// budget that the caller names is kept.
    NamesAlways,
    /// Some skills, without descriptions.
    Cut,
}

impl Step {
    /// Its name, in profiles and in the contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Aliases => "aliases",
            Self::Shortened => "shortened",
            Self::RoundRobin => "round-robin",
            Self::NamesOnly => "names-only",
            Self::NamesAlways => "names-always",
            Self::Cut => "cut",
        }
    }

    /// What most agents do.
    pub(super) fn usual() -> Vec<Self> {
        vec![Self::Full, Self::Shortened, Self::NamesOnly, Self::Cut]
    }
}
