//! A shell's line as the shell sees it: what quotes, variables and braces make of its words.

use super::fold::{Constants, near};

/// A shell's line as it is run: quotes and backslashes inside of words gone, `${x}` that is known or
/// empty in place, `$IFS` a blank, braces spread, one-letter globs resolved.
pub(crate) fn unquoted(line: &str, constants: &Constants) -> Option<(String, bool)> {
    let mut out: Vec<u8> = Vec::with_capacity(line.len());
    let bytes = line.as_bytes();
    let mut at = 0;
    // Whether somebody wrote it so that it cannot be read.
    let mut tricky = false;
    let is_letter = |byte: Option<&u8>| {
        byte.is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'.' | b'~')
        })
    };
    while at < bytes.len() {
        let inside = is_letter(out.last());
        match bytes[at] {
            b'\\'
                if bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)
                    && out.last().is_some_and(u8::is_ascii_alphabetic) =>
            {
                tricky = true;
                at += 1;
            }
            b'\\' if matches!(bytes.get(at + 1), Some(b'\n')) => at += 2,
            quote @ (b'"' | b'\'') => {
                // `c"u"rl`, `c''url`: quotes between letters.
                let close = memchr::memchr(quote, &bytes[at + 1..]).map(|length| at + 1 + length);
                match close {
                    Some(close)
                        if close - at <= 12
                            && (inside || is_letter(bytes.get(close + 1)))
                            && !bytes[at + 1..close].contains(&b' ') =>
                    {
                        tricky |= close - at <= 3
                            && out.last().is_some_and(u8::is_ascii_alphabetic)
                            && bytes.get(close + 1).is_some_and(u8::is_ascii_alphabetic);
                        out.extend(&bytes[at + 1..close]);
                        at = close + 1;
                    }
                    _ => {
                        out.push(quote);
                        at += 1;
                    }
                }
            }
            b'$' => {
                let (name, used) = variable(&line[at..]);
                match (name, constants.get(name)) {
                    ("IFS", _) => {
                        tricky = true;
                        out.push(b' ');
                    }
                    (_, Some(value)) if !name.is_empty() => out.extend(value.bytes()),
                    // An unset name inside of a word is nothing.
                    ("@" | "*", _) if inside => tricky = true,
                    (_, None)
                        if !name.is_empty()
                            && inside
                            && line[at..].starts_with("${")
                            && is_letter(bytes.get(at + used))
                            && name.len() <= 3 =>
                    {
                        tricky = true;
                    }
                    _ => {
                        out.push(b'$');
                        at += 1;
                        continue;
                    }
                }
                at += used;
            }
            b'[' if inside
                && bytes.get(at + 2) == Some(&b']')
                && bytes[at + 1].is_ascii_alphanumeric() =>
            {
                tricky = true;
                out.push(bytes[at + 1]);
                at += 3;
            }
            b'{' if !inside && !matches!(out.last(), Some(b'$')) => {
                let close = memchr::memchr2(b'}', b'\n', &bytes[at..])
                    .filter(|&close| bytes[at + close] == b'}');
                match close.and_then(|close| line.get(at + 1..at + close)) {
                    Some(inner)
                        if inner.contains(',') && !inner.contains([' ', '"', ':', '\'']) =>
                    {
                        tricky = true;
                        out.extend(inner.replace(',', " ").bytes());
                        at += inner.len() + 2;
                    }
                    _ => {
                        out.push(b'{');
                        at += 1;
                    }
                }
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    let out = String::from_utf8(out).ok()?;
    (out != line).then_some((out, tricky))
}

/// The name of the variable at a `$`, and the bytes it takes.
fn variable(text: &str) -> (&str, usize) {
    if let Some(inner) = text.strip_prefix("${") {
        let inner = near(inner);
        let Some(close) = memchr::memchr(b'}', inner.as_bytes()) else { return ("", 1) };
        let inner = &inner[..close];
        let end = inner.find([':', '%', '#', '\n']).unwrap_or(inner.len());
        return (&inner[..end], close + 3);
    }
    let inner = &text[1..];
    if inner.starts_with(['@', '*']) {
        return (&inner[..1], 2);
    }
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inner.len());
    (&inner[..end], end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_unset_are_nothing() {
        let folded = |line: &str| unquoted(line, &Constants::default());
        assert_eq!(folded("cu${z}rl -s x"), Some(("curl -s x".to_owned(), true)));
        assert_eq!(folded("curl${IFS}-s"), Some(("curl -s".to_owned(), true)));
        assert_eq!(folded("echo ${unclosed"), None);
    }
}
