//! Lenient reading of public heads: nothing is lost without a reason.

use prowess::Profile;
use prowess_format::{Document, Origin, Severity, Surroundings, TreePath, parse, validate};

use crate::shared;

/// Of a hundred records with any frontmatter, how many must be read with name and description.
const SHARE: f64 = 99.5;

#[test]
fn every_head_is_read_or_refused_with_a_reason() {
    let Some(heads) = shared::heads("every_head_is_read_or_refused_with_a_reason") else { return };
    let rules = Profile::named("prowess").unwrap().format;
    let (mut with_frontmatter, mut from_frontmatter, mut by_fallback) = (0, 0, 0);
    let mut unread = Vec::new();
    for head in &heads {
        let file = TreePath::new(head.file.as_str()).unwrap();
        let (bytes, directory) = (head.head.as_bytes(), Some(head.dir.as_str()));
        let document =
            Document { file: &file, bytes, directory, size: bytes.len() as u64, flat: false };
        let parsed = parse(document, &rules);
        let has_frontmatter =
            !parsed.skill.frontmatter.is_empty() || head.strict_yaml != "no_frontmatter";
        let around = Surroundings { directory, ..Default::default() };
        let skill = parsed.skill;
        let diagnostics = validate(&skill, parsed.diagnostics, around, &rules);
        let refused = diagnostics.iter().any(|item| item.severity == Severity::Error);
        let read = skill.name().zip(skill.description());
        assert!(refused || read.is_some() || !diagnostics.is_empty(), "{} is lost", head.id);
        if head.strict_yaml == "error" {
            assert!(!diagnostics.is_empty(), "{} was mended without a word", head.id);
        }
        if !has_frontmatter {
            continue;
        }
        with_frontmatter += 1;
        let own = |origin| matches!(origin, Origin::Frontmatter | Origin::Repaired);
        match read {
            Some((name, description)) if own(name.origin) && own(description.origin) => {
                from_frontmatter += 1;
            }
            Some(_) if !refused => by_fallback += 1,
            _ => unread.push(head.id.as_str()),
        }
    }
    let share = |count: usize| 100.0 * count as f64 / with_frontmatter as f64;
    eprintln!(
        "public heads: {} in all, {with_frontmatter} with frontmatter; read with name and description: \
         {:.2} % from the frontmatter itself, {:.2} % more with the directory's name or the first \
         paragraph in place of a key that is not there; not read: {}",
        heads.len(),
        share(from_frontmatter),
        share(by_fallback),
        unread.len(),
    );
    assert!(share(from_frontmatter + by_fallback) >= SHARE, "not read: {unread:?}");
    // A key that stands in the text is read from there: fallbacks are for what is missing.
    let keys = |head: &str, key: &str| head.lines().any(|line| line.starts_with(key));
    for head in heads.iter().filter(|head| head.strict_yaml == "error") {
        let file = TreePath::new(head.file.as_str()).unwrap();
        let bytes = head.head.as_bytes();
        let document =
            Document { file: &file, bytes, directory: None, size: bytes.len() as u64, flat: false };
        let skill = parse(document, &rules).skill;
        for (key, found) in [("name: ", skill.name()), ("description: ", skill.description())] {
            let from_key = found.is_some_and(|found| own_key(found.origin));
            assert!(
                from_key || !keys(&head.head, key),
                "{}: `{key}` stands there and is not read",
                head.id
            );
        }
    }
}

fn own_key(origin: Origin) -> bool {
    matches!(origin, Origin::Frontmatter | Origin::Repaired)
}
