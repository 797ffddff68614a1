//! Fitting a listing into its budget: the steps of the profile in their order, and the first that
//! fits is taken. Each step is a file of its own.

use super::budget::Budget;
use super::item::Item;
use super::note::{self, Note, NotePlace};
use super::rules::ListingRules;
use super::template::Template;
use super::view::{View, Words};
use super::{Cut, Form, Listing, Step, aliases, cut, round_robin, shortened, warnings};

/// What is fitted, and into what.
#[derive(Debug)]
pub(super) struct Ladder<'a> {
    pub(super) items: &'a [Item],
    pub(super) rules: &'a ListingRules,
    pub(super) form: &'a Form<'a>,
    pub(super) template: &'a Template<'a>,
    pub(super) note: Note<'a>,
    pub(super) budget: Budget,
    /// The budget is the profile's: nobody named one.
    pub(super) own_budget: bool,
}

/// A text that fits, and what it shows.
#[derive(Debug)]
pub(super) struct Fitted {
    pub(super) text: String,
    pub(super) view: View,
}

impl Ladder<'_> {
    /// The first step that fits.
    pub(super) fn fit(&self) -> Listing {
        let mut aliased = false;
        for step in &self.rules.ladder {
            let found = match step {
                Step::Full => self.full(),
                Step::Aliases => {
                    aliased = aliases::are_shorter(self);
                    aliased.then(|| aliases::full(self)).flatten()
                }
                Step::Shortened => shortened::to_one_length(self, aliased),
                Step::RoundRobin => round_robin::spread(self, aliased),
                Step::NamesOnly => self.names(aliased).filter(|found| self.holds(&found.text)),
                Step::NamesAlways if self.own_budget => self.names(aliased),
                Step::NamesAlways => None,
                Step::Cut => cut::tail(self, aliased),
            };
            if let Some(found) = found {
                return self.listing(*step, found);
            }
        }
        let view = View { shown: 0, words: Words::None, aliased };
        self.listing(Step::Cut, Fitted { text: String::new(), view })
    }

    /// Everything.
    fn full(&self) -> Option<Fitted> {
        self.may_hold_descriptions().then_some(())?;
        self.fitting(View { shown: self.most(), words: Words::Whole, aliased: false })
    }

    /// No descriptions.
    fn names(&self, aliased: bool) -> Option<Fitted> {
        (self.own_budget || self.may_hold_names()).then_some(())?;
        let view = View { shown: self.most(), words: Words::None, aliased };
        self.text(view, note::about(self, view).as_deref())
    }

    /// How many skills are shown at most.
    pub(super) fn most(&self) -> usize {
        self.rules.max_skills.map_or(self.items.len(), |most| most.min(self.items.len()))
    }

    /// A view with its note, if that fits.
    pub(super) fn fitting(&self, view: View) -> Option<Fitted> {
        self.fitting_with(view, note::about(self, view).as_deref())
    }

    /// A view with this note, if that fits.
    pub(super) fn fitting_with(&self, view: View, note: Option<&str>) -> Option<Fitted> {
        self.text(view, note).filter(|found| self.holds(&found.text))
    }

    /// A view with this note. Of no skills only the note is left; what cannot be rendered is nothing.
    fn text(&self, view: View, note: Option<&str>) -> Option<Fitted> {
        let text = match (view.shown, note) {
            (0, note) => note?.to_owned(),
            (_, None) => self.render(view)?,
            (_, Some(note)) => match self.rules.note.at {
                NotePlace::Bottom => format!("{}\n{note}", self.render(view)?),
                NotePlace::Top => format!("{note}\n{}", self.render(view)?),
            },
        };
        Some(Fitted { text, view })
    }

    fn holds(&self, text: &str) -> bool {
        self.budget.holds(text)
    }

    /// How long the longest description is.
    pub(super) fn longest_description(&self) -> usize {
        self.items[..self.most()].iter().map(|item| item.length).max().unwrap_or(0)
    }

    /// Whether the names and descriptions leave the text a chance to fit.
    pub(super) fn may_hold_descriptions(&self) -> bool {
        self.may_hold(|item| {
            self.budget.weigh(&item.plain_name) + self.budget.weigh(&item.description)
        })
    }

    /// Whether the names do.
    pub(super) fn may_hold_names(&self) -> bool {
        self.may_hold(|item| self.budget.weigh(&item.plain_name))
    }

    /// Whether words that are sure to be in the text leave it a chance to fit. Without this a huge
    /// catalog would be rendered again and again only to be measured.
    fn may_hold(&self, least: impl Fn(&Item) -> usize) -> bool {
        let mut sum = 0_usize;
        self.items[..self.most()].iter().all(|item| {
            sum = sum.saturating_add(least(item));
            sum <= self.budget.most()
        })
    }

    fn listing(&self, step: Step, Fitted { text, view }: Fitted) -> Listing {
        let (kept, lost) = self.items.split_at(view.shown);
        let is_shortened = |(item, length): &(&Item, Option<usize>)| {
            item.capped || length.is_some_and(|most| item.length > most)
        };
        let shortened = kept.iter().zip(self.lengths(view)).filter(is_shortened);
        let cut = Cut {
            shortened: shortened.map(|(item, _)| item.plain_name.clone()).collect(),
            omitted: lost.iter().map(|item| item.plain_name.clone()).collect(),
        };
        let warnings = warnings::of(self, step, view, &text);
        let place = self.rules.place;
        Listing { text, place, step, shown: view.shown, cut, warnings }
    }
}

/// The greatest number of `low..high` for which there is a text, found by halving.
pub(super) fn greatest(
    low: usize,
    high: usize,
    text: impl Fn(usize) -> Option<Fitted>,
) -> Option<Fitted> {
    let mut found = None;
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low) / 2;
        match text(middle) {
            Some(fits) => {
                found = Some(fits);
                low = middle + 1;
            }
            None => high = middle,
        }
    }
    found
}
