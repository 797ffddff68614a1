//! Finding loaded skills by words, best first.
//!
//! One pass over the texts of a catalog, without an index: in a command a catalog lives as long as
//! one answer. A process that asks one catalog many times would want an index.

use std::borrow::Cow;

use prowess_format::frontmatter::Value;

use crate::catalog::{Catalog, CatalogEntry};
use crate::parallel;
use crate::resolve::Status;

/// What a word counts where it is found.
const NAME: f64 = 3.0;
const TAG: f64 = 2.0;
const CATEGORY: f64 = 1.5;
const DESCRIPTION: f64 = 1.0;

/// A whole word counts so many times as much as the beginning of one.
const WHOLE: f64 = 2.0;

/// Words of a query that count; the rest is prose.
const QUERY_WORDS: usize = 32;

/// A skill that was found.
#[derive(Debug)]
pub struct Hit<'a> {
    /// The skill.
    pub entry: &'a CatalogEntry,
    /// How well it fits, from above 0 to 1 for the best.
    pub score: f64,
}

/// What a search found.
#[derive(Debug, Default)]
pub struct Hits<'a> {
    /// The best, the best first; equally good ones by name.
    pub best: Vec<Hit<'a>>,
    /// How many there are in all.
    pub total: usize,
}

/// The loaded skills that hold a word of the query in their name, tags, category or description, at
/// most `limit` of them. Every word that is found adds to the score; case does not count.
pub fn search<'a>(catalog: &'a Catalog, query: &str, limit: usize) -> Hits<'a> {
    let words = words(query);
    if words.is_empty() {
        return Hits::default();
    }
    let scores = parallel::map(catalog.entries(), |entry| match entry.status {
        Status::Active => score(entry, &words),
        _ => 0.0,
    });
    let most = scores.iter().copied().fold(0.0, f64::max);
    let found = catalog.entries().iter().zip(scores).filter(|(_, score)| *score > 0.0);
    let mut best: Vec<Hit<'a>> =
        found.map(|(entry, score)| Hit { entry, score: score / most }).collect();
    let total = best.len();
    let key = |hit: &Hit<'a>| (hit.entry.skill.name_text(), &hit.entry.candidate.file);
    let order =
        |a: &Hit<'a>, b: &Hit<'a>| b.score.total_cmp(&a.score).then_with(|| key(a).cmp(&key(b)));
    // Sorting all of them would take longer than finding them.
    if (1..total).contains(&limit) {
        best.select_nth_unstable_by(limit - 1, order);
    }
    best.truncate(limit);
    best.sort_by(order);
    Hits { best, total }
}

/// The words of a query in lower case, each once.
fn words(query: &str) -> Vec<String> {
    let query = query.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    for word in query.split(|character: char| !character.is_alphanumeric()) {
        if !word.is_empty() && !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words.truncate(QUERY_WORDS);
    words
}

fn score(entry: &CatalogEntry, words: &[String]) -> f64 {
    let skill = &entry.skill;
    let mut fields: Vec<(f64, &str)> =
        vec![(NAME, skill.name_text()), (DESCRIPTION, skill.description_text())];
    let metadata = skill.frontmatter.get("metadata");
    for (weight, key) in [(TAG, "tags"), (CATEGORY, "category")] {
        let inner = metadata.and_then(|metadata| metadata.get(key));
        let values = [skill.frontmatter.get(key), inner].into_iter().flatten();
        fields.extend(values.flat_map(Value::texts).map(|text| (weight, text)));
    }
    words.iter().map(|word| score_word(&fields, word)).sum()
}

/// What one word counts. Several texts of one weight are one field, such as the tags of a skill: a
/// word counts once in it, as a whole where it is whole in any of them.
fn score_word(fields: &[(f64, &str)], word: &str) -> f64 {
    [NAME, TAG, CATEGORY, DESCRIPTION]
        .into_iter()
        .map(|weight| {
            let texts = fields.iter().filter(|(of, _)| *of == weight);
            let found = texts.map(|(_, text)| find(text, word)).fold(0.0, f64::max);
            weight * found
        })
        .sum()
}

/// How a word stands in a text: not at all, as the beginning of a word, or whole.
fn find(text: &str, word: &str) -> f64 {
    let text: Cow<'_, [u8]> = match text.is_ascii() {
        true => Cow::Borrowed(text.as_bytes()),
        false => Cow::Owned(text.to_lowercase().into_bytes()),
    };
    let word = word.as_bytes();
    let (Some(&first), true) = (word.first(), word.len() <= text.len()) else { return 0.0 };
    // Scripts without spaces between words have words anywhere.
    let anywhere = !word.is_ascii();
    let mut found: f64 = 0.0;
    let starts = &text[..=text.len() - word.len()];
    for at in memchr::memchr2_iter(first, first.to_ascii_uppercase(), starts) {
        let end = at + word.len();
        let inner = is_inner(&text, at);
        if (inner && !anywhere) || !text[at..end].eq_ignore_ascii_case(word) {
            continue;
        }
        if !inner && !text.get(end).is_some_and(|byte| is_letter(*byte)) {
            return WHOLE;
        }
        found = 1.0;
    }
    found
}

/// Whether the byte before a place belongs to a word.
fn is_inner(text: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| text.get(before)).is_some_and(|byte| is_letter(*byte))
}

/// A byte of a word; whatever is not ASCII counts as one.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_and_beginnings() {
        let table = [
            ("reads pdf files", "pdf", WHOLE),
            ("PDF", "pdf", WHOLE),
            ("pdf-tools", "pdf", WHOLE),
            ("pdfs, and a pdf", "pdf", WHOLE),
            ("pdfs", "pdf", 1.0),
            ("apdf", "pdf", 0.0),
            ("", "pdf", 0.0),
            ("pd", "pdf", 0.0),
            ("Über die Straße", "straße", WHOLE),
            ("Über", "über", WHOLE),
            ("读取技能文件", "技能", 1.0),
            ("技能", "技能", WHOLE),
            ("über pdf", "pdf", WHOLE),
        ];
        for (text, word, expected) in table {
            assert_eq!(find(text, word), expected, "{text:?} {word:?}");
        }
    }

    #[test]
    fn words_of_a_query() {
        assert_eq!(words("Read the PDF, the pdf-files!"), ["read", "the", "pdf", "files"]);
        assert!(words(" -- ").is_empty());
    }
}
