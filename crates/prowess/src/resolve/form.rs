//! Gates about a skill's own text.

use prowess_format::rules::Texts;
use prowess_format::views::omp::Omp;
use prowess_format::{Severity, name};

use super::{Rejection, Subject};
use crate::catalog::CatalogEntry;
use crate::profile::Profile;

/// Its form is accepted, it has a name, and a description where its root wants one.
pub(super) fn parse(subject: &Subject<'_>) -> Option<Rejection> {
    refused(subject.entry, subject.around.profile)
}

/// Why the form of a skill is refused, as it was read.
pub(crate) fn refused(entry: &CatalogEntry, profile: &Profile) -> Option<Rejection> {
    let error = entry.own_diagnostics().iter().find(|item| item.severity == Severity::Error);
    if let Some(error) = error {
        let line = error.location.map(|at| at.line);
        return Some(Rejection { line, ..Rejection::new(error.code.id, error.message.clone()) });
    }
    let Some(name) = entry.skill.name() else {
        return Some(Rejection::new("name-missing", "it has no name"));
    };
    let form = entry.root.name_form;
    if !name::has_form(name.text, form) {
        let message = format!("names in this place are of the form {}", form.pattern());
        return Some(Rejection::new("name-format", message));
    }
    let wanted = entry.root.require_description && !has_description(entry, profile);
    wanted.then(|| Rejection::new("description-missing", "skills in this place need a description"))
}

/// Whether there is a description; where only strings are read, anything that is not nothing is one.
fn has_description(entry: &CatalogEntry, profile: &Profile) -> bool {
    let skill = &entry.skill;
    match profile.format.texts {
        Texts::Strings | Texts::Scalars => !skill.description_text().is_empty(),
        Texts::StringsOnly => {
            let value = skill.frontmatter.get("description");
            value.is_some_and(|value| !value.is_null() && value.text() != Some(""))
        }
    }
}

/// Its frontmatter does not say `enabled: false`.
pub(super) fn enabled(subject: &Subject<'_>) -> Option<Rejection> {
    let on = Omp::read(&subject.entry.skill.frontmatter).enabled;
    (!on).then(|| Rejection::new("disabled", "its frontmatter says `enabled: false`"))
}
