//! Skills that a skill depends on.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};
use crate::frontmatter::Type;

crate::code! {
    /// The skill depends on itself.
    SELF_DEPENDENCY = "self-dependency", Error, "the skill depends on itself", "remove its own name from `dependencies`";

    /// The skill depends on one that is not there.
    DEPENDENCY_MISSING = "dependency-missing", Warning, "the skill depends on `{dependency}`, which is not there", "install it, or remove the dependency";
}

pub(super) const CHECK: Check = Check { codes: &[&SELF_DEPENDENCY, &DEPENDENCY_MISSING], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(value) = subject.skill.frontmatter.get_any(&["dependencies", "depends-on"]) else {
        return;
    };
    let names: Vec<&str> = match value.kind() {
        Type::List => value.texts(),
        _ => value.text().map(|text| text.split(',').map(str::trim).collect()).unwrap_or_default(),
    };
    let own = subject.skill.name_text();
    for name in names.into_iter().filter(|name| !name.is_empty()) {
        if name == own {
            report.add(&SELF_DEPENDENCY, &[], Remark::at(value.span()));
        } else if let Some(skills) = subject.around.skills
            && !skills.iter().any(|skill| skill == name)
        {
            report.add(&DEPENDENCY_MISSING, &[("dependency", name)], Remark::at(value.span()));
        }
    }
}
