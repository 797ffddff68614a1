//! As many names as fit, and a note about the others.

use super::ladder::{Fitted, Ladder, greatest};
use super::note::{self, Note};
use super::view::{View, Words};

/// Some skills, from the first, without descriptions; nothing where not even a note fits.
pub(super) fn tail(ladder: &Ladder<'_>, aliased: bool) -> Option<Fitted> {
    let cut = Tail { ladder, aliased };
    match ladder.note {
        Note::Names => cut.naming_the_others(),
        Note::None | Note::Template(_) => cut.with_the_profiles_note(),
    }
}

struct Tail<'a> {
    ladder: &'a Ladder<'a>,
    aliased: bool,
}

impl Tail<'_> {
    fn view(&self, shown: usize) -> View {
        View { shown, words: Words::None, aliased: self.aliased }
    }

    /// A note that leaves no room for a skill is left out; one that nothing else fits beside stands
    /// alone.
    fn with_the_profiles_note(&self) -> Option<Fitted> {
        let past = self.ladder.most().saturating_add(1);
        greatest(1, past, |shown| self.ladder.fitting(self.view(shown)))
            .or_else(|| greatest(1, past, |shown| self.ladder.fitting_with(self.view(shown), None)))
            .or_else(|| self.ladder.fitting(self.view(0)))
    }

    /// With all names of the others, else with as many as there is room for.
    fn naming_the_others(&self) -> Option<Fitted> {
        let missing = |shown: usize| &self.ladder.items[shown..];
        let named = self.most(|shown| note::naming(missing(shown), usize::MAX));
        named.or_else(|| {
            let found = self.most(|shown| note::naming(missing(shown), 0))?;
            let rest = missing(found.view.shown);
            let longer = greatest(1, rest.len(), |names| {
                self.noted(found.view.shown, &note::naming(rest, names))
            });
            longer.or(Some(found))
        })
    }

    /// The greatest number of skills that fits together with a note.
    fn most(&self, note: impl Fn(usize) -> String) -> Option<Fitted> {
        let past = (self.ladder.most() + 1).min(self.ladder.items.len());
        greatest(0, past, |shown| self.noted(shown, &note(shown)))
    }

    fn noted(&self, shown: usize, note: &str) -> Option<Fitted> {
        let names = self.ladder.items[..shown].iter();
        let names = names.map(|item| self.ladder.budget.weigh(&item.plain_name)).sum::<usize>();
        // What is sure to be too long is not rendered to be measured.
        let least = names.saturating_add(self.ladder.budget.weigh(note));
        (least <= self.ladder.budget.most()).then_some(())?;
        self.ladder.fitting_with(self.view(shown), Some(note))
    }
}
