//! Short names for the directories that paths begin with: a list of many skills of few roots says
//! each root once.

use std::collections::HashMap;

use serde::Serialize;

use super::item::Item;
use super::ladder::{Fitted, Ladder};
use super::view::{View, Words};

/// A root and its short name, as a template sees it.
#[derive(Serialize)]
pub(super) struct RootRow<'a> {
    alias: String,
    path: &'a str,
}

/// Everything, with short names; nothing where they make the text no shorter, or not short enough.
pub(super) fn full(ladder: &Ladder<'_>) -> Option<Fitted> {
    let view = View { shown: ladder.most(), words: Words::Whole, aliased: true };
    ladder.may_hold_descriptions().then(|| ladder.fitting(view)).flatten()
}

/// Whether the short names and the table that explains them are shorter than the paths.
pub(super) fn are_shorter(ladder: &Ladder<'_>) -> bool {
    let length = |aliased| {
        let text = ladder.render(View { shown: ladder.most(), words: Words::None, aliased })?;
        Some(ladder.budget.weigh(&text))
    };
    match (length(true), length(false)) {
        (Some(aliased), Some(plain)) => aliased < plain,
        _ => false,
    }
}

/// The roots of these skills with their short names, in the order in which they come up, and the
/// paths that begin with those.
pub(super) fn of(items: &[Item]) -> (Vec<RootRow<'_>>, Vec<String>) {
    let mut roots: Vec<RootRow<'_>> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut locations = Vec::with_capacity(items.len());
    for item in items {
        let Some(rooted) = &item.rooted else {
            locations.push(item.location.clone());
            continue;
        };
        let at = *known.entry(&rooted.root).or_insert_with(|| {
            roots.push(RootRow { alias: format!("r{}", roots.len()), path: &rooted.root });
            roots.len() - 1
        });
        locations.push(format!("r{at}/{}", rooted.inside));
    }
    (roots, locations)
}
