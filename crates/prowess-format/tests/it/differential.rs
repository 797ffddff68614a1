//! The quick reader against the full one: where both accept a text they read the same values, and
//! where only the quick one does, the difference is one of a few that are known.

use std::path::Path;

use proptest::prelude::*;
use prowess_format::testing::{block_refuses, places, read_block, read_full};

use crate::support::cases;

/// Why the quick reader may read what the full one refuses, by what the full one says.
const KNOWN: [&str; 6] = [
    "'-' must be followed by a valid YAML whitespace",
    "surrogate",
    "wrongly indented line in block scalar",
    "invalid indentation in multiline quoted scalar",
    "tab cannot be used as indentation",
    "a block scalar content cannot start with a tab",
];

/// Whether the readers agree on a text; how they differ where they do not.
fn compare(text: &str) -> Result<(), String> {
    match (read_block(text), read_full(text)) {
        (Err(problem), Ok(full)) if block_refuses(text) => {
            Err(format!("refused: {text:?}\n for: {problem}\n but: {full}"))
        }
        (Ok(quick), Ok(full)) if quick != full => {
            let same = quick.chars().zip(full.chars()).take_while(|(a, b)| a == b).count();
            let from = |text: &str| text.chars().skip(same.saturating_sub(40)).collect::<String>();
            let (quick, full) = (from(&quick), from(&full));
            Err(format!("differ on {text:?}\n quick: {quick}\n full:  {full}"))
        }
        (Ok(quick), Err(problem)) if !KNOWN.iter().any(|known| problem.contains(known)) => {
            Err(format!("only the quick reader accepts {text:?}\n as {quick}\n full: {problem}"))
        }
        _ => match places(text) {
            Some([quick, full]) if quick != full => {
                Err(format!("places differ on {text:?}\n quick: {quick:?}\n full:  {full:?}"))
            }
            _ => Ok(()),
        },
    }
}

/// Pieces of YAML texts, joined without regard to whether the whole is one.
fn fragments() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "key",
        "name: ",
        "a: b",
        "a:b",
        ":",
        ": ",
        " :",
        "- ",
        "-",
        "- - ",
        "-\n",
        "? ",
        "#",
        " #",
        " # note",
        "# note\n",
        "'",
        "''",
        "'q'",
        "\"",
        "\"q\"",
        "\\n",
        "\\",
        "\"a\\x41\"",
        "\"\\q\"",
        "|",
        ">",
        "|-",
        ">+",
        "|2",
        "|\n",
        ">\n",
        ">-\n",
        "|+\n",
        "| # c\n",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "  ",
        "    ",
        "\t",
        "\n  ",
        "\n    ",
        "\n ",
        "\n\t",
        " \n",
        "\t\n",
        "~",
        "1",
        "1.0",
        "0x1F",
        "true",
        "null",
        ".5",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&a ",
        "*a",
        "!!str ",
        "%",
        "@",
        "`",
        "---",
        "\n---\n",
        "...",
        "\n...\n",
        "<<",
        "\u{feff}",
        "\u{85}",
        "\u{2028}",
        "\u{a0}",
        "é",
        "日本",
        "\u{1f600}",
        "\\\n",
        "\0",
        "\u{7}",
        "x: |\n  text\n",
        "- a\n- b\n",
    ]);
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

fn space() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", " ", "  ", "\t", " \t"])
}

