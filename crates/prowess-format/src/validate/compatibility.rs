//! The compatibility note.

use super::{Check, Subject, length};
use crate::diagnostic::{Remark, Report};

crate::code! {
    /// The compatibility note is not a string.
    COMPATIBILITY_NOT_STRING = "compatibility-not-string", Warning, "the compatibility note is {type}, not a string", "write it as one text";

    /// The compatibility note is too long.
    COMPATIBILITY_TOO_LONG = "compatibility-too-long", Warning, "the compatibility note has {length} characters; the limit is {limit}", "keep it to products, packages and network needs";
}

pub(super) const CHECK: Check =
    Check { codes: &[&COMPATIBILITY_NOT_STRING, &COMPATIBILITY_TOO_LONG], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(value) = subject.field("compatibility") else { return };
    let Some(text) = value.as_str() else {
        let values = [("type", value.kind().name()), ("python-type", value.kind().python_name())];
        report.add(&COMPATIBILITY_NOT_STRING, &values, Remark::at(value.span()));
        return;
    };
    let count = length(text);
    if let Some(limit) = report.rules().limits.compatibility
        && count > limit
    {
        let (count, limit) = (count.to_string(), limit.to_string());
        let values = [("length", count.as_str()), ("limit", &limit)];
        report.add(&COMPATIBILITY_TOO_LONG, &values, Remark::at(value.span()));
    }
}
