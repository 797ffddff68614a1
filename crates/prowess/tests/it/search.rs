//! Search by words: the weights of the seed, and the index against a search without one.

use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use prowess::search::search;
use prowess::{Cancel, Catalog, Engine, Host};
use prowess_testkit::{Corpus, Random};
use tempfile::TempDir;

/// A catalog of skills, each with the lines of its frontmatter after the name.
fn catalog(skills: &[(&str, &str)]) -> Arc<Catalog> {
    let directory = TempDir::with_prefix("prowess-").unwrap();
    for (name, fields) in skills {
        let place = directory.path().join(name);
        fs::create_dir(&place).unwrap();
        let text = format!("---\nname: {name}\n{fields}\n---\nGo.\n");
        fs::write(place.join("SKILL.md"), text).unwrap();
    }
    let host = Host::current().unwrap().with_home(directory.path().join("home"));
    let builder = Engine::builder(host).directories(vec![directory.path().to_owned()]);
    builder.build().unwrap().load(&Cancel::none()).unwrap()
}

/// The names that are found with their scores, the best being 1.
fn found(catalog: &Catalog, query: &str) -> Vec<String> {
    let hits = search(catalog, query, usize::MAX).best;
    let line = |hit: &prowess::search::Hit<'_>| {
        format!("{} {:.3}", hit.entry.skill.name_text(), hit.score)
    };
    hits.iter().map(line).collect()
}

#[test]
fn each_field_has_its_weight() {
    let catalog = catalog(&[
        ("zebra", "description: A skill."),
        ("tagged", "description: A skill.\ntags: [zebra, horse]"),
        ("comma", "description: A skill.\ntags: horse, zebra"),
        ("inner", "description: A skill.\nmetadata:\n  tags: zebra"),
        ("kind", "description: A skill.\ncategory: Zebra"),
        ("told", "description: About a zebra."),
        ("begun", "description: About zebras."),
        ("zebras", "description: A skill."),
        ("inside", "description: About azebra."),
    ]);
    let expected = [
        "zebra 1.000",
        "comma 0.667",
        "inner 0.667",
        "tagged 0.667",
        "kind 0.500",
        "zebras 0.500",
        "told 0.333",
        "begun 0.167",
    ];
    for query in ["zebra", "ZEBRA", "zebra zebra", "  zebra!"] {
        assert_eq!(found(&catalog, query), expected, "{query:?}");
    }
}

#[test]
fn every_word_adds() {
    let catalog = catalog(&[
        ("pdf", "description: Reads."),
        ("pdf-forms", "description: Fills forms."),
        ("forms", "description: Makes them."),
    ]);
    let table: [(&str, &[&str]); 5] = [
        ("pdf forms", &["pdf-forms 1.000", "forms 0.429", "pdf 0.429"]),
        ("pdf", &["pdf 1.000", "pdf-forms 1.000"]),
        ("fills", &["pdf-forms 1.000"]),
        ("nothing", &[]),
        ("", &[]),
    ];
    for (query, expected) in table {
        assert_eq!(found(&catalog, query), expected, "{query:?}");
    }
}

#[test]
fn other_scripts_and_hostile_queries() {
    let catalog =
        catalog(&[("cjk", "description: 读取技能文件。"), ("umlaut", "description: ÜBER alles.")]);
    assert_eq!(found(&catalog, "技能"), ["cjk 1.000"]);
    assert_eq!(found(&catalog, "über"), ["umlaut 1.000"]);
    for query in [".*", "\0", "\u{202e}", &"a ".repeat(100_000), &"x".repeat(1_000_000)] {
        search(&catalog, query, 1);
    }
}

#[test]
fn only_what_is_loaded_is_found() {
    let catalog = catalog(&[("on", "description: A zebra."), ("off", "description: \"\"")]);
    assert_eq!(found(&catalog, "zebra"), ["on 1.000"]);
}

