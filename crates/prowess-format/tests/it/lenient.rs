//! Every way a file can be malformed that we know of: what is read all the same, and what is said.

use crate::support::{marks, read, read_as, rules};

/// A file, the name and description that are read, and the remarks of reading.
type Case = (&'static str, &'static [u8], &'static str, &'static str, &'static [&'static str]);

fn holds(table: &[Case]) {
    let mut wrong = Vec::new();
    for (what, bytes, name, description, expected) in table {
        let parsed = read(bytes, rules("prowess"));
        let found = (parsed.skill.name_text(), parsed.skill.description_text());
        let marks = marks(&parsed.diagnostics);
        if found != (*name, *description) || marks != *expected {
            wrong.push(format!("{what}: {found:?} {marks:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bytes_that_are_no_plain_text() {
    holds(&[
        (
            "a byte order mark",
            b"\xef\xbb\xbf---\nname: a\ndescription: d\n---\nB\n",
            "a",
            "d",
            &["bom@1:1"],
        ),
        (
            "windows line ends",
            b"---\r\nname: a\r\ndescription: >\r\n  d\r\n  e\r\n---\r\nB\r\n",
            "a",
            "d e",
            &[],
        ),
        ("lone carriage returns", b"---\rname: a\rdescription: d\r---\rB\r", "a", "d", &[]),
        ("a NUL", b"---\nname: a\0\ndescription: d\n---\nB\n", "a", "d", &["nul-bytes"]),
        (
            "broken UTF-8",
            b"---\nname: a\ndescription: d\xff\n---\nB\n",
            "a",
            "d\u{fffd}",
            &["not-utf8@3:15"],
        ),
        (
            "UTF-16",
            b"\xff\xfe-\0-\0-\0\n\0n\0a\0m\0e\0:\0 \0a\0\n\0-\0-\0-\0",
            "a",
            "",
            &["not-utf8@1:1"],
        ),
        ("an empty file", b"", "the-skill", "", &["file-empty", "frontmatter-missing@1:1"]),
        ("white space", b" \n\t\n", "the-skill", "", &["file-empty", "frontmatter-missing@1:1"]),
    ]);
}

#[test]
fn fences() {
    holds(&[
        (
            "blank lines before",
            b"\n \n---\nname: a\ndescription: d\n---\nB\n",
            "a",
            "d",
            &["blank-before-fence@1:1"],
        ),
        (
            "text before",
            b"<!-- x -->\n---\nname: a\ndescription: d\n---\nB\n",
            "a",
            "d",
            &["text-before-fence@1:1"],
        ),
        ("closed by the end of the file", b"---\nname: a\ndescription: d\n---", "a", "d", &[]),
        ("spaces after the fences", b"---  \nname: a\ndescription: d\n--- \t\nB\n", "a", "d", &[]),
        (
            "never closed",
            b"---\nname: a\ndescription: d\n\n# Title\n\nProse.\n",
            "a",
            "d",
            &["fence-unclosed@1:1"],
        ),
        (
            "never closed, only keys",
            b"---\nname: a\ndescription: d",
            "a",
            "d",
            &["fence-unclosed@1:1"],
        ),
        (
            "a rule of the body taken for the fence",
            b"---\nname: a\ndescription: d\n\n# Title\n\nProse: and more: of it.\n\n---\n\nMore.\n",
            "a",
            "d",
            &["fence-unclosed@2:1"],
        ),
        (
            "a key on the fence",
            b"--- name: a\ndescription: d\n---\nB\n",
            "a",
            "d",
            &["text-on-fence@1:5"],
        ),
        (
            "no opening fence",
            b"name: a\ndescription: d\n---\nB\n",
            "a",
            "d",
            &["fence-not-opened@1:1"],
        ),
        (
            "no frontmatter",
            b"# Title\n\nFirst\nparagraph.\n\nSecond.\n",
            "the-skill",
            "First paragraph.",
            &["frontmatter-missing@1:1"],
        ),
        ("only a title", b"# Title\n", "the-skill", "Title", &["frontmatter-missing@1:1"]),
        ("nothing between the fences", b"---\n---\nFirst.\n", "the-skill", "First.", &[]),
        (
            "a list",
            b"---\n- a\n- b\n---\nFirst.\n",
            "the-skill",
            "First.",
            &["yaml-not-mapping@2:1"],
        ),
        ("a word", b"---\nword\n---\nFirst.\n", "the-skill", "First.", &["yaml-not-mapping@2:1"]),
        ("no YAML at all", b"---\n]\n---\nFirst.\n", "the-skill", "First.", &["yaml-invalid@2:1"]),
        (
            "fences only",
            b"---\n",
            "the-skill",
            "",
            &["fence-unclosed@1:1", "frontmatter-missing@1:1"],
        ),
    ]);
}

#[test]
fn values_that_need_quotes() {
    holds(&[
        (
            "a colon",
            b"---\nname: a\ndescription: Use when: x\n---\n",
            "a",
            "Use when: x",
            &["unquoted-colon@3:14"],
        ),
        (
            "a colon at the end",
            b"---\nname: a\ndescription: Use when:\n---\n",
            "a",
            "Use when:",
            &["unquoted-colon@3:14"],
        ),
        (
            "a colon, two lines",
            b"---\nname: a\ndescription: b: c\n  d\n---\n",
            "a",
            "b: c d",
            &["unquoted-colon@3:14"],
        ),
        (
            "text on the | line",
            b"---\nname: a\ndescription: | Do x\n  and y\n---\n",
            "a",
            "Do x\nand y",
            &["text-on-block-line@3:14"],
        ),
        (
            "text on the > line",
            b"---\nname: a\ndescription: >- Do x\n  and y\n---\n",
            "a",
            "Do x and y",
            &["text-on-block-line@3:14"],
        ),
        (
            "an asterisk",
            b"---\nname: a\ndescription: *all* of it\n---\n",
            "a",
            "*all* of it",
            &["reserved-start@3:14"],
        ),
        (
            "two asterisks",
            b"---\nname: a\ndescription: **Bold** text\n---\n",
            "a",
            "**Bold** text",
            &["reserved-start@3:14"],
        ),
        (
            "a backtick",
            b"---\nname: a\ndescription: `x` runs\n---\n",
            "a",
            "`x` runs",
            &["reserved-start@3:14"],
        ),
        (
            "an at sign",
            b"---\nname: a\ndescription: @x runs\n---\n",
            "a",
            "@x runs",
            &["reserved-start@3:14"],
        ),
        (
            "a percent sign",
            b"---\nname: a\ndescription: %x runs\n---\n",
            "a",
            "%x runs",
            &["reserved-start@3:14"],
        ),
        (
            "a brace",
            b"---\nname: a\ndescription: {X} runs\n---\n",
            "a",
            "{X} runs",
            &["reserved-start@3:14"],
        ),
        (
            "a bracket",
            b"---\nname: a\ndescription: [X] runs\n---\n",
            "a",
            "[X] runs",
            &["reserved-start@3:14"],
        ),
        (
            "an ampersand",
            b"---\nname: a\ndescription: & runs\n---\n",
            "a",
            "& runs",
            &["reserved-start@3:14"],
        ),
        (
            "an exclamation mark",
            b"---\nname: a\ndescription: !{ runs: x\n---\n",
            "a",
            "!{ runs: x",
            &["reserved-start@3:14"],
        ),
        (
            "a comma",
            b"---\nname: a\ndescription: , runs\nx: {\n---\n",
            "a",
            ", runs",
            &["reserved-start@3:14", "broken-brackets@4:4"],
        ),
    ]);
}

#[test]
fn quotes_and_brackets() {
    holds(&[
        (
            "an escape",
            b"---\nname: a\ndescription: \"C:\\path \\d\\n\"\n---\n",
            "a",
            "C:\\path \\d",
            &["bad-escape@3:14"],
        ),
        (
            "text after a quote",
            b"---\nname: a\ndescription: \"Fast\" tools\n---\n",
            "a",
            "\"Fast\" tools",
            &["text-after-quote@3:14"],
        ),
        (
            "quotes in quotes",
            b"---\nname: a\ndescription: \"say \"x\" now\"\n---\n",
            "a",
            "say \"x\" now",
            &["text-after-quote@3:14"],
        ),
        (
            "an apostrophe in quotes",
            b"---\nname: a\ndescription: 'it's x'\n---\n",
            "a",
            "it's x",
            &["text-after-quote@3:14"],
        ),
        (
            "an open quote",
            b"---\nname: a\ndescription: \"never closed\nlicense: MIT\n---\n",
            "a",
            "never closed",
            &["quote-unclosed@3:14"],
        ),
        (
            "an open quote, last",
            b"---\nname: a\ndescription: 'never\n  closed\n---\n",
            "a",
            "never closed",
            &["quote-unclosed@3:14"],
        ),
        (
            "a broken list",
            b"---\nname: a\ndescription: d\ntags: [a, b]]\n---\n",
            "a",
            "d",
            &["broken-brackets@4:7"],
        ),
        (
            "broken JSON",
            b"---\nname: a\ndescription: d\nmetadata: {\"a\": {\"b\": 1}\n---\n",
            "a",
            "d",
            &["broken-brackets@4:11"],
        ),
        (
            "an open list",
            b"---\nname: a\ndescription: d\ntags: [a, b\n---\n",
            "a",
            "d",
            &["broken-brackets@4:7"],
        ),
    ]);
}

#[test]
fn keys_and_lines() {
    holds(&[
        (
            "a key twice",
            b"---\nname: a\ndescription: d\nname: b\n---\n",
            "b",
            "d",
            &["key-duplicate@4:1"],
        ),
        (
            "no space after the colon",
            b"---\nname:a\ndescription: d\n---\n",
            "a",
            "d",
            &["colon-without-space@2:1"],
        ),
        (
            "a wide colon",
            "---\nname：a\ndescription： d\n---\n".as_bytes(),
            "a",
            "d",
            &["colon-without-space@2:1", "colon-without-space@3:1"],
        ),
        (
            "Markdown around keys",
            b"---\n**name:** a\n**description:** d: e\n---\n",
            "a",
            "d: e",
            &["key-decorated@2:1", "key-decorated@3:1", "unquoted-colon@3:18"],
        ),
        (
            "a heading for a key",
            b"---\n## name: a\n**description:** d\n---\n",
            "a",
            "d",
            &["key-decorated@2:1", "key-decorated@3:1"],
        ),
        (
            "a line in column 0",
            b"---\nname: a\ndescription: d\ngoes on\nlicense: MIT\n---\n",
            "a",
            "d goes on",
            &["line-without-key@4:1"],
        ),
        (
            "a line before the first key",
            b"---\nstray\nname: a\ndescription: d\n---\n",
            "a",
            "d",
            &["stray-line@2:1"],
        ),
        (
            "a tab in front of a value",
            b"---\nname: a\ndescription: d\nmetadata:\n\ta: b\n\tc: d\n---\n",
            "a",
            "d",
            &["tab-indentation@5:1", "tab-indentation@6:1"],
        ),
        (
            "a tab in a list",
            b"---\nname: a\ndescription: d\ntags:\n\t- x\n\t- y\n---\n",
            "a",
            "d",
            &["tab-indentation@5:1", "tab-indentation@6:1"],
        ),
        (
            "a tab in front of text",
            b"---\nname: a\ndescription: d\n\te\n---\n",
            "a",
            "d e",
            &["tab-indentation@3:14"],
        ),
        (
            "an item with a colon",
            b"---\nname: a\ndescription: d\ntags:\n  - x: y: z\n---\n",
            "a",
            "d",
            &["unquoted-colon@5:8"],
        ),
        (
            "a key that is indented",
            b"---\nname: a\n description: d\n---\n",
            "a",
            "d",
            &["key-indented@3:1"],
        ),
        (
            "a first key that is indented",
            b"---\n  name: a\ndescription: d\n---\n",
            "a",
            "d",
            &["key-indented@3:1"],
        ),
        (
            "keys behind tabs",
            b"---\n\tname: a\n\tdescription: d\n---\n",
            "a",
            "d",
            &["tab-indentation@2:1", "tab-indentation@3:1"],
        ),
        (
            "the title on the line of the closing fence",
            b"---\nname: a\ndescription: d\ntags: [\"x\"]\n---# Title\n\nBody.\n\n---\nmore\n",
            "a",
            "d",
            &["text-after-fence@5:4"],
        ),
        (
            "a decorated key and a rule in the body",
            b"---\n## name: a\ndescription: d\nx: {\"b\": 1\n\n# Title\n\nBody.\n\n---\n\nmore\n",
            "a",
            "d",
            &["fence-unclosed@2:1", "key-decorated@2:1", "broken-brackets@4:4"],
        ),
        (
            "a word that looks like a tag",
            b"---\nname: a\ndescription: !important do this\n---\n",
            "a",
            "!important do this",
            &["reserved-start@3:14"],
        ),
        (
            "a word that looks like an anchor",
            b"---\nname: a\ndescription: &co makes\n---\n",
            "a",
            "&co makes",
            &["reserved-start@3:14"],
        ),
        (
            "two quoted words",
            b"---\nname: a\ndescription: \"d\" and \"e\"\n---\n",
            "a",
            "\"d\" and \"e\"",
            &["text-after-quote@3:14"],
        ),
        (
            "a comment among the lines of a value",
            b"---\nname: a\ndescription: d: e\n  # not this\n  f\n---\n",
            "a",
            "d: e f",
            &["unquoted-colon@3:14"],
        ),
        (
            "a mapping in a list, one value of it broken",
            b"---\nname: a\ndescription: d\ninstall:\n  - kind: go\n    bins: [x]\n  - kind: brew\n    label: Or: this\n---\n",
            "a",
            "d",
            &["unquoted-colon@8:12"],
        ),
        (
            "nested lines that are neither",
            b"---\nname: a\ndescription: d\nmeta:\n  ]\n  x\n---\n",
            "a",
            "d",
            &["value-unreadable@5:3"],
        ),
        (
            "a key that is a list",
            b"---\nname: a\ndescription: d\nmetadata: {\"r\": {\"b\": [\"x\"], [\"y\"]}}\n---\n",
            "a",
            "d",
            &["key-not-text@4:30"],
        ),
    ]);
}

#[test]
fn a_file_called_skill_md() {
    let parsed = read_as("skill.md", b"---\nname: a\ndescription: d\n---\n", rules("prowess"));
    assert_eq!(marks(&parsed.diagnostics), ["file-name-case"]);
    let parsed = read_as("notes.md", b"---\nname: a\ndescription: d\n---\n", rules("prowess"));
    assert_eq!(marks(&parsed.diagnostics), [""; 0]);
}

/// The frontmatter of these lines as JSON.
fn json(lines: &str) -> String {
    read(format!("---\n{lines}\n---\n").as_bytes(), rules("prowess")).skill.frontmatter.to_json()
}

#[test]
fn json_keeps_order_types_and_spelling() {
    let table = [
        ("b: 1\na: 2\n'0': 3", r#"{"b":1,"a":2,"0":3}"#),
        ("version: 1.0", r#"{"version":1.0}"#),
        ("version: 1.10", r#"{"version":1.10}"#),
        ("date: 2026-08-04", r#"{"date":"2026-08-04"}"#),
        ("a: 0x1F", r#"{"a":"0x1F"}"#),
        ("a: yes", r#"{"a":"yes"}"#),
        ("a: ~\nb:\nc: null", r#"{"a":null,"b":null,"c":null}"#),
        ("a: .5\nb: 1e3\nc: 010", r#"{"a":".5","b":1e3,"c":"010"}"#),
        ("a: true\nb: 'true'\nc: True", r#"{"a":true,"b":"true","c":true}"#),
        ("a: .inf\nb: -.nan", r#"{"a":".inf","b":"-.nan"}"#),
        ("a: 12345678901234567890123", r#"{"a":12345678901234567890123}"#),
        ("a: !!str 1.0\nb: ! x", r#"{"a":"1.0","b":"x"}"#),
        ("a: &x {p: 1}\nb: *x", r#"{"a":{"p":1},"b":{"p":1}}"#),
        ("a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3", r#"{"a":{"p":1,"q":2},"b":{"q":3,"p":1}}"#),
        ("b:\n  <<: {p: 1}\n  q: 3", r#"{"b":{"q":3,"p":1}}"#),
        ("<<: word\na: 1", r#"{"<<":"word","a":1}"#),
        ("a: [1, [2], {b: c}]", r#"{"a":[1,[2],{"b":"c"}]}"#),
        ("a: |\n  x\n\n  y\nb: >\n  x\n  y", "{\"a\":\"x\\n\\ny\\n\",\"b\":\"x y\\n\"}"),
    ];
    for (lines, expected) in table {
        assert_eq!(json(lines), expected, "{lines}");
    }
}

#[test]
fn what_grows_or_nests_without_bounds_is_refused() {
    let nine = |of: &str| vec![format!("*{of}"); 9].join(", ");
    let bomb: String =
        (1..8).map(|at| format!("l{at}: &l{at} [{}]\n", nine(&format!("l{}", at - 1)))).collect();
    let table = [
        format!("l0: &l0 [x, x, x]\n{bomb}"),
        format!("a: {}x{}", "[".repeat(65), "]".repeat(65)),
        (0..70).map(|at| format!("{}k:\n", " ".repeat(at))).collect(),
        (0..10_001).map(|at| format!("k{at}: v\n")).collect(),
        format!("a: {}", "x".repeat(256 * 1024)),
    ];
    for lines in table {
        let text = format!("---\nname: a\n{lines}\n---\nFirst.\n");
        let parsed = read(text.as_bytes(), rules("prowess"));
        let codes: Vec<&str> = parsed.diagnostics.iter().map(|item| item.code.id).collect();
        assert_eq!(codes, ["yaml-limit"], "{lines:.60}");
        assert_eq!(parsed.skill.name_text(), "the-skill");
    }
}

#[test]
fn remarks_are_counted_past_the_limit() {
    let lines: String = (0..500).map(|at| format!("k{at}: a: b\n")).collect();
    let parsed = read(format!("---\n{lines}---\nFirst.\n").as_bytes(), rules("prowess"));
    assert_eq!(parsed.diagnostics.len(), 201);
    let last = parsed.diagnostics.last().unwrap();
    assert_eq!(
        (last.code.id, last.message.as_str()),
        ("too-many-diagnostics", "300 more diagnostics of this file are left out")
    );
}

#[test]
fn what_is_no_yaml_is_said_why() {
    let parsed = read(b"---\na: \"b\n---\n", rules("claude-code"));
    let said = parsed.diagnostics.first().map(|item| item.message.clone()).unwrap_or_default();
    let (_, reason) = said.split_once("not valid YAML: ").unwrap();
    assert!(!reason.trim().is_empty(), "{said}");
}

/// What the lines of a broken list say stays what it was: structure is not turned into text.
#[test]
fn lists_of_mappings_keep_their_structure() {
    let text = b"---\nname: a\ndescription: d\ninstall:\n  - kind: go\n    bins: [x]\n  - kind: brew\n    label: Or: this\n---\n";
    let skill = read(text, rules("prowess")).skill;
    let install = skill.frontmatter.get("install").unwrap().to_json_value();
    let expected = serde_json::json!([
        { "kind": "go", "bins": ["x"] },
        { "kind": "brew", "label": "Or: this" },
    ]);
    assert_eq!(install, expected);
}
