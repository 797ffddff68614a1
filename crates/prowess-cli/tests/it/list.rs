//! `list`: the skills that load, and a word about those that do not.

use insta::assert_snapshot;
use serde_json::Value as Json;

use crate::sandbox::{Sandbox, healthy};

/// A skill whose name is not its directory's.
fn named(name: &str, says: &str) -> String {
    format!("---\nname: {name}\ndescription: {says}. Use when asked.\n---\nGo.\n")
}

fn names(document: &Json) -> Vec<&str> {
    document["skills"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

#[test]
fn skills_are_sorted_by_name() {
    let sandbox = Sandbox::new().skill("b").skill("group/a").skill("c").skill(".hidden/d");
    assert_snapshot!(sandbox.run(&["list", "."]), @"
    exit 0
    --- stdout
    a  Helps with a. Use when asked.
    b  Helps with b. Use when asked.
    c  Helps with c. Use when asked.
    --- stderr
    ");
    assert_snapshot!(sandbox.run(&["list", "--profile", "opencode", "."]).answer(), @"
    a  Helps with a. Use when asked.
    b  Helps with b. Use when asked.
    c  Helps with c. Use when asked.
    d  Helps with d. Use when asked.
    ");
}

#[test]
fn json_has_exactly_this_shape() {
    let hidden = "---\nname: s\ndescription: Helps. Use when asked.\ndisable-model-invocation: true\n---\nGo.\n";
    let sandbox = Sandbox::new().file("skills/s/SKILL.md", hidden);
    let ran = sandbox.exits(0, &["list", "--json", "skills"]);
    let revision = ran.json()["revision"].as_str().unwrap().to_owned();
    assert!(revision.len() == 16 && revision.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_snapshot!(ran.answer().replace(&revision, "[REVISION]"), @r#"
    {
      "version": 1,
      "revision": "[REVISION]",
      "profile": "prowess",
      "skills": [
        {
          "name": "s",
          "description": "Helps. Use when asked.",
          "path": "skills/s/SKILL.md",
          "directory": "skills/s",
          "scope": "extra",
          "root": "skills",
          "hidden": true,
          "trusted": false,
          "verdict": "unscanned",
          "diagnostics": []
        }
      ]
    }
    "#);
}

#[test]
fn a_skill_that_says_nothing_has_no_description() {
    let sandbox = Sandbox::new()
        .file("skills/silent/SKILL.md", "---\nname: silent\n---\n")
        .file("skills/empty/SKILL.md", "---\nname: empty\ndescription: ''\n---\n");
    for args in [&["list", "--json", "skills"][..], &["check", "--json", "skills"]] {
        let document = sandbox.run(args).json();
        let skills = document["skills"].as_array().unwrap();
        assert_eq!(skills.len(), 2, "{document}");
        for skill in skills {
            assert_eq!(skill.get("description"), Some(&Json::Null), "{document}");
        }
    }
}

#[test]
fn tokens_are_an_estimate_by_bytes() {
    let hidden = "---\nname: h\ndescription: Helps.\ndisable-model-invocation: true\n---\nGo on.\n";
    let long = format!("---\nname: long\ndescription: Helps.\n---\n{}", "x".repeat(4_000));
    let sandbox = Sandbox::new().file("s/h/SKILL.md", hidden).file("s/long/SKILL.md", long);
    // `- long: Helps.` and a line feed are 15 bytes; the files have 74 and 4039.
    let ran = sandbox.run(&["list", "--tokens", "--profile", "omp", "s"]);
    assert_snapshot!(ran, @"
    exit 0
    --- stdout
    h  ~0 + 19  Helps.
    long  ~4 + 1010  Helps.
    --- stderr
    2 skills: about 4 tokens in the listing + 1029 in instructions, estimated as a quarter of the bytes
    ");
    let list = ["list", "--tokens", "--json", "--profile", "omp", "s"];
    let document = sandbox.exits(0, &list).json();
    let tokens = |listing: u64, instructions: u64| serde_json::json!({ "listing": listing, "instructions": instructions });
    assert_eq!(document["tokens"], tokens(4, 1029));
    assert_eq!(document["skills"][0]["tokens"], tokens(0, 19));
    assert_eq!(document["skills"][1]["tokens"], tokens(4, 1010));
    // Without the flag nothing is said of it.
    let document = sandbox.exits(0, &["list", "--json", "s"]).json();
    assert!(document.get("tokens").is_none() && document["skills"][0].get("tokens").is_none());
}

#[test]
fn a_directory_may_be_a_skill_itself() {
    let sandbox = Sandbox::new().file("s/SKILL.md", "---\ndescription: Helps.\n---\nGo.\n");
    for (directory, path) in [(".", "s"), ("s", "."), (".", "s/../s")] {
        let ran = sandbox.exits(0, &["-C", directory, "list", path]);
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("s  Helps.\n", ""), "{path}");
    }
}

#[test]
fn skills_of_one_name_are_settled_by_the_profile() {
    let sandbox = Sandbox::new()
        .file("one/s/SKILL.md", named("s", "First"))
        .file("two/s/SKILL.md", named("s", "Second"));
    assert_snapshot!(sandbox.run(&["list", "one", "two"]), @"
    exit 0
    --- stdout
    s  First. Use when asked.
    --- stderr
    `s` in two/s/SKILL.md is not loaded: `one/s/SKILL.md` is loaded instead
    ");
    assert_snapshot!(sandbox.run(&["list", "two", "one"]).answer(), @"s  Second. Use when asked.");
    assert_snapshot!(sandbox.run(&["list", "--profile", "openclaw", "one", "two"]), @"
    exit 0
    --- stdout
    s  Second. Use when asked.
    --- stderr
    `s` in one/s/SKILL.md is not loaded: `two/s/SKILL.md` is loaded instead
    ");
    assert_snapshot!(sandbox.run(&["list", "--profile", "agentskills", "one", "two"]), @"
    exit 0
    --- stdout

    --- stderr
    `s` in one/s/SKILL.md is not loaded: 2 skills have this name, and none of them is loaded
    `s` in two/s/SKILL.md is not loaded: 2 skills have this name, and none of them is loaded
    ");
}

#[test]
fn a_broken_skill_never_hides_a_healthy_one() {
    let sandbox = Sandbox::new()
        .file("one/s/SKILL.md", "")
        .file("one/t/SKILL.md", b"\xff\xfe\x00")
        .link("one/u/SKILL.md", "/dev/zero")
        .file("two/s/SKILL.md", healthy("s"));
    assert_snapshot!(sandbox.run(&["list", "one", "two"]), @"
    exit 0
    --- stdout
    s  Helps with s. Use when asked.
    --- stderr
    `s` in one/s/SKILL.md is not loaded: the file is empty
    `t` in one/t/SKILL.md is not loaded: the file is empty
    `u` in one/u/SKILL.md is not loaded: the file cannot be read: it is not a regular file
    ");
}

#[test]
fn the_revision_changes_when_the_answer_may() {
    let sandbox = Sandbox::new().skill("a").skill("b");
    let revision =
        |sandbox: &Sandbox| sandbox.run(&["list", "--json", "."]).json()["revision"].clone();
    let first = revision(&sandbox);
    assert_eq!(first, revision(&sandbox));
    let sandbox = sandbox.file("a/SKILL.md", healthy("a").replace("asked", "needed"));
    let second = revision(&sandbox);
    assert_ne!(first, second);
    let sandbox = sandbox.skill("c");
    assert_ne!(second, revision(&sandbox));
}

#[test]
fn manifests_are_listed_by_their_profile() {
    let manifest = |version: &str, says: &str| {
        format!(
            r#"{{"id": "hi", "name": "Hi", "version": "{version}", "description": "{says}", "owner": "custom", "context": [], "scripts": []}}"#
        )
    };
    let sandbox = Sandbox::new()
        .file("old/manifest.json", manifest("1.0.0", "Greets."))
        .file("new/manifest.json", manifest("2.0.0", "Greets more."))
        .file("bad/manifest.json", "{}")
        .skill("s");
    assert_snapshot!(sandbox.run(&["list", "--profile", "bees", "."]), @"
    exit 0
    --- stdout
    hi  Greets more.
    hi  Greets.
    --- stderr
    `skill` in ./bad/manifest.json is not loaded: Missing or invalid id
    ");
    let document = sandbox.exits(0, &["list", "--profile", "bees", "--json", "."]).json();
    assert_eq!(names(&document), ["hi", "hi"]);
}

#[test]
fn directories_must_be_there() {
    let sandbox = Sandbox::new().file("file", "");
    assert_snapshot!(sandbox.run(&["list", "gone"]), @"
    exit 1
    --- stdout

    --- stderr
    error: `gone` does not exist
    ");
    assert_snapshot!(sandbox.run(&["list", "file"]), @"
    exit 2
    --- stdout

    --- stderr
    error: `file` is not a directory
    ");
    let empty = sandbox.directory("empty");
    assert_eq!(names(&empty.exits(0, &["list", "empty", "--json"]).json()), [""; 0]);
}

#[test]
fn a_directory_that_cannot_be_searched_is_told() {
    let sandbox =
        Sandbox::new().skill("closed/a").skill("open").mode("closed", 0o000).mode(".", 0o755);
    let test = "a_directory_that_cannot_be_searched_is_told";
    let ran = sandbox.run_unprivileged(test, &["list", "."]);
    let _open_again = sandbox.mode("closed", 0o755);
    let Some(ran) = ran else { return };
    assert_snapshot!(ran, @"
    exit 0
    --- stdout
    open  Helps with open. Use when asked.
    --- stderr
    warning: `./closed`: the file cannot be read: Permission denied (os error 13)
    ");
}
