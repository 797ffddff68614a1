//! What a plain scalar is: YAML's core schema, by spelling.

/// The type of a plain scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    Null,
    Bool(bool),
    /// An integer.
    Int,
    /// Any other number.
    Float,
    Str,
}

/// The type of a plain scalar with this text.
pub(crate) fn classify(text: &str) -> Plain {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Plain::Null,
        "true" | "True" | "TRUE" => return Plain::Bool(true),
        "false" | "False" | "FALSE" => return Plain::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Plain::Float,
        _ => {}
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Plain::Float;
    }
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return Plain::Str;
    }
    let digits =
        |text: &str, digit: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|b| digit(&b));
    if let Some(hex) = text.strip_prefix("0x") {
        return if digits(hex, u8::is_ascii_hexdigit) { Plain::Int } else { Plain::Str };
    }
    if let Some(octal) = text.strip_prefix("0o") {
        return if digits(octal, |b| (b'0'..=b'7').contains(b)) { Plain::Int } else { Plain::Str };
    }
    if digits(unsigned, u8::is_ascii_digit) {
        return Plain::Int;
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let exponent_fine = exponent.is_none_or(|exponent| {
        digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent), u8::is_ascii_digit)
    });
    let mantissa_fine = match mantissa.split_once('.') {
        Some((whole, part)) => {
            !(whole.is_empty() && part.is_empty())
                && whole.bytes().chain(part.bytes()).all(|b| b.is_ascii_digit())
        }
        None => digits(mantissa, u8::is_ascii_digit),
    };
    if exponent_fine && mantissa_fine { Plain::Float } else { Plain::Str }
}

/// Whether a number's spelling is also a JSON number, so that it can stand in JSON unchanged.
pub(crate) fn is_json_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let mut bytes = unsigned.bytes();
    let leading_zero = unsigned.len() > 1
        && bytes.next() == Some(b'0')
        && bytes.next().is_some_and(|byte| byte.is_ascii_digit());
    let (mantissa, _) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, ""));
    !leading_zero
        && unsigned.starts_with(|first: char| first.is_ascii_digit())
        && !mantissa.ends_with('.')
        && !unsigned.starts_with("0x")
        && !unsigned.starts_with("0o")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_decides() {
        let table = [
            ("", Plain::Null),
            ("~", Plain::Null),
            ("yes", Plain::Str),
            ("no", Plain::Str),
            ("true", Plain::Bool(true)),
            ("FALSE", Plain::Bool(false)),
            ("12", Plain::Int),
            ("-12", Plain::Int),
            ("010", Plain::Int),
            ("0x1F", Plain::Int),
            ("0xZZ", Plain::Str),
            ("1.0", Plain::Float),
            ("1.", Plain::Float),
            (".5", Plain::Float),
            (".", Plain::Str),
            ("1e3", Plain::Float),
            ("1e", Plain::Str),
            ("1.2.3", Plain::Str),
            ("2026-08-04", Plain::Str),
            (".inf", Plain::Float),
            ("-", Plain::Str),
            ("1_000", Plain::Str),
        ];
        for (text, expected) in table {
            assert_eq!(classify(text), expected, "{text:?}");
        }
    }

    #[test]
    fn numbers_keep_their_spelling_in_json_where_they_can() {
        for fine in ["0", "1", "-1", "1.0", "1.10", "1e3", "0.5", "-0.5", "10"] {
            assert!(is_json_number(fine), "{fine}");
            assert!(serde_json::from_str::<serde_json::Value>(fine).is_ok(), "{fine}");
        }
        for other in ["010", "+1", ".5", "1.", "0x1F", "0o7", ".inf", "1.e3"] {
            assert!(!is_json_number(other), "{other}");
        }
    }
}
