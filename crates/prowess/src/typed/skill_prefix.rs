//! `/skill:name arguments`.

use super::{Draft, Invocation, Typed, leading};

/// What stands before the name, after the slash.
pub(super) const PREFIX: &str = "skill:";

pub(super) fn read(draft: &Draft<'_>) -> Option<Typed> {
    let command = leading::word(draft.text, 0)?;
    let name = command.name.strip_prefix(PREFIX)?;
    if name.is_empty() {
        return Some(Typed::message(draft.text));
    }
    Some(Typed::command(vec![Invocation {
        name: name.to_owned(),
        arguments: command.rest.trim().to_owned(),
        span: command.span,
    }]))
}