#[test]
fn a_limit_keeps_the_best() {
    let skills = ["e", "d", "c", "b", "a"].map(|name| (name, "description: A zebra."));
    let catalog = catalog(&[&skills[..], &[("zebra", "description: A zebra.")]].concat());
    let table: [(usize, &[&str]); 4] = [
        (0, &[]),
        (1, &["zebra"]),
        (3, &["zebra", "a", "b"]),
        (9, &["zebra", "a", "b", "c", "d", "e"]),
    ];
    for (limit, expected) in table {
        let hits = search(&catalog, "zebra", limit);
        let names: Vec<&str> = hits.best.iter().map(|hit| hit.entry.skill.name_text()).collect();
        assert_eq!((names.as_slice(), hits.total), (expected, 6), "{limit}");
    }
}

/// A search without an index: every word is looked for in every text.
mod plain {
    use prowess::resolve::Status;
    use prowess::{Catalog, CatalogEntry};
    use prowess_format::frontmatter::Value;

    /// The names that are found with their scores, the best first, and no more than `limit`.
    pub(super) fn search(catalog: &Catalog, query: &str, limit: usize) -> Vec<(String, f64)> {
        let query = query.to_lowercase();
        let mut words: Vec<&str> = Vec::new();
        for word in query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            if !words.contains(&word) && words.len() < 32 {
                words.push(word);
            }
        }
        let active = catalog.entries().iter().filter(|entry| entry.status == Status::Active);
        let mut found: Vec<(f64, &CatalogEntry)> = active
            .map(|entry| (words.iter().map(|word| score(entry, word)).sum(), entry))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        let most = found.iter().map(|(score, _)| *score).fold(0.0, f64::max);
        let key = |entry: &CatalogEntry| {
            (entry.skill.name_text().to_owned(), entry.candidate.file.clone())
        };
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| key(a.1).cmp(&key(b.1))));
        let line = |(score, entry): (f64, &CatalogEntry)| {
            (entry.candidate.file.display().to_string(), score / most)
        };
        found.into_iter().take(limit).map(line).collect()
    }

    fn score(entry: &CatalogEntry, word: &str) -> f64 {
        let skill = &entry.skill;
        let texts = |key: &str| -> Vec<String> {
            let inner = skill.frontmatter.get("metadata").and_then(|inner| inner.get(key));
            let values = [skill.frontmatter.get(key), inner].into_iter().flatten();
            values.flat_map(Value::texts).map(str::to_owned).collect()
        };
        let fields = [
            (3.0, vec![skill.name_text().to_owned()]),
            (2.0, texts("tags")),
            (1.5, texts("category")),
            (1.0, vec![skill.description_text().to_owned()]),
        ];
        let best = |texts: &[String]| texts.iter().map(|text| find(text, word)).fold(0.0, f64::max);
        fields.iter().map(|(weight, texts)| weight * best(texts)).sum()
    }

    /// How a word stands in a text: not at all, as the beginning of a word, or whole. In scripts
    /// without spaces a word may stand anywhere.
    pub(super) fn find(text: &str, word: &str) -> f64 {
        let text = text.to_lowercase();
        let is_letter = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii();
        let count = |(at, _): (usize, &str)| {
            let begins = !text[..at].chars().next_back().is_some_and(is_letter);
            let ends = !text[at + word.len()..].chars().next().is_some_and(is_letter);
            match (begins, ends) {
                (true, true) => 2.0,
                (true, false) => 1.0,
                (false, _) if !word.is_ascii() => 1.0,
                (false, _) => 0.0,
            }
        };
        // Overlapping places too, which the standard library's search leaves out.
        let places = text.char_indices().filter(|(at, _)| text[*at..].starts_with(word));
        places.map(|(at, _)| count((at, word))).fold(0.0, f64::max)
    }
}