/// A value for a key in column `indent`: scalars of every style, with lines that go on.
fn scalar(indent: usize) -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "word",
        "two words",
        "a:b",
        "a#b",
        "x - y",
        "1.0",
        "~",
        "yes",
        "it's",
        "say \"hi\"",
        "é日",
        "back\\slash",
        "-x",
        "?x",
        ":x",
        "a, b",
        "a]",
        "tab\there",
        "end ",
        "#no",
        "",
    ]);
    let deeper = prop::sample::select(vec![0_usize, 1, 2, 3, 5]);
    let glue = (prop::sample::select(vec!["\n", "\n\n", "\r\n", " \n", "\n \n", "\n\t\n"]), deeper)
        .prop_map(move |(line_break, more)| format!("{line_break}{}", " ".repeat(indent + more)));
    let lines = prop::collection::vec((word, glue), 1..4).prop_map(|lines| {
        let mut text = String::new();
        for (at, (word, glue)) in lines.iter().enumerate() {
            text.push_str(if at > 0 { glue } else { "" });
            text.push_str(word);
        }
        text
    });
    let header = prop::sample::select(vec![
        "|", ">", "|-", ">-", "|+", ">+", "|2", ">1-", "|-2", "| # c", "|#c", ">  ",
    ]);
    prop_oneof![
        4 => lines.clone(),
        2 => lines.clone().prop_map(|text| format!("'{}'", text.replace('\'', "''"))),
        2 => lines.clone().prop_map(|text| format!("\"{}\"", text.replace('"', "\\\""))),
        1 => Just("\"\\u0041\\x42\\t\\\n   \\ud83d\\ude00\"".to_owned()),
        3 => (header, lines, 0..3_usize).prop_map(move |(header, text, more)| {
            let pad = " ".repeat(indent + more);
            format!("{header}\n{pad}{text}")
        }),
    ]
}

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "name",
        "description",
        "a b",
        "'q k'",
        "\"q\\tk\"",
        "a:b",
        "1",
        "<<",
        "key#1",
        "é",
        "a ",
    ])
}

fn ending() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["\n", "\n", "\n", " # note\n", "\n# note\n", "\n\n", "\r\n", " \n"])
}

/// A mapping in column `indent`, which may hold mappings and lists.
fn mapping(indent: usize, depth: usize) -> BoxedStrategy<String> {
    let inner = if depth == 0 {
        scalar(indent + 1).prop_map(|text| format!(" {text}")).boxed()
    } else {
        prop_oneof![
            4 => (space(), scalar(indent + 1)).prop_map(|(space, text)| format!(" {space}{text}")),
            1 => Just(String::new()),
            1 => mapping(indent + 2, depth - 1).prop_map(|text| format!("\n{text}")),
            1 => list(indent, depth - 1).prop_map(|text| format!("\n{text}")),
            1 => list(indent + 2, depth - 1).prop_map(|text| format!(" # c\n{text}")),
        ]
        .boxed()
    };
    let entry = (key(), space(), inner, ending()).prop_map(move |(key, space, value, end)| {
        format!("{}{key}{space}:{value}{end}", " ".repeat(indent))
    });
    prop::collection::vec(entry, 1..4).prop_map(|entries| entries.concat()).boxed()
}

fn list(indent: usize, depth: usize) -> BoxedStrategy<String> {
    let item = if depth == 0 {
        scalar(indent + 1).boxed()
    } else {
        prop_oneof![
            3 => scalar(indent + 1),
            1 => Just(String::new()),
            1 => mapping(indent + 2, depth - 1).prop_map(|text| text.trim_start().to_owned()),
            1 => mapping(indent + 2, depth - 1).prop_map(|text| format!("\n{text}")),
            1 => list(indent + 2, depth - 1).prop_map(|text| text.trim_start().to_owned()),
        ]
        .boxed()
    };
    let item = (item, ending())
        .prop_map(move |(item, end)| format!("{}- {item}{end}", " ".repeat(indent)));
    prop::collection::vec(item, 1..4).prop_map(|items| items.concat()).boxed()
}

