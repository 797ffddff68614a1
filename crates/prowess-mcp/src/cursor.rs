//! Where a list goes on: after which name. It holds also where the list changed in between.

use rmcp::ErrorData;

/// A cursor after a name.
pub(crate) fn after(name: &str) -> String {
    name.bytes().fold("after-".to_owned(), |out, byte| format!("{out}{byte:02x}"))
}

/// The name that a cursor is after.
pub(crate) fn name(cursor: &str) -> Result<String, ErrorData> {
    let decoded = || {
        let digits = cursor.strip_prefix("after-")?.as_bytes();
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let pairs = digits.chunks(2).map(|pair| match *pair {
            [high, low] => u8::try_from(digit(high)? * 16 + digit(low)?).ok(),
            _ => None,
        });
        String::from_utf8(pairs.collect::<Option<Vec<u8>>>()?).ok()
    };
    decoded().ok_or_else(|| ErrorData::invalid_params("this is no cursor of this list", None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_lead_back_and_others_are_refused() {
        for text in ["", "a", "größer als", "a/b c"] {
            assert_eq!(name(&after(text)).unwrap(), text);
        }
        for bad in ["", "a", "after-1", "after-zz", "after-ff", "after-ää"] {
            assert!(name(bad).is_err(), "{bad}");
        }
    }
}
