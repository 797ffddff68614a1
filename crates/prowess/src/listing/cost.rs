//! What skills cost a model's context, by the estimate of a quarter of the bytes.

use prowess_format::body::estimate_tokens_of_bytes;

use super::Form;
use super::budget::Budget;
use super::item::{self, Item};
use super::ladder::Ladder;
use super::note::Note;
use super::template::Template;
use super::view::{View, Words};
use crate::catalog::{Catalog, CatalogEntry};

/// An estimate of the tokens that one skill costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Its entry in the listing, in every conversation; nothing where it is not shown there.
    pub listing: u64,
    /// The file that describes it, once it is loaded.
    pub instructions: u64,
}

impl std::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |sum, cost| Self {
            listing: sum.listing + cost.listing,
            instructions: sum.instructions + cost.instructions,
        })
    }
}

impl Catalog {
    /// What one skill costs, in the form of the profile and with nothing cut for lack of room.
    pub fn cost(&self, entry: &CatalogEntry) -> Cost {
        let rules = &self.profile.listing;
        let shown = self.offers(rules.needs_tool.as_deref()) && item::is_visible(entry, rules);
        let form = rules.form(None).filter(|_| shown);
        let listing = form.and_then(|form| self.entry_bytes(entry, &form)).unwrap_or(0);
        Cost {
            listing: estimate_tokens_of_bytes(listing as u64),
            instructions: estimate_tokens_of_bytes(entry.size),
        }
    }

    /// The bytes by which a listing grows when the skill joins it.
    fn entry_bytes(&self, entry: &CatalogEntry, form: &Form<'_>) -> Option<usize> {
        let rules = &self.profile.listing;
        let item = || item::item(entry, &self.profile, form);
        let items: [Item; 2] = [item(), item()];
        let template = Template::new(form.template, items.len()).ok()?;
        let (budget, template) = (Budget::Unlimited, &template);
        let (items, note, own_budget) = (&items, Note::None, false);
        let ladder = Ladder { items, rules, form, template, note, budget, own_budget };
        let view = |shown| View { shown, words: Words::Whole, aliased: false };
        let (one, two) = (ladder.render(view(1))?, ladder.render(view(2))?);
        two.len().checked_sub(one.len())
    }
}
