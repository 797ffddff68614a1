//! Keys that have to be true or false.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};
use crate::frontmatter::Type;

crate::code! {
    /// A switch is neither `true` nor `false`.
    ///
    /// `yes` and `"true"` are texts to YAML 1.2. Some agents take them for a switch all the same,
    /// others drop the skill.
    FLAG_NOT_BOOLEAN = "flag-not-boolean", Error, "`{key}` is {type}, not true or false", "write `true` or `false`, without quotes";
}

pub(super) const CHECK: Check = Check { codes: &[&FLAG_NOT_BOOLEAN], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let rules = report.rules();
    for key in &rules.flags {
        let Some(value) = subject.field(key) else { continue };
        if value.kind() != Type::Bool {
            let values = [("key", key.as_str()), ("type", value.kind().name())];
            report.add(&FLAG_NOT_BOOLEAN, &values, Remark::at(value.span()));
        }
    }
}
