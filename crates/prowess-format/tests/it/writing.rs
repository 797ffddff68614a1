//! What is written is read back, and an edit touches nothing but what it is about.

use proptest::prelude::*;
use prowess_format::frontmatter::Value;
use prowess_format::testing::{read_block, read_full, read_strict};
use prowess_format::{Fix, Skill, Span, edit, write};
use serde_json::{Map, Value as Json, json};

use crate::support::{cases, read, rules};

/// Any text, with many of the characters that mean something to YAML.
fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "word",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        "\r",
        ":",
        ": ",
        " #",
        "#",
        "-",
        "- ",
        "---",
        "...",
        "'",
        "\"",
        "\\",
        "\\n",
        "|",
        ">",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&",
        "*",
        "!",
        "%",
        "@",
        "`",
        "?",
        "? ",
        "~",
        "null",
        "yes",
        "No",
        "true",
        "1",
        "1.0",
        "0x1F",
        ".5",
        "1e3",
        "12:30",
        "2026-08-04",
        "<<",
        "=",
        "é",
        "日本",
        "\u{1f600}",
        "\u{85}",
        "\u{a0}",
        "\u{2028}",
        "\u{2029}",
        "\u{feff}",
        "\u{0}",
        "\u{7}",
        "\u{1b}",
        "\u{7f}",
        "\u{fffe}",
        "\u{ffff}",
        "\u{3000}",
        "\u{e000}",
        "\u{10ffff}",
        "\u{301}",
        "\u{200b}",
        "\u{202e}",
    ]);
    prop_oneof![
        4 => prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat()),
        1 => any::<String>(),
        1 => ".{0,30}",
    ]
}

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        4 => text().prop_map(Json::String),
        1 => any::<bool>().prop_map(Json::Bool),
        1 => any::<i64>().prop_map(Json::from),
        1 => Just(json!(1.5)),
        1 => Just(Json::Null),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::Array),
            object(inner).prop_map(Json::Object),
        ]
    })
}

fn object(value: impl Strategy<Value = Json>) -> impl Strategy<Value = Map<String, Json>> {
    prop::collection::vec((text(), value), 0..4).prop_map(|pairs| pairs.into_iter().collect())
}

/// The spelling that the readers give to a string.
fn string(text: &str) -> String {
    Json::from(text).to_string()
}

/// What no YAML text may hold even in quotes, and what the reference's parser makes of some others.
fn is_exotic(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t')) || character > '\u{ffff}'
}

fn skill(text: &str) -> Skill {
    read(text.as_bytes(), rules("prowess")).skill
}

proptest! {
    #![proptest_config(cases(3_000, 21))]

    #[test]
    fn a_scalar_reads_back_everywhere(text in text(), indent in 0..5_usize, last in any::<bool>()) {
        let pad = " ".repeat(indent);
        let after = if last { String::new() } else { format!("{pad}z: 1\n") };
        let written = format!("{pad}key: {}\n{after}", write::scalar(&text, indent));
        let tail = if last { "" } else { ", \"z\": <int>1" };
        let expected = format!("{{\"key\": {}{tail}}}", string(&text));
        prop_assert_eq!(read_block(&written), Ok(expected.clone()), "quick: {:?}", written);
        prop_assert_eq!(read_full(&written), Ok(expected.clone()), "full: {:?}", written);
        if !text.chars().any(is_exotic) {
            prop_assert_eq!(read_strict(&written), Ok(expected), "strict: {:?}", written);
        }
    }
}

proptest! {
    #![proptest_config(cases(1_500, 22))]

    #[test]
    fn a_mapping_reads_back(entries in object(json()), body in text()) {
        // What is below the frontmatter is nobody's to escape.
        let body = body.replace('\0', "");
        let file = write::skill_md(&entries, &body);
        let read = skill(&file);
        let json: Json = serde_json::from_str(&read.frontmatter.to_json()).unwrap();
        prop_assert_eq!(json, Json::Object(entries), "{}", file);
        prop_assert!(read.body().contains(&body), "{}", file);
    }

    #[test]
    fn setting_a_field_touches_only_its_lines(file in file(), key in key(), value in json()) {
        let before = skill(&file);
        match edit::set_field(&before, key, &value) {
            Ok(edited) => {
                let after = skill(&edited);
                let found = after.frontmatter.get(key).map(Value::to_json_value);
                prop_assert_eq!(found, Some(value), "{:?}\n{:?}", file, edited);
                others_stay(&before, &after, key)?;
            }
            Err(refused) => prop_assert!(is_right(&refused, &file), "{:?}: {}", file, refused),
        }
    }

    #[test]
    fn removing_a_field_touches_only_its_lines(file in file(), key in key()) {
        let before = skill(&file);
        match edit::remove_field(&before, key) {
            Ok(edited) => {
                let after = skill(&edited);
                let kept = |skill: &Skill| count(skill, key);
                prop_assert_eq!(kept(&after), kept(&before).saturating_sub(1), "{:?}\n{:?}", file, edited);
                others_stay(&before, &after, key)?;
            }
            Err(refused) => prop_assert!(is_right(&refused, &file), "{:?}: {}", file, refused),
        }
    }
}

