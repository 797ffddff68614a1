//! All descriptions cut to one length, the greatest that fits.

use super::ladder::{Fitted, Ladder, greatest};
use super::view::{View, Words};

/// All skills, with descriptions of one length at most; nothing where the shortest that says
/// something does not fit.
pub(super) fn to_one_length(ladder: &Ladder<'_>, aliased: bool) -> Option<Fitted> {
    ladder.may_hold_names().then_some(())?;
    let rules = &ladder.rules.description;
    let most = rules.longest.map_or(usize::MAX, |longest| longest.saturating_add(1));
    greatest(rules.shortest, ladder.longest_description().min(most), |length| {
        ladder.fitting(View { shown: ladder.most(), words: Words::To(length), aliased })
    })
}
