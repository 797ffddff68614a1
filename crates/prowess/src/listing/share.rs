//! A budget that is a share of the model's context window.

use serde::Deserialize;

use super::budget::Budget;

/// Characters that stand for a token where a share is counted in characters.
const CHARS_PER_TOKEN: f64 = 4.0;

/// A share of the context window.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Share {
    /// How much of it: 0.02 is two percent.
    pub of_window: f64,
    /// What the budget counts.
    pub unit: ShareUnit,
    /// The window that is taken to be there where it is not known, in tokens. Without one the budget
    /// of the profile counts then.
    #[serde(default)]
    pub window: Option<usize>,
}

/// What a share of the context window counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShareUnit {
    /// Tokens.
    Tokens,
    /// Characters, four for each token.
    Chars,
}

impl Share {
    /// The budget in a window of so many tokens, at least one of its unit.
    pub(super) fn budget(self, window: Option<usize>) -> Option<Budget> {
        let tokens = self.of_window * window.or(self.window)? as f64;
        // A product like 0.02 * 150 must not be a token short for being no binary fraction.
        let whole = |amount: f64| ((amount + 1e-6).floor() as usize).max(1);
        Some(match self.unit {
            ShareUnit::Tokens => Budget::Tokens(whole(tokens)),
            ShareUnit::Chars => Budget::Chars(whole(tokens * CHARS_PER_TOKEN)),
        })
    }

    /// Whether it is a share at all.
    pub(super) fn check(self) -> Result<(), String> {
        match is_share(self.of_window) {
            true => Ok(()),
            false => {
                Err(format!("a share of the window is between 0 and 1, not {}", self.of_window))
            }
        }
    }
}

/// Whether a number can be a share of something.
pub(super) fn is_share(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_a_window() {
        let share = |of_window, unit, window| Share { of_window, unit, window };
        for (share, window, expected) in [
            (share(0.02, ShareUnit::Tokens, None), None, None),
            (share(0.02, ShareUnit::Tokens, None), Some(272_000), Some(Budget::Tokens(5440))),
            (share(0.02, ShareUnit::Tokens, None), Some(150), Some(Budget::Tokens(3))),
            (share(0.02, ShareUnit::Tokens, None), Some(1), Some(Budget::Tokens(1))),
            (share(0.01, ShareUnit::Chars, Some(200_000)), None, Some(Budget::Chars(8000))),
            (
                share(0.01, ShareUnit::Chars, Some(200_000)),
                Some(1_000_000),
                Some(Budget::Chars(40_000)),
            ),
            (share(1.0, ShareUnit::Chars, None), Some(usize::MAX), Some(Budget::Chars(usize::MAX))),
        ] {
            assert_eq!(share.budget(window), expected, "{share:?} {window:?}");
        }
    }

    #[test]
    fn what_is_no_share() {
        for number in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            let share = Share { of_window: number, unit: ShareUnit::Chars, window: None };
            assert!(share.check().is_err(), "{number}");
        }
    }
}
