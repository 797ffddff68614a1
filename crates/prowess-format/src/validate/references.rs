//! Files the body names, against the files that are there.

use super::{Check, Subject};
use crate::body::{self, ReferenceKind};
use crate::diagnostic::{Remark, Report};

crate::code! {
    /// A link leads to a file that is not in the skill.
    ///
    /// A quarter of the relative links in public skills are broken: the model follows them, finds
    /// nothing, and improvises.
    LINK_BROKEN = "link-broken", Warning, "the link to `{path}` leads to nothing", "add the file, or mend the link";

    /// A link climbs out of the skill.
    ///
    /// Where the skill is installed, what lies beside it is something else or nothing.
    LINK_OUTSIDE = "link-outside", Warning, "the link to `{path}` leads out of the skill's directory", "copy the file into the skill";

    /// A bundled file that the text names is not there.
    ///
    /// The text names a path below `scripts/`, `references/`, `assets/` or `templates/` that is not
    /// in the skill. It may be meant as an output; if not, the model will look for it in vain.
    BUNDLED_PATH_MISSING = "bundled-path-missing", Info, "`{path}` is named but not in the skill", "add the file, or write where it comes from";

    /// A file that `@path` names is not there.
    FILE_REFERENCE_MISSING = "file-reference-missing", Info, "`@{path}` names a file that is not in the skill", "add the file, or write it without `@`";
}

pub(super) const CHECK: Check = Check {
    codes: &[&LINK_BROKEN, &LINK_OUTSIDE, &BUNDLED_PATH_MISSING, &FILE_REFERENCE_MISSING],
    run,
};

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(tree) = subject.around.tree else { return };
    let skill = subject.skill;
    let here = skill.file.parent();
    let offset = skill.body_span().start as usize;
    for reference in body::references(skill.body()) {
        let at = Remark::at(reference.span.shift(offset));
        let values = [("path", reference.path.as_str())];
        let missing = match reference.kind {
            ReferenceKind::Link => &LINK_BROKEN,
            ReferenceKind::Code => &BUNDLED_PATH_MISSING,
            ReferenceKind::At => &FILE_REFERENCE_MISSING,
        };
        match here.resolve(&reference.path) {
            None if reference.kind == ReferenceKind::Link => report.add(&LINK_OUTSIDE, &values, at),
            Some(path) if !tree.holds(&path) => report.add(missing, &values, at),
            _ => {}
        }
    }
}
