//! Gates about a skill's own text.

use prowess_format::rules::Texts;
use prowess_format::views::omp::Omp;
use prowess_format::{Severity, name};

use super::{Rejection, Subject};

/// Its form is accepted, it has a name, and a description where its root wants one.
pub(super) fn parse(subject: &Subject<'_>) -> Option<Rejection> {
    let entry = subject.entry;
    let error = entry.diagnostics.iter().find(|item| item.severity == Severity::Error);
    if let Some(error) = error {
        let line = error.location.map(|at| at.line);
        return Some(Rejection { line, ..Rejection::new(error.code.id, error.message.clone()) });
    }
    let Some(name) = entry.skill.name() else {
        return Some(Rejection::new("name-missing", "it has no name"));
    };
    let form = subject.root.name_form;
    if !name::has_form(name.text, form) {
        let message = format!("names in this place are of the form {}", form.pattern());
        return Some(Rejection::new("name-format", message));
    }
    let wanted = subject.root.require_description && !has_description(subject);
    wanted.then(|| Rejection::new("description-missing", "skills in this place need a description"))
}

/// Whether there is a description; where only strings are read, anything that is not nothing is one.
fn has_description(subject: &Subject<'_>) -> bool {
    let skill = &subject.entry.skill;
    match subject.around.profile.format.texts {
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
