//! Whatever the bytes are: no panic, nothing that grows without bounds, and every place that is
//! named lies in the text.

use proptest::prelude::*;
use prowess_format::frontmatter::Value;
use prowess_format::limits;
use prowess_format::rules::DocumentKind;
use prowess_format::{
    Diagnostic, Document, Parsed, Skill, Span, Surroundings, TreePath, edit, head_is_complete,
    parse, parse_head, portable, validate, write,
};
use prowess_testkit::Corpus;
use serde_json::{Map, Value as Json, json};

use crate::support::{RULES, cases, read, rules};

/// The fuzz body: reads bytes in every way there is and holds what must always hold.
fn read_anything(bytes: &[u8]) {
    for (profile, rules) in RULES.iter() {
        if rules.document == DocumentKind::Manifest {
            continue;
        }
        let Parsed { skill, diagnostics } = read(bytes, rules);
        let text = skill.text();
        if head_is_complete(bytes, rules) {
            let (file, size) = (&TreePath::skill_file(), bytes.len() as u64);
            let directory = Some("the-skill");
            let head = parse_head(Document { file, bytes, directory, size, flat: false }, rules);
            assert_eq!(head.skill.name(), skill.name(), "{profile}: {text:.300}");
            let [head, whole] = [&head.skill, &skill].map(|skill| skill.frontmatter.to_json());
            assert_eq!(head, whole, "{profile}: {text:.300}");
        }
        holds_diagnostics(&diagnostics, text, limits::DIAGNOSTICS + 1);
        holds_span(skill.body_span(), text);
        holds_span(skill.frontmatter.span(), text);
        holds_value(skill.frontmatter.root(), text);
        let json: Json = serde_json::from_str(&skill.frontmatter.to_json()).unwrap();
        assert!(json.is_object(), "{profile}");
        if *profile == "prowess" {
            assert!(skill.name().is_some(), "{text:?}");
        }
        let around = Surroundings { directory: Some("the-skill"), ..Surroundings::default() };
        let all = validate(&skill, diagnostics, around, rules);
        holds_diagnostics(&all, text, 2 * (limits::DIAGNOSTICS + 1));
        if *profile == "prowess" {
            change(&skill, &all, &json);
        }
    }
}

/// Edits, makes portable and writes anew what was read.
fn change(skill: &Skill, diagnostics: &[Diagnostic], json: &Json) {
    let rules = rules("prowess");
    for diagnostic in diagnostics {
        if let Some(fix) = &diagnostic.fix {
            edit::apply(skill.text(), std::slice::from_ref(fix)).unwrap();
        }
    }
    let value = json!("a: value");
    if let Ok(edited) = edit::set_field(skill, "description", &value) {
        let again = read(edited.as_bytes(), rules).skill;
        let found = again.frontmatter.get("description").map(Value::to_json_value);
        assert_eq!(found, Some(value), "{:?}\n{edited:?}", skill.text());
    }
    let _ = edit::remove_field(skill, "description");
    if let Ok(portable) = portable::portable(skill, rules) {
        holds_diagnostics(&portable.changes, skill.text(), limits::DIAGNOSTICS + 1);
    }
    // Keys that came twice are one in a JSON object, so it is the object that must come back.
    let entries: &Map<String, Json> = json.as_object().unwrap();
    let written = write::skill_md(entries, "");
    if written.len() < limits::FRONTMATTER_BYTES {
        let again = read(written.as_bytes(), rules).skill.frontmatter.to_json();
        assert_eq!(serde_json::from_str::<Json>(&again).unwrap(), *json, "{written}");
    }
}

fn holds_span(span: Span, text: &str) {
    assert!(text.get(span.range()).is_some(), "{span:?} of {} bytes: {text:.200}", text.len());
}

fn holds_value(value: Value<'_>, text: &str) {
    holds_span(value.span(), text);
    value.items().for_each(|item| holds_value(item, text));
    for (key, value) in value.entries() {
        holds_value(key, text);
        holds_value(value, text);
    }
}

fn holds_diagnostics(diagnostics: &[Diagnostic], text: &str, most: usize) {
    assert!(diagnostics.len() <= most, "{} diagnostics", diagnostics.len());
    for diagnostic in diagnostics {
        assert!(!diagnostic.message.is_empty());
        if let Some(at) = diagnostic.location {
            assert!(at.line >= 1 && at.column >= 1, "{diagnostic:?}");
            holds_span(at.span, text);
        }
        if let Some(fix) = &diagnostic.fix {
            holds_span(fix.span, text);
        }
    }
}

