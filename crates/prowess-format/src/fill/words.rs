//! Cutting what was typed into arguments.

use crate::dialect::Words;

/// The arguments in what was typed.
pub(super) fn split(typed: &str, words: Words) -> Vec<String> {
    let at_spaces = || typed.split_whitespace().map(str::to_owned).collect();
    match words {
        Words::Spaces => at_spaces(),
        Words::Quotes => quoted(typed),
        // A quote that is never closed is an apostrophe: there is nothing to ask the user.
        Words::Shell => shell(typed).unwrap_or_else(at_spaces),
    }
}

/// Runs without spaces and quotes, or what stands in quotes, or the mark of an image; a quote that is
/// never closed only parts.
fn quoted(typed: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = typed.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => rest[1..].find(first).map(|length| length + 2),
            _ => image(rest).or_else(|| {
                let parts = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
                Some(rest.find(parts).unwrap_or(rest.len()))
            }),
        };
        let (token, after) = rest.split_at(length.unwrap_or(1));
        if length.is_some() {
            let token = token.strip_prefix(['"', '\'']).unwrap_or(token);
            found.push(token.strip_suffix(['"', '\'']).unwrap_or(token).to_owned());
        }
        rest = after.trim_start();
    }
    found
}

/// The length of `[Image N]`, where a text begins with it.
fn image(text: &str) -> Option<usize> {
    let number = text.strip_prefix("[Image")?;
    let digits = number.trim_start();
    let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_one =
        digits.len() < number.len() && after.len() < digits.len() && after.starts_with(']');
    is_one.then(|| text.len() - after.len() + 1)
}

/// As a shell does it; nothing where a quote is never closed.
fn shell(typed: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    // An empty pair of quotes is an argument, so "none yet" is not "empty".
    let mut word: Option<String> = None;
    let mut characters = typed.chars();
    while let Some(character) = characters.next() {
        match character {
            _ if character.is_whitespace() => found.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '"' => break,
                        '\\' => match characters.next()? {
                            escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        other => word.push(other),
                    }
                }
            }
            // One at the very end escapes nothing and stays.
            '\\' => word.get_or_insert_default().push(characters.next().unwrap_or('\\')),
            other => word.get_or_insert_default().push(other),
        }
    }
    found.extend(word);
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_cut() {
        let table: &[(Words, &str, &[&str])] = &[
            (Words::Spaces, " a  \"b c\" ", &["a", "\"b", "c\""]),
            (Words::Quotes, "\"a b\" c", &["a b", "c"]),
            (Words::Quotes, "it's [Image 1]", &["it", "s", "[Image 1]"]),
            (Words::Quotes, "[Image] a\"b c\"", &["[Image]", "a", "b c"]),
            (Words::Quotes, "\"", &[]),
            (Words::Shell, "\"a b\" 'c \\d' e\\ f ''", &["a b", "c \\d", "e f", ""]),
            (Words::Shell, "\"\\\"x\\n\"y", &["\"x\\ny"]),
            (Words::Shell, "don't stop", &["don't", "stop"]),
            (Words::Shell, "a\\", &["a\\"]),
            (Words::Shell, "", &[]),
        ];
        for (words, typed, expected) in table {
            assert_eq!(split(typed, *words), *expected, "{words:?}: {typed}");
        }
    }
}
