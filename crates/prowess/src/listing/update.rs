//! What a model is told when the list it was given no longer holds.

use serde::Serialize;

use super::template::Template;
use super::{Budget, Listing};
use crate::catalog::Catalog;

/// What the template of a new list is about.
#[derive(Serialize)]
pub(super) struct Superseding<'a> {
    /// The new list.
    pub(super) listing: &'a str,
}

impl Catalog {
    /// What is told to a model that was given the listing of an earlier catalog: that this one supersedes
    /// it, with the new list, or that there are no skills any more. Nothing where the list is the same.
    /// A budget of the caller's holds all of it; the profile's own is for the list.
    pub fn listing_update(&self, previous: &Self, budget: Budget) -> Option<Listing> {
        let listing = self.listing(budget);
        if listing.text == previous.listing(budget).text {
            return None;
        }
        let rules = &self.profile.listing;
        if listing.shown == 0 {
            let fits = budget.holds(&rules.withdrawn);
            let text = if fits { rules.withdrawn.clone() } else { listing.text.clone() };
            return Some(Listing { text, ..listing });
        }
        let around = |listing: &str| {
            let template = Template::new(&rules.superseded, 1).ok()?;
            template.render(&Superseding { listing }).ok()
        };
        // A profile that was checked has a template that can be used.
        let Some(empty) = around("") else { return Some(listing) };
        let listing = self.listing(budget.without(&empty));
        let text = around(&listing.text).filter(|text| listing.shown > 0 && budget.holds(text));
        match text {
            Some(text) => Some(Listing { text, ..listing }),
            // Where there is no room for the sentence, the list has to do.
            None => Some(self.listing(budget)),
        }
    }
}