/// A text from the grammar with up to two small accidents in it.
fn damaged() -> impl Strategy<Value = String> {
    let accident = prop::sample::select(vec![
        " ", "\t", "\n", ":", ": ", "'", "\"", "#", "-", "|", "\r", "[", "x", "\n x", "\n\t", "",
    ]);
    let accidents =
        prop::collection::vec((any::<prop::sample::Index>(), accident, 0..3_usize), 0..3);
    (mapping(0, 2), accidents).prop_map(|(mut text, accidents)| {
        for (at, insert, cut) in accidents {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let Some(&start) = places.get(at.index(places.len().max(1))) else { continue };
            let end = places.iter().copied().find(|&at| at >= start + cut).unwrap_or(text.len());
            text.replace_range(start..end, insert);
        }
        text
    })
}

/// A flow collection of a few levels, with the space and the slips of people and JSON writers.
fn flow() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "word",
        "two words",
        "a:b",
        "https://x.y/z",
        "1.0",
        "true",
        "~",
        "é日",
        "a - b",
        "it's",
        "-x",
        "x#y",
        "x #y",
        "a: b",
        "\"q\"",
        "\"a, b\"",
        "\"\\n\\x41\"",
        "\"\\u00e9\"",
        "'s'",
        "'it''s'",
        "\"a\n b\"",
        "",
        "<<",
        ".5",
        "/p",
        "$HOME",
        "*a",
        "&a",
        "!t",
        "[]",
        "{}",
        "[",
        "}",
        "\"x\"y",
        "a\tb",
        "a\n b",
        ":x",
        "x:",
    ]);
    let space = prop::sample::select(vec![
        "", "", "", " ", " ", "  ", "\n ", "\n    ", "\n", "\n\n  ", "\t", " # c\n  ", "\r\n  ",
        " \n  ",
    ]);
    word.prop_map(str::to_owned).prop_recursive(3, 24, 4, move |inner| {
        let key = prop::sample::select(vec![
            "key",
            "\"key\"",
            "'key'",
            "a b",
            "1",
            "é",
            "<<",
            "a:b",
            "[k]",
            "",
            "\"a\\tb\"",
        ]);
        let colon = prop::sample::select(vec![": ", ": ", ":", " : ", ":\n  ", " :"]);
        let items = prop::collection::vec((space.clone(), inner.clone(), space.clone()), 0..4);
        let entries =
            prop::collection::vec((space.clone(), key, colon, inner, space.clone()), 0..4);
        let comma = prop::sample::select(vec!["", "", "", ","]);
        prop_oneof![
            (items, comma.clone()).prop_map(|(items, last)| {
                let items: Vec<String> =
                    items.into_iter().map(|(a, item, b)| format!("{a}{item}{b}")).collect();
                format!("[{}{last}]", items.join(","))
            }),
            (entries, comma).prop_map(|(entries, last)| {
                let entries: Vec<String> = entries
                    .into_iter()
                    .map(|(a, key, colon, value, b)| format!("{a}{key}{colon}{value}{b}"))
                    .collect();
                format!("{{{}{last}}}", entries.join(","))
            }),
        ]
    })
}

/// A text with flow collections where a block one has its values.
fn with_flow() -> impl Strategy<Value = String> {
    let before = prop::sample::select(vec![
        "a: ",
        "a:\n  ",
        "- ",
        "a:\n  b: ",
        "a:\n- ",
        "",
        "- - ",
        "a: x\nb: ",
        "a:\n",
        "a:  ",
    ]);
    let after = prop::sample::select(vec![
        "\n",
        "\n",
        "\n",
        "\nz: y\n",
        " # c\n",
        "#c\n",
        " \n",
        " x\n",
        ": b\n",
        "\n\tx",
        "\r\nz: y: x\n",
    ]);
    (before, flow(), after).prop_map(|(before, flow, after)| format!("{before}{flow}{after}"))
}

