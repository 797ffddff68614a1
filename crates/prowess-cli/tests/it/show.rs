//! `show`: one skill in full.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

const NUMBERS: &str = "---\nname: s\ndescription: Helps. Use when asked.\nversion: 1.10\nmetadata:\n  big: 12345678901234567890123\n  exponent: 1e3\n  hex: 0x1F\n  yes: yes\n  list: [1.0, true, ~, text]\n---\n# Steps\n\nGo.\n";

fn skill() -> Sandbox {
    Sandbox::new()
        .file("s/SKILL.md", NUMBERS)
        .file("s/scripts/run.sh", "#!/bin/sh\n")
        .mode("s/scripts/run.sh", 0o755)
        .link("s/notes.md", "SKILL.md")
}

#[test]
fn text_shows_fields_files_and_digest() {
    assert_snapshot!(skill().run(&["show", "s"]), @r#"
    exit 0
    --- stdout
    name          s
    description   Helps. Use when asked.
    path          s
    version       1.10
    metadata      {"big":12345678901234567890123,"exponent":1e3,"hex":"0x1F","yes":"yes","list":[1.0,true,null,"text"]}
    body          3 lines, about 4 tokens
    digest        sha256:879342c6cd824461acc060c0fa469a768b52e929edb7cc2e8da037a85ad78854
    file          SKILL.md (188 bytes)
    link          notes.md (8 bytes)
    file          scripts/run.sh (10 bytes, executable)
    s/SKILL.md:6:8: info[metadata-value-not-string]: the metadata value of `big` is an integer, not a string
    s/SKILL.md:7:13: info[metadata-value-not-string]: the metadata value of `exponent` is a number, not a string
    s/SKILL.md:8:8: info[metadata-value-not-string]: the metadata value of `hex` is an integer, not a string
    s/SKILL.md:10:9: info[metadata-value-not-string]: the metadata value of `list` is a list, not a string
    s/SKILL.md:4:10: info[version-format]: the version `1.10` is not of the form 1.2.3
    --- stderr
    "#);
}

#[test]
fn json_keeps_the_spelling_of_numbers() {
    assert_snapshot!(skill().run(&["show", "--json", "s/SKILL.md"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "skill": {
        "path": "s",
        "file": "s/SKILL.md",
        "name": "s",
        "nameOrigin": "frontmatter",
        "description": "Helps. Use when asked.",
        "descriptionOrigin": "frontmatter",
        "valid": true,
        "frontmatter": {"name":"s","description":"Helps. Use when asked.","version":1.10,"metadata":{"big":12345678901234567890123,"exponent":1e3,"hex":"0x1F","yes":"yes","list":[1.0,true,null,"text"]}},
        "body": {
          "line": 12,
          "lines": 3,
          "bytes": 13,
          "estimatedTokens": 4
        },
        "digest": "sha256:879342c6cd824461acc060c0fa469a768b52e929edb7cc2e8da037a85ad78854",
        "files": [
          {
            "path": "SKILL.md",
            "kind": "file",
            "executable": false,
            "size": 188
          },
          {
            "path": "notes.md",
            "kind": "link",
            "executable": false,
            "size": 8
          },
          {
            "path": "scripts/run.sh",
            "kind": "file",
            "executable": true,
            "size": 10
          }
        ],
        "verdict": "unscanned",
        "diagnostics": [
          {
            "code": "metadata-value-not-string",
            "severity": "info",
            "message": "the metadata value of `big` is an integer, not a string",
            "file": "s/SKILL.md",
            "line": 6,
            "column": 8,
            "start": 79,
            "end": 102,
            "help": "put the value in quotes",
            "fixable": false
          },
          {
            "code": "metadata-value-not-string",
            "severity": "info",
            "message": "the metadata value of `exponent` is a number, not a string",
            "file": "s/SKILL.md",
            "line": 7,
            "column": 13,
            "start": 115,
            "end": 118,
            "help": "put the value in quotes",
            "fixable": false
          },
          {
            "code": "metadata-value-not-string",
            "severity": "info",
            "message": "the metadata value of `hex` is an integer, not a string",
            "file": "s/SKILL.md",
            "line": 8,
            "column": 8,
            "start": 126,
            "end": 130,
            "help": "put the value in quotes",
            "fixable": false
          },
          {
            "code": "metadata-value-not-string",
            "severity": "info",
            "message": "the metadata value of `list` is a list, not a string",
            "file": "s/SKILL.md",
            "line": 10,
            "column": 9,
            "start": 150,
            "end": 170,
            "help": "put the value in quotes",
            "fixable": false
          },
          {
            "code": "version-format",
            "severity": "info",
            "message": "the version `1.10` is not of the form 1.2.3",
            "file": "s/SKILL.md",
            "line": 4,
            "column": 10,
            "start": 57,
            "end": 61,
            "help": "write major, minor and patch",
            "fixable": false
          }
        ]
      }
    }
    --- stderr
    "#);
}

#[test]
fn a_broken_skill_is_shown_and_the_answer_is_no() {
    let sandbox = Sandbox::new().file("s/SKILL.md", "");
    assert_snapshot!(sandbox.run(&["show", "s"]), @"
    exit 1
    --- stdout
    name          s
    description   none
    path          s
    body          0 lines, about 0 tokens
    digest        sha256:abbf3f326ddea55492a2423c9c0d8cdd8796d9603efc729fb085099d7ff465bf
    file          SKILL.md (0 bytes)
    s/SKILL.md: error[file-empty]: the file is empty
    s/SKILL.md:1:1: warning[frontmatter-missing]: there is no frontmatter
    --- stderr
    ");
    let document = sandbox.exits(1, &["show", "--json", "s"]).json();
    assert_eq!(document["skill"]["valid"], false);
}

#[test]
fn a_manifest_is_shown_by_its_profile() {
    let manifest = r#"{"id": "b", "name": "B", "version": "1.0.0", "description": "Greets.",
        "owner": "custom", "context": [], "scripts": []}"#;
    let sandbox = Sandbox::new().file("b/manifest.json", manifest);
    assert_snapshot!(sandbox.run(&["show", "b", "--profile", "bees"]), @"
    exit 0
    --- stdout
    name          b
    description   Greets.
    path          b
    digest        sha256:ce8935cbca478184fdad8df278112e46985435ce9b9af8cb75012319070d925f
    file          manifest.json (127 bytes)
    --- stderr
    ");
    let document = sandbox.exits(0, &["show", "b", "--profile", "bees", "--json"]).json();
    assert_eq!(document["skill"]["frontmatter"]["id"], "b");
}

#[test]
fn one_skill_must_be_named() {
    let sandbox = Sandbox::new().skill("a").skill("b").directory("none");
    assert_snapshot!(sandbox.run(&["show", "."]), @"
    exit 2
    --- stdout

    --- stderr
    error: there are 2 skills below `.`; name one of them
    hint: ./a
    hint: ./b
    ");
    assert_snapshot!(sandbox.run(&["show", "none"]), @"
    exit 1
    --- stdout

    --- stderr
    error: there is no skill at `none`
    hint: name a directory with a SKILL.md, or the file itself
    hint: `prowess list` shows the names of the skills that are loaded
    ");
    assert_snapshot!(sandbox.run(&["show", "gone", "--json"]), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "error": {
        "kind": "not-found",
        "message": "there is no skill at `gone`",
        "hints": [
          "name a directory with a SKILL.md, or the file itself",
          "`prowess list` shows the names of the skills that are loaded"
        ]
      }
    }
    --- stderr
    "#);
}

#[test]
fn the_digest_changes_with_any_file() {
    let digest = |sandbox: &Sandbox| {
        sandbox.run(&["show", "--json", "s"]).json()["skill"]["digest"].as_str().unwrap().to_owned()
    };
    let first = digest(&skill());
    assert_eq!(first, digest(&skill()));
    assert_ne!(first, digest(&skill().file("s/more", "")));
    assert_ne!(first, digest(&skill().mode("s/scripts/run.sh", 0o644)));
}

#[test]
fn a_bare_name_is_the_highest_version() {
    let manifest = |version: &str| {
        format!(
            r#"{{"id": "b", "name": "B", "version": "{version}", "description": "Is {version}.", "owner": "built-in"}}"#
        )
    };
    let place = |version: &str| format!("data/skills/built-in/b@{version}/manifest.json");
    let sandbox = ["1.9.0", "1.10.0"]
        .into_iter()
        .fold(Sandbox::new(), |sandbox, version| sandbox.file(place(version), manifest(version)));
    for (name, expected) in [("b", "Is 1.10.0."), ("b@1.9.0", "Is 1.9.0.")] {
        let shown = sandbox.exits(0, &["--profile", "bees", "show", name, "--json"]).json();
        assert_eq!(shown["skill"]["description"], expected, "{name}");
    }
}