/// Generated skills that are not large: mutations of a long body find nothing new.
fn small_skill(index: usize) -> Vec<u8> {
    let mut bytes = Corpus::new(5).skill(index).text.into_bytes();
    bytes.truncate(1_500);
    bytes
}

/// A skill with some of its bytes cut, doubled, replaced or moved.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"\n"[..],
        b"\r",
        b"\t",
        b"\0",
        b"\"",
        b"'",
        b": ",
        b":",
        b"- ",
        b"---\n",
        b"\n---\n",
        b"|",
        b">",
        b"#",
        b"[",
        b"{",
        b"]",
        b"}",
        b"&a ",
        b"*a",
        b"!!str ",
        b"\\",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xc2\x85",
        b"\xe2\x80\xa8",
        b"\xef\xbc\x9a",
        b"<<: ",
        b"  ",
        b"? ",
        b"**",
        b"`",
        b"name",
        b"\xf0\x9f\x98\x80",
        b"...",
    ]);
    let place = any::<prop::sample::Index>();
    let mutation = (place, 0..4_usize, piece, 0..20_usize);
    (0..400_usize, prop::collection::vec(mutation, 1..6)).prop_map(|(index, mutations)| {
        let mut bytes = small_skill(index);
        for (place, kind, piece, length) in mutations {
            // Most of what can go wrong is in the first lines.
            let reach = if kind % 2 == 0 { bytes.len().min(300) } else { bytes.len() };
            let at = place.index(reach + 1);
            let end = (at + length).min(bytes.len());
            match kind {
                0 => drop(bytes.splice(at..at, piece.iter().copied())),
                1 => drop(bytes.drain(at..end)),
                2 => drop(bytes.splice(at..end, piece.iter().copied())),
                _ => {
                    let copy = bytes[at..end].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        bytes
    })
}

/// Lines that look like frontmatter, in any order.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let line = prop::sample::select(vec![
        "---",
        "---",
        "name: a",
        "name:a",
        "**name:** a",
        "name: a: b",
        "description: |",
        "  text",
        "description: | text",
        "description: \"open",
        "description: 'a' b",
        "tags: [a, b",
        "tags: [a]",
        "metadata:",
        "  key: value",
        "  key: {",
        "\ttab: x",
        "- item",
        "  - item: x",
        "- - x",
        "plain",
        "# comment",
        "",
        " ",
        "name\u{ff1a}a",
        "é: ü",
        "description: \"\\q\"",
        "a: *b",
        "b: &b c",
        "<<: *b",
        "x: !!str",
        "...",
        "key: >-",
        "  deeper:",
        "    still: 1",
        "? complex",
        ": value",
        "\u{feff}",
        "description: @at",
        "## name: a",
        "name :",
        "name: ~",
        "'q': 1",
        "\"q\" : 1",
    ]);
    let newline = prop::sample::select(vec!["\n", "\n", "\r\n", "\r"]);
    (prop::collection::vec(line, 0..12), newline).prop_map(|(lines, newline)| {
        let text = format!("---{newline}{}", lines.join(newline));
        text.into_bytes()
    })
}

proptest! {
    #![proptest_config(cases(300, 31))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_anything(&bytes);
        read_anything(&[b"---\n", &bytes[..]].concat());
    }

    #[test]
    fn mutated_skills(bytes in mutated()) {
        read_anything(&bytes);
    }

    #[test]
    fn lines_of_frontmatter(bytes in lines()) {
        read_anything(&bytes);
    }
}

/// A skill with this between its fences.
fn fenced(inner: &str) -> Vec<u8> {
    format!("---\nname: x\n{inner}\n---\nBody.\n").into_bytes()
}

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect()
}

fn nested_blocks(levels: usize) -> String {
    (0..levels).map(|level| format!("{}k:\n", " ".repeat(level.min(40)))).collect()
}

/// An alias bomb: each level names the one before it nine times.
fn bomb() -> String {
    let level = |at: usize| {
        let inner = vec![format!("*a{}", at - 1); 9].join(", ");
        format!("b{at}: &a{at} [{inner}]\n")
    };
    std::iter::once("b0: &a0 [x, x]\n".to_owned()).chain((1..=9).map(level)).collect()
}

/// Merge keys that each hold the mapping above, and so grow.
fn merges() -> String {
    let level = |at: usize| format!("m{at}: &m{at}\n  <<: *m{}\n  k{at}: {at}\n", at - 1);
    std::iter::once("m0: &m0 {k: 0}\n".to_owned()).chain((1..200).map(level)).collect()
}

