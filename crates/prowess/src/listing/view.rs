//! What a listing shows of the skills, and the text of that.

use serde::Serialize;

use super::aliases::{self, RootRow};
use super::item::Item;
use super::ladder::Ladder;
use super::rules::Field;
use super::truncate::shorten;

/// How much of the skills is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// So many of them, from the first.
    pub(super) shown: usize,
    pub(super) words: Words,
    /// Paths begin with short names of their roots.
    pub(super) aliased: bool,
}

/// How much of the descriptions is shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum Words {
    Whole,
    /// So much of each, ellipsis included.
    To(usize),
    /// So much of each, and one character more of the first few that are longer.
    Spread {
        each: usize,
        more: usize,
    },
    None,
}

impl Words {
    /// The word for it in the template of a note.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::To(_) | Self::Spread { .. } => "shortened",
            Self::None => "omitted",
        }
    }
}

/// One skill as a template sees it.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    name: &'a str,
    description: String,
    location: String,
    directory: &'a str,
    version: Option<&'a str>,
    emoji: Option<&'a str>,
    fork: bool,
}

/// What a template sees.
#[derive(Serialize)]
struct Page<'a> {
    skills: Vec<Row<'a>>,
    roots: Vec<RootRow<'a>>,
}

impl Ladder<'_> {
    /// The text of a view without a note, whether it fits or not.
    pub(super) fn render(&self, view: View) -> Option<String> {
        let items = &self.items[..view.shown];
        let lengths = self.lengths(view);
        let (roots, locations) = match view.aliased {
            true => aliases::of(items),
            false => (Vec::new(), items.iter().map(|item| item.location.clone()).collect()),
        };
        let rows = items.iter().zip(lengths).zip(locations);
        let skills = rows.map(|((item, length), location)| self.row(item, length, location, view));
        let page = Page { skills: skills.collect(), roots };
        self.template.render(&page).ok()
    }

    /// How much of each description is shown; nothing stands for all of it.
    pub(super) fn lengths(&self, view: View) -> Vec<Option<usize>> {
        let mut extra = match view.words {
            Words::Spread { more, .. } => more,
            _ => 0,
        };
        let length = |item: &Item| match view.words {
            Words::Whole => None,
            Words::None => Some(0),
            Words::To(most) => Some(most),
            Words::Spread { each, .. } => {
                let more = extra > 0 && item.length > each;
                extra -= usize::from(more);
                Some(each + usize::from(more))
            }
        };
        self.items[..view.shown].iter().map(length).collect()
    }

    fn row<'a>(
        &self,
        item: &'a Item,
        length: Option<usize>,
        location: String,
        view: View,
    ) -> Row<'a> {
        let (rules, text) = (&self.rules.description, item.description.as_str());
        // Room that is given a character at a time is not spent on dots.
        let ellipsis = match view.words {
            Words::Spread { .. } => "",
            _ => rules.ellipsis.as_str(),
        };
        let description = match length {
            None => text.into(),
            Some(0) => "".into(),
            Some(most) => shorten(text, most, rules.unit, ellipsis),
        };
        Row {
            name: &item.name,
            description: self.form.harmless(Field::Description, &description),
            location,
            directory: &item.directory,
            version: item.version.as_deref(),
            emoji: item.emoji.as_deref(),
            fork: item.fork,
        }
    }
}
