//! Room for descriptions, given in turn and one character at a time: short descriptions stay whole,
//! and what they leave goes to the long ones.

use super::ladder::{Fitted, Ladder, greatest};
use super::truncate::Unit;
use super::view::{View, Words};

/// All skills, with as many characters of their descriptions as fit; nothing where not one does.
pub(super) fn spread(ladder: &Ladder<'_>, aliased: bool) -> Option<Fitted> {
    ladder.may_hold_names().then_some(())?;
    let shown = ladder.most();
    // Handing out characters in turn is counting them: so many rounds, and so many of the next.
    greatest(1, rounds(ladder).saturating_mul(shown), |characters| {
        let words = Words::Spread { each: characters / shown, more: characters % shown };
        ladder.fitting(View { shown, words, aliased })
    })
}

/// A number of rounds that is sure to be too great, or to leave every description whole. Without it
/// texts of many times the budget would be rendered only to be measured.
fn rounds(ladder: &Ladder<'_>) -> usize {
    let longest = ladder.longest_description();
    if ladder.rules.description.unit != Unit::Chars {
        return longest;
    }
    // A character weighs one at least, whatever the budget counts.
    let fits = |each: usize| {
        let mut sum = 0_usize;
        ladder.items[..ladder.most()].iter().all(|item| {
            sum = sum.saturating_add(item.length.min(each));
            sum <= ladder.budget.most()
        })
    };
    let (mut low, mut high) = (0, longest);
    while low < high {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle + 1 } else { high = middle }
    }
    low
}