#[test]
fn nasty_frontmatter() {
    let flow = |open: &str| fenced(&format!("a: {}", open.repeat(5_000)));
    let surrogates = r#"a: "\ud800" "#.to_owned() + "\n" + r#"b: "\udc00\ud800x\ud83d\ude00""#;
    let inputs: Vec<Vec<u8>> = vec![
        fenced(&bomb()),
        flow("["),
        flow("{"),
        flow("{a: "),
        fenced(&format!("a: {}{}", "[".repeat(60), "]".repeat(60))),
        fenced(&nested_blocks(5_000)),
        fenced(&format!("a:\n  {}x", "- ".repeat(5_000))),
        fenced(&(0..50_000).map(|_| "k: v\n").collect::<String>()),
        fenced(&format!("description: {}", "word ".repeat(50_000))),
        fenced(&format!("description: {}", "x".repeat(250_000))),
        fenced(&format!("description: {}", "word: ".repeat(60_000))),
        fenced(&format!("description: {}", "<a".repeat(100_000))),
        fenced(&merges()),
        fenced(&surrogates),
        fenced("a: x\u{85}y\u{2028}z\nb: \"\u{85}\u{2028}\"\n\u{85}c: d"),
        fenced(&format!("description: \"{}", "never closed\n".repeat(15_000))),
        fenced(&"'".repeat(200_001)),
        fenced(&format!("a: \"{}\"", "\\q".repeat(100_000))),
        fenced(&"description: | x\n".repeat(4_000)),
        fenced(&"k: [\n".repeat(20_000)),
        fenced(&"\ta: b\n".repeat(20_000)),
        fenced(&"**name:** x\n".repeat(10_000)),
        fenced(&format!("a:\n{}", "- x: y: z\n".repeat(4_000))),
        fenced(&format!("{}x", "#\n".repeat(60_000))),
        fenced(&format!("a: b\n{}c", " \t".repeat(100_000))),
        fenced(&(0..5_000).map(|at| format!("k{at}: a: b\n")).collect::<String>()),
    ];
    inputs.iter().for_each(|bytes| read_anything(bytes));
}

#[test]
fn nasty_files() {
    let plain = "---\nname: x\ndescription: y\n---\nBody é.\n";
    let inputs: Vec<Vec<u8>> = vec![
        "x\n".repeat(100_000).into_bytes(),
        [b"---\n", "x\n".repeat(100_000).as_bytes()].concat(),
        vec![0; 100_000],
        [b"---\n\0name: x\n---\n", &[0; 1_000][..]].concat(),
        utf16(plain, u16::to_le_bytes),
        utf16(plain, u16::to_be_bytes),
        [&utf16(plain, u16::to_le_bytes)[..], b"\xff"].concat(),
        vec![b'-'; 1_000_000],
        "---\n".repeat(100_000).into_bytes(),
        format!("---\nname{}: x\n---\n", " ".repeat(1_000_000)).into_bytes(),
        format!("---\nname{}: x\n---\n", " ".repeat(200_000)).into_bytes(),
        "|\n".repeat(500_000).into_bytes(),
        [b"---\n", "|\n".repeat(500_000).as_bytes()].concat(),
        fenced(&"key: value that fills a line\n".repeat(11_000)),
        [b"---\n", "name: x\n".repeat(30_000).as_bytes()].concat(),
        "\u{feff}".repeat(50_000).into_bytes(),
        "\r".repeat(200_000).into_bytes(),
        format!("---\nname: x\n---\n{}", "[a](b) ".repeat(30_000)).into_bytes(),
        format!("---\nname: x\n---\n{}", "`".repeat(100_000)).into_bytes(),
        format!("---\nname: x\n---\n{}", "> ".repeat(20_000)).into_bytes(),
    ];
    inputs.iter().for_each(|bytes| read_anything(bytes));
}

#[test]
fn a_file_of_which_only_the_head_is_given() {
    for (_, rules) in RULES.iter() {
        let document = Document {
            file: &TreePath::skill_file(),
            bytes: b"---\nname: x\ndescription: y\n---\nThe first of very m",
            directory: Some("x"),
            size: 100 * 1024 * 1024,
            flat: false,
        };
        let Parsed { skill, diagnostics } = parse(document, rules);
        assert_eq!(skill.frontmatter.to_json(), r#"{"name":"x","description":"y"}"#);
        assert!(!skill.is_exact());
        assert!(diagnostics.iter().any(|diagnostic| diagnostic.code.id == "file-too-large"));
        let refused = edit::set_field(&skill, "name", &json!("z"));
        assert_eq!(refused, Err(edit::EditError::NotExact));
    }
}
