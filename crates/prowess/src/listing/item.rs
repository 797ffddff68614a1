//! What a listing says about each skill: which ones, in which order, with which words.

use std::path::Path;

use prowess_format::Skill;
use prowess_format::frontmatter::{Frontmatter, Value};
use prowess_format::views::gating::Gating;

use super::escape::{html, neutralise, one_line};
use super::rules::{Appended, Field, Location, Sort};
use super::truncate::shorten;
use super::{Form, ListingRules};
use crate::catalog::{Catalog, CatalogEntry, Shown};
use crate::profile::{Collision, Profile};
use crate::resolve::Status;
use crate::roots::Scope;

/// One skill of a listing. Its words are harmless but for the description, which is made so when its
/// length is known.
#[derive(Debug)]
pub(super) struct Item {
    /// The name as it is.
    pub(super) plain_name: String,
    pub(super) name: String,
    /// The description, capped as the profile says.
    pub(super) description: String,
    /// How long it is, in the profile's unit: that is asked again and again.
    pub(super) length: usize,
    /// Whether the cap took something away.
    pub(super) capped: bool,
    pub(super) location: String,
    /// The same as a path below the root it was found in, where it is one.
    pub(super) rooted: Option<Rooted>,
    pub(super) directory: String,
    pub(super) version: Option<String>,
    pub(super) emoji: Option<String>,
    pub(super) fork: bool,
}

/// A path in two parts.
#[derive(Debug)]
pub(super) struct Rooted {
    pub(super) root: String,
    pub(super) inside: String,
}

/// The skills that are shown, in the order in which they are.
pub(super) fn items(catalog: &Catalog, form: &Form<'_>) -> Vec<Item> {
    let (profile, rules) = (&catalog.profile, &catalog.profile.listing);
    let sorted = sorted(catalog, profile);
    let shown = sorted.into_iter().filter(|entry| is_visible(entry, rules));
    shown.map(|entry| item(entry, profile, form)).collect()
}

/// Not hidden, and described where that is asked for.
pub(super) fn is_visible(entry: &CatalogEntry, rules: &ListingRules) -> bool {
    let described = !entry.skill.description_text().is_empty();
    !entry.is_hidden() && (described || !rules.require_description)
}

/// The skills that are loaded, in the order of the listing.
fn sorted<'a>(catalog: &'a Catalog, profile: &Profile) -> Vec<&'a CatalogEntry> {
    let mut active = catalog.active();
    match profile.listing.sort {
        Sort::Name => active,
        Sort::FoldedName => {
            active.sort_by_cached_key(|entry| entry.skill.name_text().to_lowercase());
            active
        }
        Sort::Scope => {
            active.sort_by_key(|entry| rank(entry.root.scope));
            active
        }
        Sort::Discovery => as_discovered(catalog, profile.identity.collision),
    }
}

/// Where a scope stands among the others in a list that is sorted by it.
fn rank(scope: Scope) -> u8 {
    match scope {
        Scope::Bundled => 0,
        Scope::Enterprise => 1,
        Scope::Project => 2,
        Scope::User => 3,
        Scope::Extra | Scope::Plugin | Scope::Managed => 4,
    }
}

/// The skills that are loaded in the order of discovery. Where the last of a name wins it takes the
/// place of the first, as in a table that is written twice.
fn as_discovered(catalog: &Catalog, collision: Collision) -> Vec<&CatalogEntry> {
    let entries = catalog.entries();
    let mut places: Vec<usize> = (0..entries.len()).collect();
    if collision == Collision::Last {
        for (at, entry) in entries.iter().enumerate() {
            if let Status::Shadowed { by } = entry.status {
                places[by] = places[by].min(at);
            }
        }
    }
    let placed = entries.iter().zip(places).filter(|(entry, _)| entry.status == Status::Active);
    let mut placed: Vec<(&CatalogEntry, usize)> = placed.collect();
    placed.sort_by_key(|(_, place)| *place);
    placed.into_iter().map(|(entry, _)| entry).collect()
}

pub(super) fn item(entry: &CatalogEntry, profile: &Profile, form: &Form<'_>) -> Item {
    let frontmatter = &entry.skill.frontmatter;
    let (description, capped) = match entry.shown {
        Shown::Name => (String::new(), false),
        Shown::All => description(&entry.skill, &profile.listing),
    };
    let namespaces: Vec<&str> = profile.namespaces.iter().map(String::as_str).collect();
    let emoji = Gating::read(frontmatter, &namespaces).and_then(|gating| gating.emoji);
    let version = entry.version(profile.format.document);
    // A name is one line whatever it holds: it could pretend to be two entries.
    let plain_name = one_line(entry.skill.name_text());
    let file = match profile.listing.location {
        Location::Found => None,
        Location::Resolved => entry.candidate.file.canonicalize().ok(),
    };
    let file = file.as_deref().unwrap_or(&entry.candidate.file);
    let rooted = file.strip_prefix(&entry.root.path).ok().map(|inside| Rooted {
        root: form.harmless(Field::Location, &path_text(&entry.root.path)),
        inside: form.harmless(Field::Location, &path_text(inside)),
    });
    Item {
        name: form.harmless(Field::Name, &plain_name),
        plain_name,
        length: profile.listing.description.unit.measure(&description),
        description,
        capped,
        rooted,
        location: form.harmless(Field::Location, &path_text(file)),
        directory: form.harmless(Field::Directory, &path_text(&entry.candidate.directory)),
        version: version.map(|text| form.harmless(Field::Version, &one_line(text))),
        emoji: emoji.map(|text| form.harmless(Field::Emoji, &one_line(&text))),
        fork: frontmatter.get("context").and_then(Value::text) == Some("fork"),
    }
}

/// A path on one line: a directory whose name holds line breaks could pretend to be two entries.
pub(crate) fn path_text(path: &Path) -> String {
    let harmless = |character: char| match character.is_control() {
        true => char::REPLACEMENT_CHARACTER,
        false => character,
    };
    path.to_string_lossy().chars().map(harmless).collect()
}

/// The description with what is appended to it, and whether the cap took something away.
pub(crate) fn description(skill: &Skill, rules: &ListingRules) -> (String, bool) {
    let rules = &rules.description;
    let mut text = skill.description_text().to_owned();
    for appended in &rules.append {
        let more = match appended {
            Appended::WhenToUse => when_to_use(&skill.frontmatter),
        };
        if let Some(more) = more {
            let joiner = if text.is_empty() { "" } else { &rules.joiner };
            text = format!("{text}{joiner}{more}");
        }
    }
    if rules.one_line {
        text = one_line(&text);
    }
    let Some(cap) = rules.cap else { return (text, false) };
    let short = shorten(&text, cap, rules.unit, &rules.ellipsis);
    let capped = short != text;
    (short.into_owned(), capped)
}

fn when_to_use(frontmatter: &Frontmatter) -> Option<&str> {
    let value = frontmatter.get_any(&["when_to_use", "when-to-use", "whenToUse"])?;
    value.text().map(str::trim).filter(|text| !text.is_empty())
}

impl Form<'_> {
    /// A text that can stand in this field.
    pub(super) fn harmless(&self, field: Field, text: &str) -> String {
        match self.escape.contains(&field) {
            true => html(text),
            false => neutralise(text, &self.tags),
        }
    }
}
