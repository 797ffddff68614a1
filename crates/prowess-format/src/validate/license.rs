//! The licence.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};
use crate::frontmatter::Type;

crate::code! {
    /// The licence is not a string.
    LICENSE_NOT_STRING = "license-not-string", Warning, "the license is {type}, not a string", "write the licence's name, or the file that holds it";
}

pub(super) const CHECK: Check = Check { codes: &[&LICENSE_NOT_STRING], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    if let Some(value) = subject.field("license")
        && value.kind() != Type::Str
    {
        let values = [("type", value.kind().name()), ("python-type", value.kind().python_name())];
        report.add(&LICENSE_NOT_STRING, &values, Remark::at(value.span()));
    }
}
