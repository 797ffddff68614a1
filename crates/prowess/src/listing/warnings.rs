//! What the one who asked for a listing should know about it; a model is not told.

use super::Step;
use super::ladder::Ladder;
use super::view::View;

/// How many skills are named in a warning.
const NAMED: usize = 20;

/// What is worth a warning about a text and what it shows.
pub(super) fn of(ladder: &Ladder<'_>, step: Step, view: View, text: &str) -> Vec<String> {
    let mut warnings = ladder.rules.unusable.clone();
    if step == Step::NamesAlways && !ladder.budget.holds(text) {
        warnings.push(format!("the names alone need more than {}", ladder.budget));
    }
    let omitted = &ladder.items[view.shown..];
    if !omitted.is_empty() {
        let names: Vec<&str> =
            omitted.iter().take(NAMED).map(|item| item.plain_name.as_str()).collect();
        let more = match omitted.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        warnings.push(format!("not listed for lack of room: {}{more}", names.join(", ")));
    }
    let average = average_loss(ladder, view);
    if ladder.rules.warn_shortened_by.is_some_and(|bound| average > bound) {
        warnings.push(format!("descriptions are shorter by {average} characters on average"));
    }
    warnings
}

/// How much of a description is missing, over all skills and rounded up.
fn average_loss(ladder: &Ladder<'_>, view: View) -> usize {
    let lengths = ladder.lengths(view);
    let loss = |(at, item): (usize, &super::item::Item)| {
        let whole = item.length;
        match lengths.get(at) {
            Some(None) => 0,
            Some(Some(most)) => whole.saturating_sub(*most),
            None => whole,
        }
    };
    let lost: usize = ladder.items.iter().enumerate().map(loss).sum();
    lost.div_ceil(ladder.items.len().max(1))
}