proptest! {
    #![proptest_config(cases(3_000, 11))]

    #[test]
    fn readers_agree_on_flow_collections(text in with_flow()) {
        prop_assert_eq!(compare(&text), Ok(()));
        // With brackets in the text, the quick reader takes nothing that the full one does not.
        let bracketed = text.contains(['[', '{']);
        let alone = read_block(&text).is_ok() && read_full(&text).is_err();
        prop_assert!(!(bracketed && alone), "only the quick reader accepts {:?}", text);
    }

    #[test]
    fn readers_agree_on_fragments(text in fragments()) {
        prop_assert_eq!(compare(&text), Ok(()));
    }

    #[test]
    fn readers_agree_on_written_mappings(text in mapping(0, 2)) {
        prop_assert_eq!(compare(&text), Ok(()));
    }

    #[test]
    fn readers_agree_on_damaged_mappings(text in damaged()) {
        prop_assert_eq!(compare(&text), Ok(()));
    }
}

#[test]
fn readers_agree_on_every_public_head() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/frontmatter.jsonl");
    let Ok(corpus) = std::fs::read_to_string(&path) else {
        println!("SKIPPED: readers_agree_on_every_public_head, no corpus at {}", path.display());
        return;
    };
    let mut both = 0;
    let mut differences = Vec::new();
    for line in corpus.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let head = row["head"].as_str().unwrap();
        let inner = head.strip_prefix("---").unwrap_or(head);
        let inner = inner.find("\n---").map_or(inner, |end| &inner[..=end]);
        both += usize::from(read_block(inner).is_ok() && read_full(inner).is_ok());
        differences.extend(compare(inner).err());
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(both > 1_400, "only {both} heads are read by both");
}

#[test]
fn what_only_the_quick_reader_takes() {
    let table = [
        // Common in the wild, and every agent's parser takes it.
        ("a: 'b\nc'\n", r#"{"a": "b c"}"#),
        // YAML allows tabs on the empty lines of a quoted text, and as a block's first character.
        ("a: 'b\n\t\n c'\n", r#"{"a": "b\nc"}"#),
        ("|\n\tx", r#""\tx\n""#),
        // JSON written by careless programs has half of a pair.
        ("a: \"\\ud800x\"\n", "{\"a\": \"\u{fffd}x\"}"),
        // A comment that is not indented like the block above it ends the block.
        ("a:\n  - |2\n   # c\n", r#"{"a": [""]}"#),
        ("- - x\n-\t - y\n", r#"[["x"], ["y"]]"#),
    ];
    for (text, expected) in table {
        assert_eq!(read_block(text).as_deref(), Ok(expected), "{text:?}");
        let problem = read_full(text).unwrap_err();
        assert!(KNOWN.iter().any(|known| problem.contains(known)), "{text:?}: {problem}");
    }
}

#[test]
fn json_is_read_by_the_quick_reader() {
    let table = [
        (
            "a: {\"b\":{\"c\":[\"d\",\"e\"],\"f\":1}}\n",
            r#"{"a": {"b": {"c": ["d", "e"], "f": <int>1}}}"#,
        ),
        (
            "a: [b, two words, 'c', 1.0]\nz: y\n",
            r#"{"a": ["b", "two words", "c", <float>1.0], "z": "y"}"#,
        ),
        ("a:\n  {\n    \"b\": {},\n    \"c\": []\n  }\n", r#"{"a": {"b": {}, "c": []}}"#),
        ("- {a: https://b.c/d, e: f} # g\n", r#"[{"a": "https://b.c/d", "e": "f"}]"#),
    ];
    for (text, expected) in table {
        assert_eq!(read_block(text).as_deref(), Ok(expected), "{text:?}");
        assert_eq!(read_full(text).as_deref(), Ok(expected), "{text:?}");
    }
}

#[test]
fn what_the_quick_reader_leaves_to_the_full_one() {
    for text in [
        "a: [b,]\n",
        "a: {b}\n",
        "[a]\n",
        "a: [b: c]\n",
        "a: &x b\n",
        "a: !!str b\n",
        "? a\n",
        "<<: {a: b}\n",
    ] {
        assert!(read_block(text).is_err(), "{text:?}");
        assert!(read_full(text).is_ok(), "{text:?}");
    }
}
