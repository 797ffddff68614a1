//! Where the values of a JSON object stand in its text.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::diagnostic::Span;

/// The places of the values of a JSON object, by key, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Places(Vec<(String, Span)>);

impl Places {
    /// The places in `text`, whose object begins at `from`. Empty where it is no JSON object.
    pub(super) fn new(text: &str, from: usize) -> Self {
        let json = text.get(from..).unwrap_or_default();
        let entries = serde_json::from_str::<Entries<'_>>(json).map(|entries| entries.0);
        let spans = entries.unwrap_or_default().into_iter();
        Self(spans.map(|(key, raw)| (key, span_in(text, raw.get()))).collect())
    }

    /// The value of a key; the last one, which is the one that counts.
    pub(super) fn value(&self, key: &str) -> Option<Span> {
        self.0.iter().rfind(|(name, _)| name == key).map(|(_, span)| *span)
    }

    /// The strings of a list: other items are not read, so they have no number.
    pub(super) fn strings(&self, key: &str, text: &str) -> Vec<Span> {
        let Some(list) = self.value(key) else { return Vec::new() };
        let items: Vec<&RawValue> = serde_json::from_str(list.of(text)).unwrap_or_default();
        let strings = items.iter().map(|item| item.get()).filter(|item| item.starts_with('"'));
        strings.map(|item| span_in(text, item)).collect()
    }

    /// Keys that came before, with the place of the later value.
    pub(super) fn duplicates(&self) -> impl Iterator<Item = (&str, Span)> {
        let mut seen = std::collections::HashSet::new();
        self.0
            .iter()
            .filter(move |(key, _)| !seen.insert(key.as_str()))
            .map(|(key, span)| (key.as_str(), *span))
    }
}

/// Where `part`, a slice of `text`, stands in it.
fn span_in(text: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    Span::new(start, (start + part.len()).min(text.len()))
}

/// The entries of an object, duplicates included, their values as text.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Collect)
    }
}

struct Collect;

impl<'de> Visitor<'de> for Collect {
    type Value = Entries<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_key_and_the_last_counts() {
        let text =
            "\u{feff}{ \"a\" : [\"ä\", 2, \"z\"],\n \"b\": {\"a\": 1}, \"a\\u0062\":3, \"b\": 4 }";
        let places = Places::new(text, 3);
        let of = |key: &str| places.value(key).map(|span| span.of(text));
        assert_eq!(of("a"), Some("[\"ä\", 2, \"z\"]"));
        assert_eq!(of("ab"), Some("3"));
        assert_eq!(of("b"), Some("4"));
        assert_eq!(of("c"), None);
        let strings: Vec<&str> =
            places.strings("a", text).into_iter().map(|span| span.of(text)).collect();
        assert_eq!(strings, ["\"ä\"", "\"z\""]);
        let duplicates: Vec<&str> = places.duplicates().map(|(key, _)| key).collect();
        assert_eq!(duplicates, ["b"]);
    }

    #[test]
    fn what_is_no_object_has_no_places() {
        for text in ["", "[1]", "{\"a\":", "7", "\u{feff}"] {
            assert!(Places::new(text, 1).value("a").is_none(), "{text:?}");
        }
    }
}
