//! Portable frontmatter: six fields, taken by the strict reader, and nothing lost.

use proptest::prelude::*;
use prowess_format::frontmatter::{Type, Value};
use prowess_format::{Severity, Skill, field, portable};
use serde_json::Value as Json;

use crate::support::{cases, check, marks, read, rules};

fn portable_text(text: &str) -> String {
    let skill = read(text.as_bytes(), rules("prowess")).skill;
    portable::portable(&skill, rules("prowess")).unwrap().text
}

fn strict(text: &str) -> Skill {
    let parsed = read(text.as_bytes(), rules("agentskills"));
    let refused = parsed.diagnostics.iter().find(|item| item.severity == Severity::Error);
    assert!(refused.is_none(), "{refused:?}\n{text}");
    parsed.skill
}

/// Lines of a frontmatter that parses, each a field of its own.
fn fields() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec![
        "name: the-skill",
        "name: 12",
        "description: What it does.",
        "description: a --- b",
        "description: [a, 'b, c']",
        "description: !!str tagged",
        "description: |\n  Two\n\n  lines",
        "license: MIT # comment",
        "license:",
        "license: ~",
        "compatibility: {needs: git}",
        "metadata: {a: 1, b: {c: [], d: [x, {y: ~}]}}",
        "metadata:\n  author: me\n  version: 1.10\n  deep:\n    er: [1, 2]",
        "metadata: text",
        "metadata: {}",
        "metadata:\n  tags: own",
        "allowed-tools: [Read, 'Bash(git add:*)']",
        "allowed-tools: Read, Write",
        "allowed-tools: {Read: yes}",
        "allowed_tools: Grep",
        "allowedTools: [Glob]",
        "tags: [a, b]",
        "tags:\n- a\n-\n- c",
        "version: 1.10",
        "frontmatter-tags: taken",
        "odd key: 'x: y'",
        "\"\": empty",
        "hooks:\n  before:\n    - run: x\n      args: []",
        "enabled: yes",
        "nothing:",
        "anchored: &a [x, y]",
        "? [list, key]\n: value",
        "keep: |+\n  text\n\n",
        "# a comment",
        "",
    ]);
    let newline = prop::sample::select(vec!["\n", "\n", "\r\n"]);
    (prop::collection::vec(field, 1..8), newline).prop_map(|(fields, newline)| {
        format!("---\nname: x\n{}\n---\n\nBody --- text.\n", fields.join("\n"))
            .replace('\n', newline)
    })
}

proptest! {
    #![proptest_config(cases(1_500, 41))]

    #[test]
    fn only_six_fields_are_left_and_nothing_is_lost(text in fields()) {
        let before = read(text.as_bytes(), rules("prowess")).skill;
        prop_assume!(!before.frontmatter.is_empty());
        let portable = portable_text(&text);
        let after = strict(&portable);
        for (key, _) in after.frontmatter.entries() {
            prop_assert!(field::STANDARD.contains(&key.text().unwrap()), "{}", portable);
        }
        prop_assert!(portable.ends_with(before.body()), "{}", portable);
        nothing_is_lost(&before, &after)?;
        prop_assert_eq!(&portable_text(&portable), &portable, "not settled");
    }
}

fn nothing_is_lost(before: &Skill, after: &Skill) -> Result<(), TestCaseError> {
    let metadata = after.frontmatter.get("metadata");
    let keys: Vec<String> = metadata
        .into_iter()
        .flat_map(Value::entries)
        .map(|(key, _)| key.text().unwrap().to_owned())
        .collect();
    let old: Json = serde_json::from_str(&before.frontmatter.to_json()).unwrap();
    for key in old.as_object().unwrap().keys() {
        let standard = field::STANDARD.contains(&key.as_str());
        let tools = field::find(key).is_some_and(|field| field.key == "allowed-tools")
            && after.frontmatter.get("allowed-tools").is_some();
        let moved = keys.iter().any(|name| name.trim_start_matches("frontmatter-") == key);
        let renamed = keys.contains(key);
        prop_assert!(standard || tools || moved || renamed, "{} is lost:\n{}", key, after.text());
    }
    for (key, _) in before.frontmatter.get("metadata").into_iter().flat_map(Value::entries) {
        let key = key.text().unwrap();
        prop_assert!(keys.iter().any(|name| name == key), "{} is lost:\n{}", key, after.text());
    }
    let said = |skill: &Skill| -> Option<String> {
        skill.frontmatter.get("description")?.as_str().map(str::to_owned)
    };
    if before.frontmatter.get("description").is_some_and(|value| value.kind() == Type::Str) {
        prop_assert_eq!(said(before), said(after));
    }
    Ok(())
}

