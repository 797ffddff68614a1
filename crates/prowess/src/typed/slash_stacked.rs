//! `/name /name text`: several skills, and the text is the arguments of each.

use super::{Draft, Invocation, Typed, leading};

/// How many commands may follow the first.
const MORE: usize = 5;

pub(super) fn read(draft: &Draft<'_>) -> Option<Typed> {
    let first = leading::command(draft)?;
    let known = draft.names.of_command(first.name);
    let mut end = first.span.end;
    let mut started = vec![(known.unwrap_or(first.name), first.span)];
    // After a command of somebody else's everything is its text. So is what comes after the last.
    let more = if known.is_some() { MORE } else { 0 };
    for _ in 0..more {
        let Some(next) = leading::word(draft.text, end) else { break };
        let Some(name) = draft.names.of_command(next.name) else { break };
        end = next.span.end;
        if started.iter().all(|(other, _)| *other != name) {
            started.push((name, next.span));
        }
    }
    let arguments = draft.text[end..].trim();
    let invocation = |(name, span): (&str, _)| Invocation {
        name: name.to_owned(),
        arguments: arguments.to_owned(),
        span,
    };
    Some(Typed::command(started.into_iter().map(invocation).collect()))
}
