//! One case at least for each remark of the checks, with the place it points at.

use prowess_format::place::{self, Trouble};
use prowess_format::{
    Diagnostic, MemoryTree, Parsed, Rules, Surroundings, TreePath, manifest, validate,
};

use crate::support::{check, marks, read, rules};

/// The remarks under the `prowess` profile on a skill with these lines in its frontmatter.
fn remarks(lines: &str) -> Vec<String> {
    marks(&check(&format!("---\n{lines}\n---\nDo it.\n"), rules("prowess")))
}

#[test]
fn fields() {
    let long = |length: usize| "x".repeat(length);
    let good = "name: the-skill\ndescription: d";
    let with = |line: &str| format!("{good}\n{line}");
    let table: [(String, &[&str]); 31] = [
        (good.to_owned(), &[]),
        ("description: d".to_owned(), &["name-missing@2:1"]),
        ("name: the-skill".to_owned(), &["description-missing@2:1"]),
        (
            "name: 12\ndescription: d".to_owned(),
            &["name-not-string@2:7", "name-directory-mismatch@2:7"],
        ),
        ("name: ''\ndescription: d".to_owned(), &["name-empty@2:7"]),
        (
            "name: The-skill\ndescription: d".to_owned(),
            &["name-not-lowercase@2:7", "name-directory-mismatch@2:7"],
        ),
        (
            "name: -a\ndescription: d".to_owned(),
            &["name-hyphen-edge@2:7", "name-directory-mismatch@2:7"],
        ),
        (
            "name: a--b\ndescription: d".to_owned(),
            &["name-double-hyphen@2:7", "name-directory-mismatch@2:7"],
        ),
        (
            "name: a_b\ndescription: d".to_owned(),
            &["name-characters@2:7", "name-directory-mismatch@2:7"],
        ),
        (
            format!("name: {}\ndescription: d", long(65)),
            &["name-too-long@2:7", "name-directory-mismatch@2:7"],
        ),
        (
            "name: \"a\\u200b\"\ndescription: d".to_owned(),
            &["name-characters@2:7", "name-directory-mismatch@2:7", "name-invisible@2:7"],
        ),
        (
            "name: ../a\ndescription: d".to_owned(),
            &["name-characters@2:7", "name-directory-mismatch@2:7", "name-is-path@2:7"],
        ),
        ("name: the-skill\ndescription: [d]".to_owned(), &["description-not-string@3:14"]),
        ("name: the-skill\ndescription: ' '".to_owned(), &["description-empty@3:14"]),
        (format!("name: the-skill\ndescription: {}", long(1025)), &["description-too-long@3:14"]),
        ("name: the-skill\ndescription: a <b> c".to_owned(), &["description-xml-tag@3:14"]),
        (with("license: [MIT]"), &["license-not-string@4:10"]),
        (with("compatibility: 1"), &["compatibility-not-string@4:16"]),
        (with(&format!("compatibility: {}", long(501))), &["compatibility-too-long@4:16"]),
        (with("metadata: text"), &["metadata-not-mapping@4:11"]),
        (with("metadata:\n  1: a"), &["metadata-key-not-string@5:3"]),
        (with("metadata:\n  a: 1"), &["metadata-value-not-string@5:6"]),
        (with("allowed-tools: [Read]"), &["allowed-tools-not-string@4:16"]),
        (
            with("allowed-tools: {Read: true}"),
            &["allowed-tools-not-string@4:16", "allowed-tools-mapping@4:16"],
        ),
        (with("allowed-tools: Read, Write"), &["allowed-tools-commas@4:16"]),
        (with("context: thread"), &["context-invalid@4:10"]),
        (with("dependencies: [the-skill]"), &["self-dependency@4:15"]),
        (with("version: one"), &["version-format@4:10"]),
        (with("risk: high"), &["unknown-field@4:1"]),
        (with("metadata:\n  ? [a]\n  : b"), &["key-not-text@5:5", "metadata-key-not-string@5:5"]),
        (with("license:"), &["license-not-string@4:9"]),
    ];
    let mut wrong = Vec::new();
    for (lines, expected) in &table {
        let found = remarks(lines);
        if found != *expected {
            wrong.push(format!("{lines:.60}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn forms_and_titles_of_other_profiles() {
    let text = "---\nname: A b\ndescription: d\ntitle: ''\n---\nDo it.\n";
    assert_eq!(marks(&check(text, rules("wink"))), ["name-format@2:7", "title-empty@4:8"]);
}

#[test]
fn bodies() {
    let head = "---\nname: the-skill\ndescription: d\n---\n";
    let table: [(String, &str, &[&str]); 4] = [
        (String::new(), "prowess", &["body-empty@5:1"]),
        ("x\n".repeat(501), "prowess", &["body-lines@5:1"]),
        ("word ".repeat(4_001), "prowess", &["body-tokens@5:1"]),
        ("x".repeat(100_001), "wundr", &["body-tokens@5:1", "body-too-large@5:1"]),
    ];
    for (body, profile, expected) in table {
        let found = marks(&check(&format!("{head}{body}"), rules(profile)));
        assert_eq!(found, expected, "{body:.20}");
    }
}

#[test]
fn what_the_host_offers() {
    let text = "---\nname: the-skill\ndescription: d\ntools: [hammer]\nallowed-tools: saw\n\
                model: big\ndependencies: [other]\n---\nDo it.\n";
    let Parsed { skill, diagnostics } = read(text.as_bytes(), rules("prowess"));
    let none: &[String] = &[];
    let around = Surroundings {
        directory: Some("the-skill"),
        tools: Some(none),
        models: Some(none),
        skills: Some(none),
        ..Surroundings::default()
    };
    let found = marks(&validate(&skill, diagnostics, around, rules("prowess")));
    let expected = [
        "tool-unavailable@4:8",
        "allowed-tool-unavailable@5:16",
        "model-unavailable@6:8",
        "dependency-missing@7:15",
    ];
    assert_eq!(found, expected);
}

#[test]
fn files_that_the_body_names() {
    let text = "---\nname: the-skill\ndescription: d\n---\n[a](gone.md) [b](../out.md) [c](here.md)\n\
                Run `scripts/gone.sh` and `scripts/run.sh`, see @notes/gone.md now.\n";
    let tree = MemoryTree::of_texts([("here.md", "x"), ("scripts/run.sh", "#!/bin/sh\n")]);
    let Parsed { skill, diagnostics } = read(text.as_bytes(), rules("prowess"));
    let around =
        Surroundings { directory: Some("the-skill"), tree: Some(&tree), ..Surroundings::default() };
    let found = marks(&validate(&skill, diagnostics, around, rules("prowess")));
    let expected = [
        "link-broken@5:1",
        "link-outside@5:14",
        "bundled-path-missing@6:5",
        "file-reference-missing@6:49",
        "script-not-executable",
    ];
    assert_eq!(found, expected);
}

#[test]
fn places_without_a_skill() {
    let table = [
        (Trouble::PathMissing, "path-missing", "`a/b` does not exist"),
        (Trouble::NotADirectory, "not-a-directory", "`a/b` is not a directory"),
        (Trouble::SkillFileMissing, "skill-file-missing", "`a/b` has no SKILL.md"),
        (Trouble::NotMarkdown, "not-markdown", "`a/b` is not a Markdown file"),
        (Trouble::Unreadable("no".to_owned()), "file-unreadable", "the file cannot be read: no"),
        (Trouble::Limit("1 file".to_owned()), "tree-limit", "not everything was looked at: 1 file"),
    ];
    for (trouble, code, message) in table {
        let found = place::diagnose(&trouble, "a/b", TreePath::root(), rules("prowess"));
        let found: Vec<_> =
            found.iter().map(|item| (item.code.id, item.message.as_str())).collect();
        assert_eq!(found, [(code, message)]);
    }
}

#[test]
fn manifests() {
    let codes = |diagnostics: &[Diagnostic]| -> Vec<&'static str> {
        diagnostics.iter().map(|item| item.code.id).collect()
    };
    let rules = Rules::default();
    let empty = MemoryTree::default();
    let judge = |json: &str| {
        let parsed = manifest::parse(json.as_bytes(), &rules);
        let mut found = codes(&parsed.diagnostics);
        let manifest = parsed.manifest.unwrap_or_default();
        found.extend(codes(&manifest::validate(&manifest, Some(&empty), &rules)));
        found
    };
    let missing = [
        "manifest-id-missing",
        "manifest-name-missing",
        "manifest-version-missing",
        "manifest-description-missing",
        "manifest-owner-missing",
    ];
    assert_eq!(judge("{}"), missing);
    let rest = r#""name": "n", "description": "d", "owner": "o""#;
    let table: [(&str, &[&str]); 5] = [
        (r#""id": "A", "version": "1""#, &["manifest-id-format", "manifest-version-format"]),
        (r#""id": "a", "version": "1.0.0", "context": "x""#, &["manifest-field-type"]),
        (r#""id": "a", "version": "1.0.0", "context": ["x"]"#, &["manifest-context-not-found"]),
        (r#""id": "a", "version": "1.0.0", "scripts": ["x"]"#, &["manifest-script-not-found"]),
        (
            r#""id": "a", "version": "1.0.0", "mcpServers": [{"name": "m", "type": "local"}]"#,
            &["manifest-mcp-server"],
        ),
    ];
    for (fields, expected) in table {
        assert_eq!(judge(&format!("{{{fields}, {rest}}}")), expected, "{fields}");
    }
}
