//! Search by words: the weights of the seed.

use std::fs;
use std::sync::Arc;

use prowess::search::search;
use prowess::{Cancel, Catalog, Engine, Host};
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
