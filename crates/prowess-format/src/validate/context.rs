//! Where the skill wants to run.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};

crate::code! {
    /// The context is neither `inline` nor `fork`.
    CONTEXT_INVALID = "context-invalid", Warning, "the context is `{context}`; it can be `inline` or `fork`", "write `inline` or `fork`, or leave the key out";
}

pub(super) const CHECK: Check = Check { codes: &[&CONTEXT_INVALID], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    if let Some(value) = subject.field("context")
        && !matches!(value.text(), Some("inline" | "fork"))
    {
        let context = value.text().unwrap_or("a list or mapping");
        report.add(&CONTEXT_INVALID, &[("context", context)], Remark::at(value.span()));
    }
}