/// Whether an edit of this file may be refused: there is no mapping, or taking a line out would
/// give the empty line behind it to a text that keeps its line breaks.
fn is_right(refused: &edit::EditError, file: &str) -> bool {
    match refused {
        edit::EditError::NoFrontmatter => true,
        edit::EditError::NotReadBack(_) => file.contains("|+"),
        edit::EditError::NotExact | edit::EditError::Overlap => false,
    }
}

fn count(skill: &Skill, key: &str) -> usize {
    skill.frontmatter.entries().filter(|(name, _)| name.text() == Some(key)).count()
}

/// The other fields and the body are the same, as they are read and as they are written.
fn others_stay(before: &Skill, after: &Skill, key: &str) -> Result<(), TestCaseError> {
    let others = |skill: &Skill| -> Vec<(String, String, String)> {
        let entries = skill.frontmatter.entries();
        let others = entries.filter(|(name, _)| name.text() != Some(key));
        let spell = |(name, value): (Value<'_>, _)| {
            let value: Value<'_> = value;
            (name.raw().to_owned(), value.raw().to_owned(), value.to_json_value().to_string())
        };
        others.map(spell).collect()
    };
    prop_assert_eq!(others(before), others(after), "{:?}\n{:?}", before.text(), after.text());
    prop_assert_eq!(before.body(), after.body());
    let comments = |skill: &Skill| skill.text().matches("# kept").count();
    prop_assert_eq!(comments(before), comments(after), "{:?}\n{:?}", before.text(), after.text());
    // Nothing outside one stretch of text differs.
    let (old, new) = (before.text(), after.text());
    let same_start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    let same_end = old.bytes().rev().zip(new.bytes().rev()).take_while(|(a, b)| a == b).count();
    let field = field_lines(before, key);
    prop_assert!(same_start >= field.start.min(new.len()), "{:?}\n{:?}", old, new);
    prop_assert!(same_end >= (old.len() - field.end).min(new.len()), "{:?}\n{:?}", old, new);
    Ok(())
}

/// The lines of the field that an edit is about; the end of the frontmatter where it is not there.
fn field_lines(skill: &Skill, key: &str) -> std::ops::Range<usize> {
    let entries = skill.frontmatter.entries().filter(|(name, _)| name.text() == Some(key));
    let text = skill.text();
    match entries.last() {
        None => skill.frontmatter.span().end as usize..skill.frontmatter.span().end as usize,
        Some((name, value)) => {
            let end = (value.span().end as usize).max(name.span().end as usize);
            let rest = text[end..].find(['\n', '\r']).unwrap_or(text.len() - end);
            let line_break = if text[end + rest..].starts_with("\r\n") { 2 } else { 1 };
            name.span().start as usize..(end + rest + line_break).min(text.len())
        }
    }
}

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["name", "description", "tags", "metadata", "new-key", "a b", "é: #"])
}

/// Files that people have: comments, block texts, lists, duplicate keys, both line endings.
fn file() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec![
        "name: a-skill",
        "name: 'a-skill' # about the name",
        "description: What it does.",
        "description: |\n  Two\n  lines.",
        "description: >-\n  Folded\n\n  text.\n",
        "description: plain\n  that goes on\n  for long",
        "description: \"quoted\n  over lines\"",
        "description:",
        "description: # nothing",
        "tags:\n  - a\n  - b",
        "tags:\n- a\n- b # last",
        "tags: [a, b]",
        "tags: [a,\n  b]",
        "metadata:\n  author: me\n  # inside\n  deep:\n    er: 1",
        "metadata: {a: 1, \"b\": [x]}",
        "metadata:",
        "metadata: ~",
        "version: 1.10",
        "# kept",
        "# kept: as it is",
        "",
        "'quoted key': x",
        "empty: ''",
        "keep: |+\n  text\n\n",
    ]);
    let newline = prop::sample::select(vec!["\n", "\n", "\r\n"]);
    let body =
        prop::sample::select(vec!["", "\n# Title\n\nText.\n", "No newline", "\n---\n\nMore\n"]);
    (prop::collection::vec(field, 0..7), newline, body).prop_map(|(fields, newline, body)| {
        let mut file = String::from("---\n");
        for field in fields {
            file.push_str(field);
            file.push('\n');
        }
        file.push_str("---\n");
        file.push_str(body);
        file.replace('\n', newline)
    })
}

