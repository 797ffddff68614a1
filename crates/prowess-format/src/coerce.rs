//! Values that are no text, as the texts that agents make of them.

use crate::frontmatter::{Type, Value};
use crate::rules::Coercion;

/// The text of a value, trimmed; `None` where it is none, or blank.
pub fn text(value: Value<'_>, coercion: Coercion) -> Option<String> {
    let spelled = value.text().unwrap_or_default().trim();
    let text = match (value.kind(), coercion) {
        (Type::Null, _) => return None,
        (Type::Int | Type::Float, Coercion::Numbers | Coercion::Script | Coercion::Json) => {
            number(spelled)
        }
        (Type::Bool, Coercion::Numbers | Coercion::Script | Coercion::Json) => {
            spelled.to_ascii_lowercase()
        }
        (Type::Str | Type::Bool | Type::Int | Type::Float, _) => spelled.to_owned(),
        (Type::List | Type::Map, Coercion::Spelled | Coercion::Numbers) => return None,
        (Type::List, Coercion::Script) => {
            let items = value.items().map(|item| text(item, coercion).unwrap_or_default());
            items.collect::<Vec<_>>().join(",")
        }
        (Type::Map, Coercion::Script) => "[object Object]".to_owned(),
        (Type::List | Type::Map, Coercion::Json) => {
            let raw = value.raw();
            let inline = raw.starts_with(['[', '{']) && !raw.contains(['\n', '\r']);
            match inline && raw.contains(':') {
                true => raw.to_owned(),
                false => value.to_json_value().to_string(),
            }
        }
    };
    (!text.trim().is_empty()).then_some(text)
}

/// A number of YAML 1.2 as JavaScript writes it; what is none as it is spelled.
fn number(spelled: &str) -> String {
    let digits = |prefix: &str, radix: u32| {
        let digits = spelled.strip_prefix(prefix)?;
        u64::from_str_radix(digits, radix).ok().map(|number| number.to_string())
    };
    let decimal = || spelled.parse::<f64>().ok().filter(|number| number.is_finite());
    digits("0o", 8)
        .or_else(|| digits("0x", 16))
        .or_else(|| decimal().map(|number| number.to_string()))
        .unwrap_or_else(|| spelled.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontmatter::Frontmatter;

    #[test]
    fn every_kind_of_value() {
        let table = [
            ("0o17", "0o17", "15", "15", "15"),
            ("1e3", "1e3", "1000", "1000", "1000"),
            ("1.50", "1.50", "1.5", "1.5", "1.5"),
            ("True", "True", "true", "true", "true"),
            ("[a, b]", "", "", "a,b", "[\"a\",\"b\"]"),
            ("{a: b}", "", "", "[object Object]", "{a: b}"),
            ("\n  a: b", "", "", "[object Object]", "{\"a\":\"b\"}"),
            ("~", "", "", "", ""),
        ];
        for (yaml, spelled, numbers, script, json) in table {
            let frontmatter = Frontmatter::of_yaml(&format!("key: {yaml}")).unwrap();
            let value = frontmatter.get("key").unwrap();
            let found = [Coercion::Spelled, Coercion::Numbers, Coercion::Script, Coercion::Json]
                .map(|coercion| text(value, coercion).unwrap_or_default());
            assert_eq!(found, [spelled, numbers, script, json], "{yaml}");
        }
    }
}
