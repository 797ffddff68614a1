//! The codes: named alike, explained, and each one held by a test or weighed by a profile.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use prowess_format::code;

#[test]
fn every_code_is_named_and_explained() {
    let mut ids = HashSet::new();
    for code in code::all() {
        let id = code.id;
        assert!(ids.insert(id), "{id} comes twice");
        let kebab = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        assert!(id.split('-').all(kebab), "{id} is not kebab-case");
        let page = code.page_text();
        assert!(!page.is_empty() && page.lines().all(|line| !line.starts_with(' ')), "{id}");
        assert!(!code.message.is_empty() && !code.message.ends_with('.'), "{id}: {}", code.message);
        assert!(!code.help.ends_with('.'), "{id}: {}", code.help);
        assert!(code::find(id).is_some_and(|found| found == code));
    }
}

/// The texts of all files below a directory; nothing where it is not there.
fn texts(directory: &Path, into: &mut String) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, into);
        } else if let Ok(text) = fs::read_to_string(&path) {
            into.push_str(&text);
        }
    }
}

#[test]
fn every_code_is_held_by_a_test_or_a_profile() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for directory in ["tests/it", "../prowess/profiles", "../prowess/tests"] {
        texts(&here.join(directory), &mut text);
    }
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words: HashSet<&str> = text.split(|c| !word(c)).collect();
    let forgotten: Vec<&str> =
        code::all().map(|code| code.id).filter(|id| !words.contains(id)).collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
}
