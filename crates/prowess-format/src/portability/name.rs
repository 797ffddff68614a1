//! What an agent calls a skill.

use super::Reading;
use crate::diagnostic::{Remark, Report, Span};
use crate::frontmatter::Value;

crate::code! {
    /// An agent calls the skill otherwise than its frontmatter does.
    ///
    /// Some agents go by the directory whatever the frontmatter says; some replace characters. What
    /// people type, and what other skills refer to, is then another name.
    NAME_CHANGED = "name-changed", Warning, "it is called `{name}`, not `{written}`", "give the skill and its directory the same name, in lowercase letters, digits and hyphens";

    /// No name is read, and the directory's stands in.
    NAME_FROM_DIRECTORY = "name-from-directory", Warning, "no name is read, so that it goes by its directory's, `{name}`", "add `name: {name}`";
}

pub(super) fn run(reading: &Reading<'_>, report: &mut Report<'_>) {
    let skill = reading.skill;
    let name = skill.name_text();
    if name.is_empty() {
        return;
    }
    let value = skill.frontmatter.get("name").filter(|value| !value.is_null());
    let written = value.and_then(Value::text).map(str::trim).filter(|text| !text.is_empty());
    match (written, value) {
        (Some(written), Some(value)) if written != name => {
            let values = [("name", name), ("written", written)];
            report.add(&NAME_CHANGED, &values, Remark::at(value.span()));
        }
        (Some(_), _) => {}
        (None, _) => {
            let start = skill.frontmatter.span().start as usize;
            let at = Remark::at(Span::new(start, start));
            report.add(&NAME_FROM_DIRECTORY, &[("name", name)], at);
        }
    }
}
