//! Paths in JSON: text for everyone, and the exact bytes where they are no text.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use prowess_format::TreePath;
use serde::Serialize;

/// A path as text, with its bytes in base64 where they are not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathText {
    /// The path, with replacement characters where it is not UTF-8.
    pub text: String,
    /// Its bytes in base64, only where it is not UTF-8.
    pub bytes: Option<String>,
}

impl PathText {
    /// Of a path inside a skill.
    pub fn inside(path: &TreePath) -> Self {
        Self::new(tree_path(path))
    }

    /// Of a path.
    pub fn new(path: &Path) -> Self {
        let bytes = path.as_os_str().as_encoded_bytes();
        match std::str::from_utf8(bytes) {
            Ok(text) => Self { text: text.to_owned(), bytes: None },
            Err(_) => {
                let text = String::from_utf8_lossy(bytes).into_owned();
                Self { text, bytes: Some(base64(bytes)) }
            }
        }
    }
}

/// A path inside a skill as the system's.
pub(crate) fn tree_path(path: &TreePath) -> &Path {
    Path::new(OsStr::from_bytes(path.as_bytes()))
}

/// Standard base64 with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0_u32, |group, &byte| group << 8 | u32::from(byte));
        let group = group << (8 * (3 - chunk.len()));
        for index in 0..4 {
            let sextet = (group >> (18 - 6 * index)) as usize & 63;
            out.push(if index <= chunk.len() { char::from(ALPHABET[sextet]) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_any_length() {
        let table = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("\u{ff}", "w78="),
        ];
        for (text, expected) in table {
            assert_eq!(base64(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn bytes_only_where_the_path_is_no_text() {
        assert_eq!(PathText::new(Path::new("a/b")).bytes, None);
        let odd = PathText::new(Path::new(OsStr::from_bytes(b"a\xff")));
        assert_eq!((odd.text.as_str(), odd.bytes.as_deref()), ("a\u{fffd}", Some("Yf8=")));
    }
}
