//! How long a listing may be.

use serde::Deserialize;

/// How long a listing may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// As long as the profile says.
    #[default]
    #[serde(skip)]
    Profile,
    /// As long as it gets.
    #[serde(rename = "none")]
    Unlimited,
    /// So many characters (code points).
    Chars(usize),
    /// So many tokens, by the estimate of a quarter of the bytes.
    Tokens(usize),
}

/// Why a text is no budget.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no budget: a number, `8000chars`, `2000tokens` or `none` is wanted")]
pub struct BadBudget(String);

impl Budget {
    /// So many characters (code points).
    pub fn chars(most: usize) -> Self {
        Self::Chars(most)
    }

    /// So many tokens, by the estimate of a quarter of the bytes, rounded up.
    pub fn tokens(most: usize) -> Self {
        Self::Tokens(most)
    }

    /// No limit.
    pub fn none() -> Self {
        Self::Unlimited
    }

    /// This budget, or the profile's where it leaves that open.
    pub(super) fn or(self, profile: Self) -> Self {
        if self == Self::Profile { profile } else { self }
    }

    /// What a text weighs: characters, or bytes where tokens are counted.
    pub(super) fn weigh(self, text: &str) -> usize {
        match self {
            Self::Tokens(_) => text.len(),
            Self::Profile | Self::Unlimited | Self::Chars(_) => text.chars().count(),
        }
    }

    /// The most that fits, in the same unit.
    pub(super) fn most(self) -> usize {
        match self {
            Self::Profile | Self::Unlimited => usize::MAX,
            Self::Chars(most) => most,
            // A token is four bytes or what is left of them.
            Self::Tokens(most) => most.saturating_mul(4),
        }
    }

    /// What is left beside a text, of a budget that somebody asked for.
    pub(super) fn without(self, text: &str) -> Self {
        match self {
            Self::Profile | Self::Unlimited => self,
            Self::Chars(most) => Self::Chars(most.saturating_sub(self.weigh(text))),
            Self::Tokens(most) => Self::Tokens(most.saturating_sub(text.len().div_ceil(4))),
        }
    }

    /// Whether a text fits.
    pub fn holds(self, text: &str) -> bool {
        let most = self.most();
        // No text has more characters than bytes.
        text.len() <= most || self.weigh(text) <= most
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Profile => out.write_str("what the profile allows"),
            Self::Unlimited => out.write_str("no limit"),
            Self::Chars(most) => write!(out, "{most} characters"),
            Self::Tokens(most) => write!(out, "{most} tokens"),
        }
    }
}

impl std::str::FromStr for Budget {
    type Err = BadBudget;

    fn from_str(text: &str) -> Result<Self, BadBudget> {
        if text == "none" {
            return Ok(Self::Unlimited);
        }
        let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        match (number.parse(), unit) {
            (Ok(most), "" | "chars") => Ok(Self::Chars(most)),
            (Ok(most), "tokens") => Ok(Self::Tokens(most)),
            _ => Err(BadBudget(text.to_owned())),
        }
    }
}
