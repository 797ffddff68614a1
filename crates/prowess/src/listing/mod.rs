//! Level 1: what a model is told about the skills there are, within a budget.
//!
//! ```text
//! Catalog ─ item: which, in which order, which words ─▶ ladder: template, budget ─▶ Listing
//! ```
//!
//! The form is the profile's (`[listing]`, [`ListingRules`]). The words are the skills' own, so they
//! are made harmless on the way: escaped where the agent escapes, else at least unable to end the
//! list they stand in (`docs/decisions/0006-words-of-skills-in-a-listing.md`).

mod aliases;
pub mod budget;
mod check;
mod cost;
mod cut;
pub(crate) mod escape;
mod item;
mod ladder;
pub mod note;
pub mod overrides;
mod preload;
mod round_robin;
pub mod rules;
pub mod share;
mod shortened;
mod step;
pub(crate) mod template;
pub mod truncate;
mod update;
mod view;
mod warnings;

use std::path::PathBuf;

pub use budget::Budget;
pub use cost::Cost;
pub(crate) use item::{description, path_text};
pub use rules::{ListingRules, Place};
pub use step::Step;

use crate::catalog::Catalog;
use crate::pin::UnknownSkills;
use ladder::Ladder;
use rules::Field;
use template::Template;

/// What a model is told about the skills there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The text; empty where nothing is to be said.
    pub text: String,
    /// Where the agent puts it.
    pub place: Place,
    /// What was done to make it fit.
    pub step: Step,
    /// How many skills are in it.
    pub shown: usize,
    /// What the budget took away.
    pub cut: Cut,
    /// What the one who asked for it should know.
    pub warnings: Vec<String>,
}

/// What was taken away to make a listing fit, by the names of the skills.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Skills whose description is shortened or gone.
    pub shortened: Vec<String>,
    /// Skills that are not in the list.
    pub omitted: Vec<String>,
}

/// What is asked of a listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListingOptions<'a> {
    /// How long it may be.
    pub budget: Budget,
    /// The context window of the model in tokens, where it is known: some agents allow a share of it.
    pub context_window: Option<usize>,
    /// Which of the profile's other forms to use.
    pub variant: Option<&'a str>,
    /// The skills that are loaded from the start; with any, they are the listing.
    pub pinned: &'a [&'a str],
}

/// Why there is no listing.
#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    /// The profile has no form of that name.
    #[error("profile `{profile}` has no listing variant `{name}`; it has {known}")]
    UnknownVariant {
        /// The profile.
        profile: String,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A skill that is pinned is not there.
    #[error(transparent)]
    UnknownSkills(#[from] UnknownSkills),
    /// A skill that is pinned cannot be read.
    #[error("`{name}` cannot be read from {}: {cause}", .path.display())]
    Unreadable {
        /// Which one.
        name: String,
        /// Its file.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// Pinned skills are wanted whole, and are longer than the budget.
    #[error("the pinned skills need {needed}, and the budget is {budget}")]
    TooLong {
        /// What they need, in the unit of the budget.
        needed: Budget,
        /// What there is.
        budget: Budget,
    },
    /// A template cannot be used; the check of a profile finds that before.
    #[error("the template of the listing cannot be used: {0}")]
    Template(String),
}

/// One form of a profile's listing.
#[derive(Debug)]
struct Form<'a> {
    template: &'a str,
    escape: &'a [Field],
    empty: &'a str,
    /// The tags that the templates write themselves.
    tags: Vec<String>,
}

impl ListingRules {
    fn form(&self, variant: Option<&str>) -> Option<Form<'_>> {
        let (mut template, mut escape, mut empty) = (&self.template, &self.escape, &self.empty);
        if let Some(name) = variant {
            let other = self.variants.get(name)?;
            template = &other.template;
            escape = other.escape.as_ref().unwrap_or(escape);
            empty = other.empty.as_ref().unwrap_or(empty);
        }
        Some(Form { template, escape, empty, tags: self.tags() })
    }

    /// The tags of all forms: a prompt may hold more than one of them.
    fn tags(&self) -> Vec<String> {
        let variants = self.variants.values().map(|variant| &variant.template);
        let all = [&self.template, &self.preloaded].into_iter().chain(variants);
        all.flat_map(|template| escape::tags_of(template)).collect()
    }

    /// How long a text may be where the caller leaves that open.
    fn own_budget(&self, window: Option<usize>) -> Budget {
        self.share.and_then(|share| share.budget(window)).unwrap_or(self.budget)
    }
}

