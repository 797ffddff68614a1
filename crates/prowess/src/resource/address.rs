//! Addresses made and taken apart, for whoever hands them to others.

use std::fmt::Write as _;

use super::{Address, ResourceError, SCHEME};

/// The name of the skill and the path inside it that an address has; `.` is the skill's directory, and
/// nothing the skill itself.
pub fn parts(url: &str) -> Result<(String, Option<Vec<u8>>), ResourceError> {
    let Address { name, path } = Address::parse(url)?;
    Ok((String::from_utf8_lossy(&name).into_owned(), path.map(|path| path.bytes)))
}

/// The address of a file of a skill. Whatever has a meaning in an address is encoded, so that every reader
/// of addresses takes it apart in the same way.
pub fn address(name: &str, path: &[u8]) -> String {
    let mut out = SCHEME.to_owned();
    let mut add = |bytes: &[u8], slash: bool| {
        for byte in bytes {
            match byte {
                b'/' if slash => out.push('/'),
                b'-' | b'.' | b'_' | b'~' => out.push(char::from(*byte)),
                byte if byte.is_ascii_alphanumeric() => out.push(char::from(*byte)),
                // Writing to a String cannot fail.
                byte => drop(write!(out, "%{byte:02X}")),
            }
        }
    };
    add(name.as_bytes(), false);
    add(b"/", true);
    add(path, true);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_are_made_lead_back() {
        let table: [(&str, &[u8], &str); 4] = [
            ("s", b"SKILL.md", "skill://s/SKILL.md"),
            ("my skill", b"a b/c.md", "skill://my%20skill/a%20b/c.md"),
            ("p:s@1.0", b"a?b#c%", "skill://p%3As%401.0/a%3Fb%23c%25"),
            ("s", b"a\xff", "skill://s/a%FF"),
        ];
        for (name, path, expected) in table {
            assert_eq!(address(name, path), expected);
            let parsed = Address::parse(expected).unwrap();
            assert_eq!(parsed.name, name.as_bytes());
            assert_eq!(parsed.path.unwrap().bytes, path);
        }
    }
}