#[test]
fn the_plain_search_knows_whole_words_and_beginnings() {
    let table = [
        ("reads pdf files", "pdf", 2.0),
        ("PDF", "pdf", 2.0),
        ("pdf-tools", "pdf", 2.0),
        ("pdfs, and a pdf", "pdf", 2.0),
        ("pdfs", "pdf", 1.0),
        ("apdf", "pdf", 0.0),
        ("", "pdf", 0.0),
        ("pd", "pdf", 0.0),
        ("Über die Straße", "straße", 2.0),
        ("Über", "über", 2.0),
        ("读取技能文件", "技能", 1.0),
        ("技能", "技能", 2.0),
        ("über pdf", "pdf", 2.0),
        ("pdf文件", "pdf", 1.0),
        ("文件pdf", "pdf", 0.0),
    ];
    for (text, word, expected) in table {
        assert_eq!(plain::find(text, word), expected, "{text:?} {word:?}");
    }
}

/// The files that are found with their scores.
fn indexed(catalog: &Catalog, query: &str, limit: usize) -> Vec<(String, f64)> {
    let hits = search(catalog, query, limit).best;
    hits.iter().map(|hit| (hit.entry.candidate.file.display().to_string(), hit.score)).collect()
}

/// A query of words that skills have: whole, their beginnings, and pieces of them.
fn draw_query(texts: &[String], random: &mut Random) -> String {
    let mut query = Vec::new();
    for _ in 0..=random.below(4) {
        let words: Vec<&str> = texts[random.below(texts.len())].split_whitespace().collect();
        let Some(word) = words.get(random.below(words.len().max(1))) else { continue };
        let letters: Vec<char> = word.chars().collect();
        let (from, to) = match random.below(4) {
            0 => (0, random.below(letters.len()) + 1),
            1 => (random.below(letters.len()), letters.len()),
            _ => (0, letters.len()),
        };
        query.push(letters[from..to].iter().collect::<String>());
    }
    query.join(" ")
}

#[test]
fn an_index_finds_what_a_plain_search_finds() {
    let directory = TempDir::with_prefix("prowess-").unwrap();
    // More than one thread's share, of many shapes and scripts.
    Corpus::new(7).write_tree(directory.path(), 2_500).unwrap();
    let host = Host::current().unwrap().with_home(directory.path().join("home"));
    let builder = Engine::builder(host).directories(vec![directory.path().to_owned()]);
    let catalog = builder.build().unwrap().load(&Cancel::none()).unwrap();
    let text = |entry: &&prowess::CatalogEntry| {
        format!("{} {}", entry.skill.name_text(), entry.skill.description_text())
    };
    let texts: Vec<String> = catalog.active().iter().map(text).collect();
    assert!(texts.iter().filter(|text| !text.is_ascii()).count() > 10, "no other scripts");
    let mut random = Random::new(3);
    let (mut hits, mut other) = (0, 0);
    for _ in 0..24 {
        let query = draw_query(&texts, &mut random);
        let limit = [usize::MAX, 50, 1][random.below(3)];
        let found = indexed(&catalog, &query, limit);
        assert_eq!(found, plain::search(&catalog, &query, limit), "{query:?} {limit}");
        hits += found.len();
        other += usize::from(!query.is_ascii() && !found.is_empty());
    }
    assert!(hits > 500 && other > 0, "the queries find too little: {hits}, {other}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Words that begin, hold and end each other, in fields of all kinds.
    #[test]
    fn an_index_finds_what_a_plain_search_finds_in_odd_words(
        skills in prop::collection::vec(("[abÄ文ßΣ -]{0,12}", "[abä文 ,]{0,6}", "[abΣσς]{0,4}"), 1..6),
        queries in prop::collection::vec("[abäÄ文ßσΣς ]{1,6}", 1..8),
    ) {
        let text = |(description, tags, category): &(String, String, String)| {
            format!("description: \"x {description}\"\ntags: \"{tags}\"\nmetadata:\n  tags: [\"{category}\"]\n  category: \"{category}\"")
        };
        let fields: Vec<String> = skills.iter().map(text).collect();
        let names = ["a", "ab", "ba", "b-a", "bb", "b"];
        let skills: Vec<(&str, &str)> =
            names.into_iter().zip(fields.iter().map(String::as_str)).collect();
        let catalog = catalog(&skills);
        for query in queries {
            let found = indexed(&catalog, &query, 100);
            prop_assert_eq!(found, plain::search(&catalog, &query, 100), "{:?}", query);
        }
    }
}
