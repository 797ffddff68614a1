//! The key of a line, also where it is not written as YAML wants it.

use super::repair::{COLON_WITHOUT_SPACE, KEY_DECORATED};
use crate::Code;
use crate::fence::is_key_line;
use crate::field;

/// A key at the start of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key<'a> {
    /// The key itself.
    pub(super) name: &'a str,
    /// Bytes up to where the value begins: the key, its dress and its colon.
    pub(super) length: usize,
    /// What is wrong with how it is written, if anything.
    pub(super) slip: Option<&'static Code>,
}

/// The names that translated frontmatter gives to the two keys that matter most.
const TRANSLATED: [(&str, &str); 4] = [
    ("\u{540d}\u{79f0}", "name"),
    ("\u{540d}\u{7a31}", "name"),
    ("\u{63cf}\u{8ff0}", "description"),
    ("\u{540d}\u{524d}", "name"),
];

/// The key that opens an entry on this line.
pub(super) fn key_of(line: &str) -> Option<Key<'_>> {
    if is_key_line(line) {
        let (name, _) = line.split_once(':')?;
        return Some(Key { name, length: name.len() + 1, slip: None });
    }
    quoted_key(line).or_else(|| slipped_key(line))
}

fn quoted_key(line: &str) -> Option<Key<'_>> {
    let quote = line.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let close = line[1..].find(quote)? + 1;
    let follows = line[close + 1..].strip_prefix(':')?;
    let spaced = follows.is_empty() || follows.starts_with([' ', '\t']);
    spaced.then_some(Key { name: &line[1..close], length: close + 2, slip: None })
}

/// A slip of the hand is only taken for a key where the key is one we know: `http://…` and a heading
/// that ends in a colon are none.
fn slipped_key(line: &str) -> Option<Key<'_>> {
    let dressed = line.trim_start_matches(['*', '#', ' ']);
    let dress = line.len() - dressed.len();
    let (at, colon) = dressed.char_indices().find(|(_, c)| matches!(c, ':' | '\u{ff1a}'))?;
    let typed = dressed[..at].trim_end_matches('*').trim_end();
    let after = &dressed[at + colon.len_utf8()..];
    // Bold on both sides of the colon is a key whatever it is called.
    let bold =
        line.starts_with("**") && (after.starts_with("**") || after.trim_end().ends_with("**"));
    let any = bold && !typed.is_empty() && typed.chars().count() <= 40;
    let name = TRANSLATED
        .iter()
        .find(|(translated, _)| dress > 0 && *translated == typed)
        .map(|(_, name)| *name)
        .or_else(|| (any || field::find(typed).is_some()).then_some(typed))?;
    let rest = after.trim_start_matches(|c| dress > 0 && c == '*');
    let slip = if dress > 0 { &KEY_DECORATED } else { &COLON_WITHOUT_SPACE };
    Some(Key { name, length: line.len() - rest.len(), slip: Some(slip) })
}

#[cfg(test)]
mod tests {
    use super::key_of;

    #[test]
    fn keys_and_what_looks_like_them() {
        let table = [
            ("name: x", Some(("name", " x"))),
            ("name:", Some(("name", ""))),
            ("\"a b\": x", Some(("a b", " x"))),
            ("name:x", Some(("name", "x"))),
            ("description\u{ff1a}x", Some(("description", "x"))),
            ("**name:** x", Some(("name", " x"))),
            ("**\u{540d}\u{79f0}\u{ff1a}x**", Some(("name", "x**"))),
            ("## name: x", Some(("name", " x"))),
            ("http://x", None),
            ("Note this: x", None),
            ("- name: x", None),
            ("# Heading:", None),
        ];
        for (line, expected) in table {
            let found = key_of(line).map(|key| (key.name, &line[key.length..]));
            assert_eq!(found, expected, "{line:?}");
        }
    }
}
