//! Gates about a skill's own text.

use prowess_format::Severity;
use prowess_format::views::omp::Omp;

use super::{Rejection, Subject};

/// Its form is accepted, it has a name, and a description where its root wants one.
pub(super) fn parse(subject: &Subject<'_>) -> Option<Rejection> {
    let entry = subject.entry;
    let error = entry.diagnostics.iter().find(|item| item.severity == Severity::Error);
    if let Some(error) = error {
        let line = error.location.map(|at| at.line);
        return Some(Rejection { line, ..Rejection::new(error.code.id, error.message.clone()) });
    }
    if entry.skill.name().is_none() {
        return Some(Rejection::new("name-missing", "it has no name"));
    }
    let wanted = subject.root.require_description && entry.skill.description_text().is_empty();
    wanted.then(|| Rejection::new("description-missing", "skills in this place need a description"))
}

/// Its frontmatter does not say `enabled: false`.
pub(super) fn enabled(subject: &Subject<'_>) -> Option<Rejection> {
    let on = Omp::read(&subject.entry.skill.frontmatter).enabled;
    (!on).then(|| Rejection::new("disabled", "its frontmatter says `enabled: false`"))
}
