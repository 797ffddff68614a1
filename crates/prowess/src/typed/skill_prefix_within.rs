//! `/skill:name` anywhere in a text, which becomes the arguments.

use memchr::memmem;

use super::skill_prefix::PREFIX;
use super::{Draft, Invocation, Typed, leading};

pub(super) fn read(draft: &Draft<'_>) -> Option<Typed> {
    if is_another_command(draft) {
        return None;
    }
    let text = draft.text;
    let token = format!("/{PREFIX}");
    let mut from = 0;
    while let Some(at) = memmem::find(&text.as_bytes()[from..], token.as_bytes()) {
        let start = from + at;
        let named = start + token.len();
        let rest = &text[named..];
        let name = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        // Nothing begins inside this word.
        from = named + name.len();
        let alone = text[..start].chars().next_back().is_none_or(char::is_whitespace);
        if alone && !name.contains('/') && draft.names.has(name) {
            let around = [text[..start].trim(), text[from..].trim()];
            let around = around.into_iter().filter(|part| !part.is_empty());
            return Some(Typed::command(vec![Invocation {
                name: name.to_owned(),
                arguments: around.collect::<Vec<_>>().join(" "),
                span: start..from,
            }]));
        }
    }
    None
}

/// Whether the draft is for something else: another command, a line for the shell (`!ls`) or for an
/// interpreter (`$ 1 + 1`). `${x}` and `$word` are text.
fn is_another_command(draft: &Draft<'_>) -> bool {
    let text = draft.text.trim_start();
    let interpreter = text.strip_prefix("$$").or_else(|| text.strip_prefix('$'));
    let interpreter =
        interpreter.is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace));
    let command = leading::command(draft).is_some_and(|word| !word.name.starts_with(PREFIX));
    interpreter || text.starts_with('!') || command
}
