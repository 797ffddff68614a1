//! The model a skill asks for, against what the host offers.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};

crate::code! {
    /// The model the skill asks for is not offered.
    MODEL_UNAVAILABLE = "model-unavailable", Warning, "the skill asks for the model `{model}`, which is not offered here", "choose a model that is offered, or leave the key out";
}

pub(super) const CHECK: Check = Check { codes: &[&MODEL_UNAVAILABLE], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(offered) = subject.around.models else { return };
    if let Some(value) = subject.field("model")
        && let Some(model) = value.text()
        && model != "inherit"
        && !offered.iter().any(|offered| offered == model)
    {
        report.add(&MODEL_UNAVAILABLE, &[("model", model)], Remark::at(value.span()));
    }
}
