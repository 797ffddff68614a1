//! Finding loaded skills by words, best first.
//!
//! The first search of a catalog makes an index of its words, which stays with it.

mod index;

pub(crate) use index::Index;

use crate::catalog::{Catalog, CatalogEntry};
use index::Field;

/// What a word counts where it is found.
const WEIGHTS: [(Field, f64); 4] =
    [(Field::Name, 3.0), (Field::Tag, 2.0), (Field::Category, 1.5), (Field::Description, 1.0)];

/// A whole word counts so many times as much as the beginning of one.
const WHOLE: f64 = 2.0;

/// Points are halves of what a word counts, which makes all of them whole numbers.
const HALVES: f64 = 2.0;

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
    let index = catalog.index.get_or_init(|| Index::new(catalog));
    let points = points(index, &words);
    let most = points.iter().copied().max().unwrap_or(0);
    // The best is the least: the points turned round, then the number of the skill.
    let mut found: Vec<(u32, u32)> =
        (0u32..).zip(points).filter(|(_, of)| *of > 0).map(|(at, of)| (most - of, at)).collect();
    let total = found.len();
    // Sorting all of them would take longer than finding them.
    if (1..total).contains(&limit) {
        found.select_nth_unstable(limit - 1);
    }
    found.truncate(limit);
    found.sort_unstable();
    let hit = |(lost, at): (u32, u32)| Hit {
        entry: &catalog.entries()[index.place(at as usize)],
        score: f64::from(most - lost) / f64::from(most),
    };
    Hits { best: found.into_iter().map(hit).collect(), total }
}

/// The points of each skill.
fn points(index: &Index, words: &[String]) -> Vec<u32> {
    let worth = worth();
    let mut points = vec![0; index.len()];
    // The fields of each skill that have one word: four bits for a beginning, four for all of it.
    let mut marks = vec![0u8; index.len()];
    for word in words {
        marks.fill(0);
        index.look_up(word.as_bytes(), |posting, whole| {
            marks[posting.skill()] |= posting.fields() << if whole { 4 } else { 0 };
        });
        for (points, mark) in points.iter_mut().zip(&marks) {
            *points += worth[usize::from(*mark)];
        }
    }
    points
}

/// What each mark is worth. A word counts once in a field, as a whole where it is whole anywhere in
/// it.
fn worth() -> [u32; 256] {
    std::array::from_fn(|mark| {
        let of_field = |(field, weight): (Field, f64)| match field as usize {
            bit if mark & bit << 4 != 0 => WHOLE * weight,
            bit if mark & bit != 0 => weight,
            _ => 0.0,
        };
        (WEIGHTS.into_iter().map(of_field).sum::<f64>() * HALVES) as u32
    })
}

/// The words of a query in lower case, each once.
fn words(query: &str) -> Vec<String> {
    let query = query.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    for word in query.split(|character: char| !character.is_alphanumeric()) {
        if !word.is_empty() && !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
            // Here, not after: a long query must not be compared with itself.
            if words.len() == QUERY_WORDS {
                break;
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_query() {
        assert_eq!(words("Read the PDF, the pdf-files!"), ["read", "the", "pdf", "files"]);
        assert!(words(" -- ").is_empty());
        let many: String = (0..100).map(|number| format!("w{number} ")).collect();
        assert_eq!(words(&many).len(), QUERY_WORDS);
    }

    #[test]
    fn what_marks_are_worth() {
        let worth = worth();
        assert_eq!([0, 1, 2, 4, 8, 15].map(|mark: usize| worth[mark]), [0, 6, 4, 3, 2, 15]);
        // Whole and begun in one field: whole.
        assert_eq!([16, 17, 24, 255].map(|mark: usize| worth[mark]), [12, 12, 14, 30]);
    }
}
