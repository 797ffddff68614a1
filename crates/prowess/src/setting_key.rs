//! The name of a setting: segments with dots between them, written as TOML writes keys.
//!
//! A segment may be a skill's name or a pattern, which may hold dots itself. Such a one is quoted, in
//! files, in `--set` and wherever a key is shown: `skills.entries."a.b".enabled`.

use std::fmt::Write as _;

/// A key from its segments, each quoted where it has to be.
pub(crate) fn join<S: AsRef<str>>(segments: &[S]) -> String {
    let quoted: Vec<String> = segments.iter().map(|segment| quote(segment.as_ref())).collect();
    quoted.join(".")
}

/// The segments of a key as somebody types it. What is not quoted may be a pattern too, which TOML
/// would have quoted: `permission.skill.a*`.
pub(crate) fn split(key: &str) -> Option<Vec<String>> {
    let key = key.trim();
    if !key.contains(['"', '\'']) {
        return Some(key.split('.').map(str::to_owned).collect());
    }
    if key.contains(['\n', '\r']) {
        return None;
    }
    let table = format!("{key} = 0").parse::<toml::Table>().ok()?;
    let mut segments = Vec::new();
    let mut value = toml::Value::Table(table);
    while let toml::Value::Table(table) = value {
        let mut entries = table.into_iter();
        let (Some((name, inner)), None) = (entries.next(), entries.next()) else { return None };
        segments.push(name);
        value = inner;
    }
    Some(segments)
}

/// A `KEY=VALUE` at the first `=` that is not quoted.
pub(crate) fn split_assignment(assignment: &str) -> Option<(&str, &str)> {
    let mut open: Option<char> = None;
    let mut escaped = false;
    for (at, character) in assignment.char_indices() {
        match (open, character) {
            _ if escaped => escaped = false,
            (Some('"'), '\\') => escaped = true,
            (Some(quote), _) if quote == character => open = None,
            (None, '"' | '\'') => open = Some(character),
            (None, '=') => return Some((&assignment[..at], &assignment[at + 1..])),
            _ => {}
        }
    }
    None
}

/// A segment, quoted where it has to be.
pub(crate) fn quote(segment: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !segment.is_empty() && segment.bytes().all(bare) {
        return segment.to_owned();
    }
    let mut out = String::from("\"");
    for character in segment.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            control if control.is_control() => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04X}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_split_and_joined() {
        let table: [(&str, Option<&[&str]>, &str); 11] = [
            ("profile", Some(&["profile"]), "profile"),
            (" skills.enabled ", Some(&["skills", "enabled"]), "skills.enabled"),
            (
                r#"skills.entries."a.b".enabled"#,
                Some(&["skills", "entries", "a.b", "enabled"]),
                r#"skills.entries."a.b".enabled"#,
            ),
            ("a.'b.c*'", Some(&["a", "b.c*"]), r#"a."b.c*""#),
            ("a.*", Some(&["a", "*"]), r#"a."*""#),
            ("a.b c", Some(&["a", "b c"]), r#"a."b c""#),
            (r#"a."b\"c\\d""#, Some(&["a", r#"b"c\d"#]), r#"a."b\"c\\d""#),
            (r#"a."b\u001Bc""#, Some(&["a", "b\u{1b}c"]), r#"a."b\u001Bc""#),
            ("a..b", Some(&["a", "", "b"]), r#"a."".b"#),
            (r#"a."b"#, None, ""),
            ("a.\"b\" = 1\nc", None, ""),
        ];
        for (key, segments, shown) in table {
            let split = split(key);
            assert_eq!(
                split.as_ref().map(|key| key.iter().map(String::as_str).collect()),
                segments.map(<[_]>::to_vec),
                "{key}"
            );
            let Some(split) = split else { continue };
            assert_eq!(join(&split), shown, "{key}");
            assert_eq!(super::split(shown), Some(split), "{shown}");
        }
    }

    #[test]
    fn assignments_are_split_outside_of_quotes() {
        let table = [
            ("a=b", Some(("a", "b"))),
            ("a=b=c", Some(("a", "b=c"))),
            (r#"a."b=c"=d"#, Some((r#"a."b=c""#, "d"))),
            (r#"a."b\"=c"=d"#, Some((r#"a."b\"=c""#, "d"))),
            ("a.'b\\'=c", Some(("a.'b\\'", "c"))),
            (r#"a."b=c"#, None),
            ("a", None),
        ];
        for (text, expected) in table {
            assert_eq!(split_assignment(text), expected, "{text}");
        }
    }
}
