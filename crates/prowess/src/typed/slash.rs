//! `/name arguments`.

use super::{Draft, Invocation, Typed, leading};

pub(super) fn read(draft: &Draft<'_>) -> Option<Typed> {
    let command = leading::command(draft)?;
    Some(Typed::command(vec![Invocation {
        name: draft.names.of_command(command.name).unwrap_or(command.name).to_owned(),
        arguments: command.rest.trim().to_owned(),
        span: command.span,
    }]))
}