#[test]
fn what_changes_and_how() {
    let table = [
        // Portable already: not a byte changes.
        (
            "---\nname: a  # c\ndescription: \"b\"\nmetadata:\n  x: y\n---\nB\n",
            "---\nname: a  # c\ndescription: \"b\"\nmetadata:\n  x: y\n---\nB\n",
        ),
        ("---\nname: a\ntags: [x, y]\n---\n", "---\nname: a\nmetadata:\n  tags: x, y\n---\n"),
        // A key that metadata has already is not overwritten, and the last of two counts.
        (
            "---\nt: 1\nmetadata:\n  t: m\nt: 2\n---\n",
            "---\nmetadata:\n  t: m\n  frontmatter-t: '2'\n---\n",
        ),
        ("---\nallowed_tools: [A, B]\n---\n", "---\nallowed-tools: A B\n---\n"),
        (
            "---\nallowed-tools: A\nallowedTools: B\n---\n",
            "---\nallowed-tools: A\nmetadata:\n  allowedTools: B\n---\n",
        ),
        // Of a key of the standard that comes twice the one that counts stays.
        ("---\nname: a\nname: b\n---\n", "---\nname: b\n---\n"),
        // Braces around everything, or an anchor: written anew.
        ("---\n{name: a, x: [1]}\n---\n", "---\nname: a\nmetadata:\n  x: '1'\n---\n"),
        ("---\nname: &n a\nx: *n\n---\n", "---\nname: a\nmetadata:\n  x: a\n---\n"),
        ("---\nname: a\n? x\n---\n", "---\nname: a\nmetadata:\n  x: ''\n---\n"),
        ("No frontmatter.\n", "No frontmatter.\n"),
    ];
    for (before, after) in table {
        assert_eq!(portable_text(before), after, "{before}");
    }
}

#[test]
fn changes_are_told() {
    let text = "---\nname: 12\nmodel: big\nodd: 1\n---\n";
    let skill = read(text.as_bytes(), rules("prowess")).skill;
    let changes = portable::portable(&skill, rules("prowess")).unwrap().changes;
    let expected = ["read-by-fewer@3:8", "moved-to-metadata@4:6", "becomes-string"];
    assert_eq!(marks(&changes), expected);
    // What changes its meaning or goes away is told too.
    let text = "---\nname: a\nallowed_tools: [A]\nmetadata:\n  # why\n  own: {always: false, v: 1.10, l: []}\n---\n";
    let skill = read(text.as_bytes(), rules("prowess")).skill;
    let portable = portable::portable(&skill, rules("prowess")).unwrap();
    assert_eq!(marks(&portable.changes), ["field-renamed", "becomes-string@6:36", "comment-lost"]);
    // The agent that looks at them finds a boolean still, and a version as it is spelled.
    let expected = "  own:\n    always: false\n    v: '1.10'\n    l: '[]'\n";
    assert!(portable.text.contains(expected), "{}", portable.text);
}

#[test]
fn thousands_of_fields_move_at_once() {
    let fields: String = (0..9_000).map(|at| format!("k{at}: {at}\n")).collect();
    let portable =
        portable_text(&format!("---\nname: the-skill\ndescription: d\n{fields}---\nB\n"));
    assert_eq!(strict(&portable).frontmatter.entries().count(), 3);
    assert!(check(&portable, rules("agentskills")).iter().all(|d| d.severity != Severity::Error));
}
