//! The title, for systems that show one.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};

crate::code! {
    /// The title is empty.
    ///
    /// WINK shows a skill under a heading of its own, which must not be empty. A file without the
    /// key takes its first heading.
    TITLE_EMPTY = "title-empty", Off, "the title is empty", "write a title, or remove the key";
}

pub(super) const CHECK: Check = Check { codes: &[&TITLE_EMPTY], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    if let Some(value) = subject.field("title")
        && value.text().is_none_or(|text| text.trim().is_empty())
    {
        report.add(&TITLE_EMPTY, &[], Remark::at(value.span()));
    }
}