impl Catalog {
    /// What a model is told about these skills, in the form of the profile. It never exceeds the
    /// budget: descriptions are shortened, then left out, then skills are, with a note.
    pub fn listing(&self, budget: Budget) -> Listing {
        let form = self.profile.listing.form(None);
        form.map_or_else(|| self.no_listing(), |form| self.list(&form, budget, None))
    }

    /// The same in another of the profile's forms, or with skills that are loaded from the start.
    pub fn listing_with(&self, options: &ListingOptions<'_>) -> Result<Listing, ListingError> {
        let rules = &self.profile.listing;
        let Some(form) = rules.form(options.variant) else {
            let known: Vec<&str> = rules.variants.keys().map(String::as_str).collect();
            return Err(ListingError::UnknownVariant {
                profile: self.profile.name.clone(),
                name: options.variant.unwrap_or_default().to_owned(),
                known: if known.is_empty() { "none".to_owned() } else { known.join(", ") },
            });
        };
        match options.pinned.is_empty() {
            true => Ok(self.list(&form, options.budget, options.context_window)),
            false => self.preload(options.pinned, options.budget),
        }
    }

    fn list(&self, form: &Form<'_>, asked: Budget, window: Option<usize>) -> Listing {
        let rules = &self.profile.listing;
        let (budget, own_budget) = (asked.or(rules.own_budget(window)), asked == Budget::Profile);
        if !self.offers(rules.needs_tool.as_deref()) {
            return self.no_listing();
        }
        let items = item::items(self, form);
        if items.is_empty() {
            let text = if budget.holds(form.empty) { form.empty } else { "" };
            return Listing { text: text.to_owned(), ..self.no_listing() };
        }
        let (template, note) =
            (Template::new(form.template, items.len()), rules.note.compile(items.len()));
        let (Ok(template), Ok(note)) = (&template, note) else {
            // The check of the profile has refused it; a profile made by hand ends here.
            return self.no_listing();
        };
        Ladder { items: &items, rules, form, template, note, budget, own_budget }.fit()
    }

    /// Pinned skills in place of the list. They are wanted whole: a budget that cannot hold them is an
    /// error, and the profile's own budget, which is for lists, does not count.
    fn preload(&self, names: &[&str], budget: Budget) -> Result<Listing, ListingError> {
        let pinned = self.pin(names)?;
        let text = preload::preloaded(&self.profile, &pinned)?;
        let budget = budget.or(Budget::Unlimited);
        if !budget.holds(&text) {
            let needed = match budget {
                Budget::Tokens(_) => Budget::Tokens(prowess_format::body::estimate_tokens(&text)),
                _ => Budget::Chars(text.chars().count()),
            };
            return Err(ListingError::TooLong { needed, budget });
        }
        Ok(Listing { text, shown: pinned.len(), ..self.no_listing() })
    }

    fn no_listing(&self) -> Listing {
        let (text, place) = (String::new(), self.profile.listing.place);
        let (cut, warnings) = (Cut::default(), Vec::new());
        Listing { text, place, step: Step::Full, shown: 0, cut, warnings }
    }

    /// Whether the agent offers a tool, as far as is known.
    fn offers(&self, tool: Option<&str>) -> bool {
        let (Some(tool), Some(tools)) = (tool, &self.tools) else { return true };
        tools.iter().any(|offered| offered.eq_ignore_ascii_case(tool))
    }
}
