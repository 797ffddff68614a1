//! Room for descriptions, given in turn and one character at a time: short descriptions stay whole,
//! and what they leave goes to the long ones.

use super::ladder::{Fitted, Ladder, greatest};
use super::view::{View, Words};

/// All skills, with as many characters of their descriptions as fit; nothing where not one does.
pub(super) fn spread(ladder: &Ladder<'_>, aliased: bool) -> Option<Fitted> {
    ladder.may_hold_names().then_some(())?;
    let shown = ladder.most();
    // Handing out characters in turn is counting them: so many rounds, and so many of the next.
    let rounds = ladder.longest_description();
    greatest(1, rounds.saturating_mul(shown), |characters| {
        let words = Words::Spread { each: characters / shown, more: characters % shown };
        ladder.fitting(View { shown, words, aliased })
    })
}
