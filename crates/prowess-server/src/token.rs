//! The one token of a server.

use sha2::{Digest as _, Sha256};

use crate::limits;

/// A token, kept as its hash: comparing it takes as long whatever is wrong with it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// A token, where it is long enough to be one.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_token =
            text.len() >= limits::TOKEN_BYTES && text.bytes().all(|b| b.is_ascii_graphic());
        is_token.then(|| Self::hashed(text))
    }

    fn hashed(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// Whether a request carries it: `Authorization: Bearer …`.
    pub(crate) fn is_carried(&self, authorization: &str) -> bool {
        let (scheme, text) = authorization.split_once(' ').unwrap_or_default();
        scheme.eq_ignore_ascii_case("bearer") && Self::hashed(text.trim()) == *self
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_token_and_what_carries_it() {
        for bad in ["", "short", "has spaces in it, so it is none", "ümlaut-ümlaut-ümlaut"] {
            assert!(Token::new(bad).is_none(), "{bad}");
        }
        let token = Token::new("0123456789abcdef\n").unwrap();
        let table = [
            ("Bearer 0123456789abcdef", true),
            ("bearer  0123456789abcdef", true),
            ("Basic 0123456789abcdef", false),
            ("0123456789abcdef", false),
            ("Bearer 0123456789abcde", false),
            ("Bearer", false),
            ("", false),
        ];
        for (header, expected) in table {
            assert_eq!(token.is_carried(header), expected, "{header}");
        }
    }
}
