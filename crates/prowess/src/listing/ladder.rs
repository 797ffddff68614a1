//! Fitting a listing into its budget: full, then with shortened descriptions, then names only, then
//! cut with a note that names what is missing. Each step is a function; the first that fits is taken.

use serde::Serialize;

use super::budget::Budget;
use super::item::Item;
use super::rules::{DescriptionRules, Field};
use super::template::Template;
use super::truncate::shorten;
use super::{Cut, Form, Listing, Place, Step};

/// A description shorter than this says nothing: then names alone are better.
const SHORTEST: usize = 20;

/// What is fitted, and into what.
#[derive(Debug)]
pub(super) struct Ladder<'a> {
    pub(super) items: &'a [Item],
    pub(super) form: &'a Form<'a>,
    pub(super) template: &'a Template<'a>,
    pub(super) descriptions: &'a DescriptionRules,
    pub(super) place: Place,
    pub(super) budget: Budget,
}

/// One skill as a template sees it.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    description: String,
    location: &'a str,
    directory: &'a str,
    version: Option<&'a str>,
    emoji: Option<&'a str>,
    fork: bool,
}

impl Ladder<'_> {
    /// The first step that fits.
    pub(super) fn fit(&self) -> Listing {
        self.full()
            .or_else(|| self.shortened())
            .or_else(|| self.names_only())
            .or_else(|| self.cut())
            .unwrap_or_else(|| self.nothing())
    }

    /// Everything.
    fn full(&self) -> Option<Listing> {
        let least = |item: &Item| self.weigh(&item.plain_name) + self.weigh(&item.description);
        self.may_hold(least).then_some(())?;
        let text = self.render(self.items.len(), None)?;
        Some(self.listing(text, Step::Full, self.items.len(), |item| item.capped))
    }

    /// All descriptions cut to the same length, the greatest that fits.
    fn shortened(&self) -> Option<Listing> {
        self.may_hold(|item| self.weigh(&item.plain_name)).then_some(())?;
        let unit = self.descriptions.unit;
        let longest = self.items.iter().map(|item| unit.measure(&item.description)).max()?;
        let (cap, text) =
            greatest(SHORTEST, longest, |cap| self.render(self.items.len(), Some(cap)))?;
        let longer = |item: &Item| item.capped || unit.measure(&item.description) > cap;
        Some(self.listing(text, Step::Shortened, self.items.len(), longer))
    }

    /// No descriptions.
    fn names_only(&self) -> Option<Listing> {
        self.may_hold(|item| self.weigh(&item.plain_name)).then_some(())?;
        let text = self.render(self.items.len(), Some(0))?;
        Some(self.listing(text, Step::NamesOnly, self.items.len(), is_described))
    }

    /// As many names as fit, and a note about the others: with all their names, else with some.
    fn cut(&self) -> Option<Listing> {
        let named = self.with_note(|rest| Some(self.note(rest, rest.len())));
        let (shown, text) = match named {
            Some(found) => found,
            None => self.with_longer_note(self.with_note(|rest| Some(self.note(rest, 0)))?),
        };
        Some(self.listing(text, Step::Cut, shown, is_described))
    }

    /// The greatest number of names that fits together with a note about the others.
    fn with_note(&self, note: impl Fn(&[Item]) -> Option<String>) -> Option<(usize, String)> {
        greatest(0, self.items.len(), |shown| {
            let note = note(&self.items[shown..])?;
            self.noted(shown, &note)
        })
    }

    /// The same with as many of the missing names in the note as there is room for.
    fn with_longer_note(&self, (shown, text): (usize, String)) -> (usize, String) {
        let rest = &self.items[shown..];
        let longer = greatest(1, rest.len(), |names| self.noted(shown, &self.note(rest, names)));
        (shown, longer.map_or(text, |(_, text)| text))
    }

    /// Where not even a note fits.
    fn nothing(&self) -> Listing {
        self.listing(String::new(), Step::Cut, 0, |_| false)
    }

    /// The text with so many skills, if it fits; one that cannot be rendered does not.
    fn render(&self, shown: usize, cap: Option<usize>) -> Option<String> {
        let text = self.render_any(shown, cap)?;
        self.budget.holds(&text).then_some(text)
    }

    /// The text with so many skills and descriptions of so many characters at most.
    pub(super) fn render_any(&self, shown: usize, cap: Option<usize>) -> Option<String> {
        let rows: Vec<Row<'_>> =
            self.items[..shown].iter().map(|item| self.row(item, cap)).collect();
        self.template.render(&rows).ok()
    }

    /// So many names with a note below, if that fits.
    fn noted(&self, shown: usize, note: &str) -> Option<String> {
        let names = self.items[..shown].iter().map(|item| self.weigh(&item.plain_name));
        let least = names.sum::<usize>().saturating_add(self.weigh(note));
        (least <= self.budget.most()).then_some(())?;
        let text = match shown {
            0 => note.to_owned(),
            _ => format!("{}\n{note}", self.render_any(shown, Some(0))?),
        };
        self.budget.holds(&text).then_some(text)
    }

    /// What is said about skills that are missing, with the first few names.
    fn note(&self, missing: &[Item], names: usize) -> String {
        let count = match missing.len() {
            1 => "1 skill is not listed for lack of room".to_owned(),
            count => format!("{count} skills are not listed for lack of room"),
        };
        let listed: Vec<&str> = missing[..names].iter().map(|item| item.name.as_str()).collect();
        match names {
            0 => format!("({count})"),
            _ if names < missing.len() => format!("({count}, among them {})", listed.join(", ")),
            _ => format!("({count}: {})", listed.join(", ")),
        }
    }

    fn row<'a>(&self, item: &'a Item, cap: Option<usize>) -> Row<'a> {
        let (rules, text) = (self.descriptions, item.description.as_str());
        let description = match cap {
            None => text.into(),
            Some(0) => "".into(),
            Some(cap) => shorten(text, cap, rules.unit, &rules.ellipsis),
        };
        Row {
            name: &item.name,
            description: self.form.harmless(Field::Description, &description),
            location: &item.location,
            directory: &item.directory,
            version: item.version.as_deref(),
            emoji: item.emoji.as_deref(),
            fork: item.fork,
        }
    }

    fn weigh(&self, text: &str) -> usize {
        self.budget.weigh(text)
    }

    /// Whether words that are sure to be in the text leave it a chance to fit. Without this a huge
    /// catalog would be rendered again and again only to be measured.
    fn may_hold(&self, least: impl Fn(&Item) -> usize) -> bool {
        let mut sum = 0_usize;
        self.items.iter().all(|item| {
            sum = sum.saturating_add(least(item));
            sum <= self.budget.most()
        })
    }

    fn listing(
        &self,
        text: String,
        step: Step,
        shown: usize,
        is_shortened: impl Fn(&Item) -> bool,
    ) -> Listing {
        let (kept, lost) = self.items.split_at(shown);
        let names = |items: &mut dyn Iterator<Item = &Item>| -> Vec<String> {
            items.map(|item| item.plain_name.clone()).collect()
        };
        let cut = Cut {
            shortened: names(&mut kept.iter().filter(|item| is_shortened(item))),
            omitted: names(&mut lost.iter()),
        };
        Listing { text, place: self.place, step, shown, cut }
    }
}

fn is_described(item: &Item) -> bool {
    !item.description.is_empty()
}

/// The greatest number of `low..high` for which there is a text, found by halving.
fn greatest(
    low: usize,
    high: usize,
    text: impl Fn(usize) -> Option<String>,
) -> Option<(usize, String)> {
    let mut found = None;
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low) / 2;
        match text(middle) {
            Some(fits) => {
                found = Some((middle, fits));
                low = middle + 1;
            }
            None => high = middle,
        }
    }
    found
}
