//! Whether the `[listing]` table of a profile can be used at all. A wrong word is found when the profile
//! is read, before there is a skill.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ListingRules;
use super::note::{About, Note};
use super::share::Share;
use super::template::Template;
use super::update::Superseding;

/// The fields of a skill in a list, each with a value.
const SKILL: [(&str, &str); 7] = [
    ("name", "n"),
    ("description", "d"),
    ("location", "l"),
    ("directory", "d"),
    ("version", "1"),
    ("emoji", "e"),
    ("fork", "y"),
];

/// The fields of a skill that is preloaded.
const PRELOADED: [(&str, &str); 3] = [("name", "n"), ("directory", "d"), ("body", "b")];

/// The fields of a root.
const ROOT: [(&str, &str); 2] = [("alias", "r0"), ("path", "p")];

type Fields = BTreeMap<&'static str, &'static str>;

/// What a template is tried with.
#[derive(Serialize)]
struct Example {
    skills: Vec<Fields>,
    roots: Vec<Fields>,
}

impl ListingRules {
    /// Whether every template compiles and asks only for what there is, and the numbers make sense.
    pub(crate) fn check(&self) -> Result<(), String> {
        let fields =
            |fields: &[(&'static str, &'static str)]| vec![fields.iter().copied().collect()];
        let variants = self.variants.values().map(|variant| &variant.template);
        for source in std::iter::once(&self.template).chain(variants) {
            for roots in [Vec::new(), fields(&ROOT)] {
                check_template(source, &Example { skills: fields(&SKILL), roots })?;
            }
        }
        let preloaded = Example { skills: fields(&PRELOADED), roots: Vec::new() };
        check_template(&self.preloaded, &preloaded)?;
        Template::new(&self.superseded, 1)?.render(&Superseding { listing: "l" })?;
        self.check_note()?;
        if self.ladder.is_empty() {
            return Err("the ladder of the listing has no step".to_owned());
        }
        self.share.map_or(Ok(()), Share::check)
    }

    /// The note for a list that is whole, one that is shortened, and one that is cut.
    fn check_note(&self) -> Result<(), String> {
        let Note::Template(template) = self.note.compile(2)? else { return Ok(()) };
        for (shown, descriptions) in [(2, "whole"), (2, "shortened"), (1, "omitted")] {
            template.render(&About { shown, total: 2, omitted: vec!["n"], descriptions })?;
        }
        Ok(())
    }
}

/// Renders a template once.
fn check_template(source: &str, example: &Example) -> Result<(), String> {
    let text = Template::new(source, 1)?.render(example)?;
    if text.is_empty() { Err("a template of the listing says nothing".to_owned()) } else { Ok(()) }
}
