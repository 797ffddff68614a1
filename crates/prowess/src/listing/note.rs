//! What a listing says about itself: that skills are missing, or descriptions are.

use serde::{Deserialize, Serialize};

use super::item::Item;
use super::ladder::Ladder;
use super::template::Template;
use super::view::View;

/// What a listing says about what is missing in it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct NoteRules {
    /// The text: a template over `shown` and `total`, which are numbers of skills, `omitted`, the names
    /// of the others, and `descriptions`: `whole`, `shortened` or `omitted`. Where it is empty nothing
    /// is said. Without a template, the skills that are not listed are named.
    pub template: Option<String>,
    /// Where it stands.
    pub at: NotePlace,
}

/// Where a note stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotePlace {
    /// Below the list.
    #[default]
    Bottom,
    /// Above everything else.
    Top,
}

/// The note of a profile.
#[derive(Debug)]
pub(super) enum Note<'a> {
    /// The engine's own words, which name what is missing.
    Names,
    None,
    Template(Box<Template<'a>>),
}

/// What the template of a note sees.
#[derive(Serialize)]
pub(super) struct About<'a> {
    pub(super) shown: usize,
    pub(super) total: usize,
    pub(super) omitted: Vec<&'a str>,
    pub(super) descriptions: &'a str,
}

impl NoteRules {
    /// The note for so many skills; the reason where its template is none.
    pub(super) fn compile(&self, skills: usize) -> Result<Note<'_>, String> {
        match self.template.as_deref() {
            None => Ok(Note::Names),
            Some("") => Ok(Note::None),
            Some(source) => {
                Template::new(source, skills).map(|template| Note::Template(Box::new(template)))
            }
        }
    }
}

/// What is said of a view; nothing where nothing is missing, or the profile says nothing.
pub(super) fn about(ladder: &Ladder<'_>, view: View) -> Option<String> {
    let omitted = &ladder.items[view.shown..];
    match &ladder.note {
        Note::None => None,
        Note::Names => (!omitted.is_empty()).then(|| naming(omitted, usize::MAX)),
        Note::Template(template) => {
            let names = omitted.iter().map(|item| item.name.as_str()).collect();
            let (shown, total) = (view.shown, ladder.items.len());
            let about = About { shown, total, omitted: names, descriptions: view.words.name() };
            template.render(&about).ok().filter(|text| !text.is_empty())
        }
    }
}

/// How many skills are missing, with so many of their names.
pub(super) fn naming(missing: &[Item], names: usize) -> String {
    let count = match missing.len() {
        1 => "1 skill is not listed for lack of room".to_owned(),
        count => format!("{count} skills are not listed for lack of room"),
    };
    let listed: Vec<&str> = missing.iter().take(names).map(|item| item.name.as_str()).collect();
    match listed.len() {
        0 => format!("({count})"),
        some if some < missing.len() => format!("({count}, among them {})", listed.join(", ")),
        _ => format!("({count}: {})", listed.join(", ")),
    }
}