#[test]
fn scalars_are_plain_where_every_reader_agrees() {
    let table = [
        ("plain words", "plain words"),
        ("3d-print", "3d-print"),
        ("yes", "'yes'"),
        ("1.0", "'1.0'"),
        ("2026-08-04", "'2026-08-04'"),
        ("", "''"),
        ("a: b", "'a: b'"),
        ("it's: so", "\"it's: so\""),
        ("two\nlines", "|-\n  two\n  lines"),
        ("two\nlines\n", "|\n  two\n  lines"),
        ("a---b", "\"a--\\x2db\""),
    ];
    for (text, expected) in table {
        assert_eq!(write::scalar(text, 0), expected, "{text:?}");
    }
}

#[test]
fn edits_of_each_shape() {
    let table = [
        // Replaced where it stands; the comment behind it stays.
        ("---\nname: a # why\n---\n", "name", json!("b"), "---\nname: b # why\n---\n"),
        // Added last, with the line ending of the file.
        ("---\r\nname: a\r\n---\r\nx", "k", json!("v"), "---\r\nname: a\r\nk: v\r\n---\r\nx"),
        // The last of two counts, so the last is replaced.
        ("---\nname: a\nname: b\n---\n", "name", json!("c"), "---\nname: a\nname: c\n---\n"),
        ("---\nd: |\n  x\n  y\nz: 1\n---\n", "d", json!("one"), "---\nd: one\nz: 1\n---\n"),
        ("---\nd:\nz: 1\n---\n", "d", json!(["x"]), "---\nd:\n  - x\nz: 1\n---\n"),
        ("---\nd:   \nz: 1\n---\n", "d", json!(2), "---\nd: 2   \nz: 1\n---\n"),
        ("---\n---\nBody", "name", json!("a"), "---\nname: a\n---\nBody"),
    ];
    for (before, key, value, after) in table {
        assert_eq!(
            edit::set_field(&skill(before), key, &value).as_deref(),
            Ok(after),
            "{before:?}"
        );
    }
    let table = [
        ("---\nname: a # why\nz: 1\n---\n", "---\nz: 1\n---\n"),
        ("---\r\nname: a\r\nz: 1\r\n---\r\n", "---\r\nz: 1\r\n---\r\n"),
        ("---\nname:\n  - a\n  - b\nz: 1\n---\n", "---\nz: 1\n---\n"),
        ("---\nz: 1\n---\n", "---\nz: 1\n---\n"),
    ];
    for (before, after) in table {
        assert_eq!(edit::remove_field(&skill(before), "name").as_deref(), Ok(after), "{before:?}");
    }
}

#[test]
fn edits_that_cannot_be_made_are_refused() {
    let broken = read(b"---\nname: \xff\n---\n", rules("prowess")).skill;
    assert_eq!(edit::set_field(&broken, "a", &json!(1)), Err(edit::EditError::NotExact));
    let none = skill("Only text.\n");
    assert_eq!(edit::set_field(&none, "a", &json!(1)), Err(edit::EditError::NoFrontmatter));
    assert_eq!(edit::remove_field(&none, "a"), Err(edit::EditError::NoFrontmatter));
}

#[test]
fn replacements_apply_in_any_order_and_never_overlap() {
    let fix =
        |start, end, text: &str| Fix { span: Span::new(start, end), replacement: text.to_owned() };
    let apply = |fixes: &[Fix]| edit::apply("abcdeé", fixes);
    assert_eq!(apply(&[fix(4, 5, "E"), fix(0, 1, "A")]).as_deref(), Ok("AbcdEé"));
    assert_eq!(apply(&[fix(1, 1, "-"), fix(1, 2, "B")]).as_deref(), Ok("a-Bcdeé"));
    assert_eq!(apply(&[]).as_deref(), Ok("abcdeé"));
    let refused = [
        vec![fix(0, 2, ""), fix(1, 3, "")],
        vec![fix(1, 3, "x"), fix(1, 3, "x")],
        vec![fix(0, 99, "")],
        vec![fix(6, 7, "")],
        vec![fix(3, 2, "")],
    ];
    for fixes in refused {
        assert_eq!(apply(&fixes), Err(edit::EditError::Overlap), "{fixes:?}");
    }
}
