//! Credentials written out in a text: the shapes that are known by their beginnings, and private
//! keys. Placeholders such as `sk-...` are too short to be one.
//!
//! The scanner that is followed asks what comes after a match and that two labels are equal, which
//! no linear pattern can; so only the beginnings are found by a pattern.

use std::ops::Range;

use crate::packs::shared::pattern::Pattern;

/// What is shown in place of a line that holds a credential.
pub(crate) const REDACTED: &str = "[REDACTED CREDENTIAL]";

static BEGINNING: Pattern =
    Pattern::new(r"\b(?:sk-|gh[pousr]_|github_pat_|xox[baprs]-|AIza)|-----BEGIN ");

/// Base64 characters that a private key has at least, and bytes of its label at most.
const KEY_CHARS: usize = 48;
const LABEL_BYTES: usize = 64;

/// The first credential of a text.
pub(crate) fn find(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    // Tokens of one kind may begin inside each other; what ended one ends the others too.
    let mut refused_until = 0;
    for beginning in BEGINNING.find_all(text) {
        let at = beginning.end;
        let end = match bytes[beginning.start] {
            b's' => token(bytes, at, 32, usize::MAX, |byte| word(byte) || byte == b'-'),
            b'A' => token(bytes, at, 35, 35, |byte| word(byte) || byte == b'-'),
            b'g' if bytes[beginning.start + 1] == b'h' => {
                token(bytes, at, 20, usize::MAX, |byte| byte.is_ascii_alphanumeric())
            }
            b'g' => token(bytes, at, 20, usize::MAX, word),
            b'x' if beginning.start < refused_until => None,
            b'x' => {
                let part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
                let end = token(bytes, at, 20, usize::MAX, part);
                if end.is_none() {
                    refused_until = at + run(&bytes[at..], part);
                }
                end
            }
            _ => private_key(text, at),
        };
        if let Some(end) = end {
            return Some(beginning.start..end);
        }
    }
    None
}

/// Whether a text holds one.
pub(crate) fn is_in(text: &str) -> bool {
    find(text).is_some()
}

fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn run(bytes: &[u8], part: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| part(**byte)).count()
}

/// The end of a token whose characters begin at `at`: `least` to `most` of them, and none of any
/// token behind it.
fn token(
    bytes: &[u8],
    at: usize,
    least: usize,
    most: usize,
    part: impl Fn(u8) -> bool,
) -> Option<usize> {
    let rest = &bytes[at..];
    // One more than is allowed is enough to see that it is too long.
    let length = run(&rest[..rest.len().min(most.saturating_add(1))], part);
    let ends = rest.get(length).is_none_or(|&next| !word(next) && next != b'-');
    ((least..=most).contains(&length) && ends).then_some(at + length)
}

/// The end of a private key whose label begins at `at`.
fn private_key(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let bytes = rest.as_bytes();
    let length = run(&bytes[..bytes.len().min(LABEL_BYTES)], |byte| {
        byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b' '
    });
    let label = &rest[..length];
    let mut inner = rest[length..].strip_prefix("-----")?;
    inner = inner.strip_prefix("\r\n").or_else(|| inner.strip_prefix('\n'))?;
    if !label.ends_with("PRIVATE KEY") {
        return None;
    }
    let mut chars = 0;
    loop {
        let (line, after) = inner.split_once('\n').unwrap_or((inner, ""));
        if let Some(end) = line.strip_prefix("-----END ") {
            let closes = end.strip_prefix(label)?.starts_with("-----") && chars >= KEY_CHARS;
            let offset = text.len() - inner.len();
            return closes.then_some(offset + "-----END ".len() + label.len() + "-----".len());
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        let base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
        if line.is_empty() || after.is_empty() || !line.bytes().all(base64) {
            return None;
        }
        chars += line.len();
        inner = after;
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn credentials_and_what_is_none() {
        let a = |count: usize| "a".repeat(count);
        let key = |label: &str, body: usize, end: &str| {
            format!("-----BEGIN {label}-----\n{}\n-----END {end}-----", "B".repeat(body))
        };
        let table = [
            (format!("sk-{}", a(32)), true),
            (format!("sk-proj-{}", a(32)), true),
            (format!("sk-{}", a(31)), false),
            (format!("task-{}", a(40)), false),
            (format!("ghp_{}", a(20)), true),
            (format!("ghp_{}_", a(20)), false),
            (format!("ghx_{}", a(20)), false),
            (format!("github_pat_{}", a(20)), true),
            (format!("xoxb-{}", a(20)), true),
            (format!("xoxb-{}_", a(20)), false),
            (format!("AIza{}", a(35)), true),
            (format!("AIza{}", a(36)), false),
            (format!("AIza{}", a(34)), false),
            (key("PRIVATE KEY", 48, "PRIVATE KEY"), true),
            (key("RSA PRIVATE KEY", 64, "RSA PRIVATE KEY"), true),
            (key("RSA PRIVATE KEY", 64, "EC PRIVATE KEY"), false),
            (key("PRIVATE KEY", 47, "PRIVATE KEY"), false),
            (key("CERTIFICATE", 64, "CERTIFICATE"), false),
            ("sk-... github_pat_EXAMPLE xoxb-your-token".to_owned(), false),
            (format!("xoxb-a_ sk-x then ghp_{}", a(20)), true),
        ];
        for (text, expected) in table {
            assert_eq!(find(&text).is_some(), expected, "{text}");
            let within = format!("see\n {text}\nend");
            assert_eq!(find(&within).is_some(), expected, "{within}");
        }
    }
}
