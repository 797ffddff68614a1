//! `check`: what a path names, and what is said about it.

use insta::assert_snapshot;
use serde_json::{Value as Json, json};

use crate::sandbox::{Sandbox, healthy};

/// Readable by prowess, with one remark of each severity but error.
const COLON: &str =
    "---\nname: colon\ndescription: Reads: files. Use when asked.\nversion: 1.10\n---\nGo.\n";

fn tree() -> Sandbox {
    Sandbox::new()
        .skill("healthy")
        .skill(".claude/skills/hidden")
        .skill("deep/er/nested")
        .skill("node_modules/package/foreign")
        .skill(".git/foreign")
        .file("colon/SKILL.md", COLON)
        .file("empty/SKILL.md", "")
        .file("README.md", "# Not a skill\n")
}

#[test]
fn a_healthy_skill_is_fine_however_it_is_named() {
    let sandbox = tree();
    for path in ["healthy", "./healthy/", "healthy/SKILL.md", "deep", "deep/../healthy"] {
        let ran = sandbox.exits(0, &["check", path]);
        assert_eq!(ran.stdout, "", "{path}");
        assert_eq!(ran.stderr, "1 skill checked, 0 invalid: nothing to say\n", "{path}");
    }
    for (directory, path) in [("healthy", "."), ("healthy", "SKILL.md"), ("deep/er/nested", "..")] {
        let ran = sandbox.exits(0, &["-C", directory, "check", path]);
        assert_eq!(ran.stdout, "", "{path} in {directory}");
    }
}

#[test]
fn a_tree_is_searched_with_its_hidden_directories() {
    assert_snapshot!(tree().run(&["check", "."]), @"
    exit 1
    --- stdout
    ./colon/SKILL.md:3:14: warning[unquoted-colon]: the value of `description` holds `: ` and is not in quotes
    ./colon/SKILL.md:4:10: info[version-format]: the version `1.10` is not of the form 1.2.3
    ./empty/SKILL.md: error[file-empty]: the file is empty
    ./empty/SKILL.md:1:1: warning[frontmatter-missing]: there is no frontmatter
    --- stderr
    5 skills checked, 1 invalid: 1 error, 2 warnings, 1 note
    ");
}

#[test]
fn several_paths_are_told_in_their_order() {
    assert_snapshot!(tree().run(&["check", "empty", "nowhere", "colon/SKILL.md", "README.md"]), @"
    exit 1
    --- stdout
    empty/SKILL.md: error[file-empty]: the file is empty
    empty/SKILL.md:1:1: warning[frontmatter-missing]: there is no frontmatter
    nowhere: error[path-missing]: `nowhere` does not exist
    colon/SKILL.md:3:14: warning[unquoted-colon]: the value of `description` holds `: ` and is not in quotes
    colon/SKILL.md:4:10: info[version-format]: the version `1.10` is not of the form 1.2.3
    README.md:1:1: warning[frontmatter-missing]: there is no frontmatter
    README.md:1:1: warning[name-missing]: the frontmatter has no `name`
    README.md:1:1: warning[description-missing]: the frontmatter has no `description`
    --- stderr
    4 skills checked, 2 invalid: 2 errors, 5 warnings, 1 note
    ");
}

#[test]
fn a_directory_without_skills_is_an_error() {
    let sandbox = Sandbox::new().directory("empty");
    assert_snapshot!(sandbox.run(&["check", "empty"]), @"
    exit 1
    --- stdout
    empty: error[skill-file-missing]: `empty` has no SKILL.md
    --- stderr
    1 skill checked, 1 invalid: 1 error
    ");
}

#[test]
fn json_has_exactly_this_shape() {
    assert_snapshot!(tree().run(&["check", "--json", "colon", "nowhere"]), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "skills": [
        {
          "path": "colon",
          "name": "colon",
          "description": "Reads: files. Use when asked.",
          "valid": true,
          "diagnostics": [
            {
              "code": "unquoted-colon",
              "severity": "warning",
              "message": "the value of `description` holds `: ` and is not in quotes",
              "file": "colon/SKILL.md",
              "line": 3,
              "column": 14,
              "start": 29,
              "end": 58,
              "help": "put the value in quotes: agents that parse strictly drop the skill",
              "fixable": true
            },
            {
              "code": "version-format",
              "severity": "info",
              "message": "the version `1.10` is not of the form 1.2.3",
              "file": "colon/SKILL.md",
              "line": 4,
              "column": 10,
              "start": 68,
              "end": 72,
              "help": "write major, minor and patch",
              "fixable": false
            }
          ]
        },
        {
          "path": "nowhere",
          "name": null,
          "description": null,
          "valid": false,
          "diagnostics": [
            {
              "code": "path-missing",
              "severity": "error",
              "message": "`nowhere` does not exist",
              "file": "nowhere",
              "line": null,
              "column": null,
              "start": null,
              "end": null,
              "help": "check the spelling of the path",
              "fixable": false
            }
          ]
        }
      ]
    }
    --- stderr
    "#);
}

#[test]
fn both_ways_to_ask_for_json_give_the_same() {
    let sandbox = tree();
    let document = sandbox.exits(1, &["check", "--json", "."]).stdout;
    assert_eq!(sandbox.exits(1, &["check", "--format", "json", "."]).stdout, document);
    assert_eq!(sandbox.exits(1, &["--json", "check", "--format=json", "."]).stdout, document);
}

#[test]
fn columns_count_code_points_and_bytes_are_bytes() {
    let text = "---\nname: wide\ndescription: Helps. Use when asked.\ncontext: ü技😀\n---\n技能 [a](b.md)\n";
    let sandbox = Sandbox::new().file("wide/SKILL.md", text);
    let document = sandbox.exits(0, &["check", "--json", "wide"]).json();
    let at = text.find("[a]").unwrap();
    let link = document["skills"][0]["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["code"] == "link-broken")
        .unwrap();
    let keys = ["line", "column", "start", "end"].map(|key| link[key].clone());
    assert_eq!(keys, [json!(6), json!(4), json!(at), json!(at + "[a](b.md)".len())]);
}

#[test]
fn fail_on_says_from_which_severity_on() {
    let notes = "---\nname: notes\ndescription: Helps. Use when asked.\nversion: 1.10\n---\nGo.\n";
    let sandbox = tree().file("notes/SKILL.md", notes);
    let table =
        [("healthy", [0, 0, 0]), ("notes", [0, 0, 1]), ("colon", [0, 1, 1]), ("empty", [1, 1, 1])];
    for (path, codes) in table {
        for (severity, code) in ["error", "warning", "info"].into_iter().zip(codes) {
            sandbox.exits(code, &["check", path, "--fail-on", severity]);
        }
    }
}

#[test]
fn a_broken_skill_does_not_hide_the_others() {
    let document = tree().exits(1, &["check", "--json", "."]).json();
    let skills = document["skills"].as_array().unwrap().iter();
    let valid: Vec<(&Json, &Json)> = skills.map(|one| (&one["path"], &one["valid"])).collect();
    let expected = [
        ("./.claude/skills/hidden", true),
        ("./colon", true),
        ("./deep/er/nested", true),
        ("./empty", false),
        ("./healthy", true),
    ];
    let expected = expected.map(|(path, valid)| (json!(path), json!(valid)));
    assert!(valid.iter().copied().eq(expected.iter().map(|(a, b)| (a, b))), "{valid:?}");
}

#[test]
fn the_file_may_be_written_in_any_case() {
    let table: [(&[&str], &str); 4] = [
        (&["skill.md"], "s/skill.md"),
        (&["Skill.md", "SKILL.md", "skill.md"], "s/SKILL.md"),
        (&["Skill.MD", "skill.md"], "s/skill.md"),
        (&["Skill.md", "sKILL.md", "SkilL.md"], "s/SkilL.md"),
    ];
    for (names, expected) in table {
        let make = |sandbox: Sandbox, name| sandbox.file(format!("s/{name}"), healthy("s"));
        let sandbox = names.iter().fold(Sandbox::new(), make);
        let shown = sandbox.exits(0, &["show", "--json", "s"]).json();
        let listed = sandbox.exits(0, &["list", "--json", "s"]).json();
        assert_eq!([&shown["skill"]["file"], &listed["skills"][0]["path"]], [expected; 2]);
    }
}
