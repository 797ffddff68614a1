//! `check --fix`: mends what is broken, byte for byte, and nothing else.

use insta::assert_snapshot;
use prowess_testkit::Corpus;
use serde_json::Value as Json;

use crate::sandbox::Sandbox;

/// What is broken, and the same mended. The body must stay as it is.
const MENDED: &[(&str, &str)] = &[
    (
        "---\nname: s # mine\ndescription: Reads: files. Use when asked.\n---\nGo: on.\n",
        "---\nname: s # mine\ndescription: 'Reads: files. Use when asked.'\n---\nGo: on.\n",
    ),
    (
        "---\nname: s\ndescription: *all* files. Use when asked.\n---\nGo.\n",
        "---\nname: s\ndescription: '*all* files. Use when asked.'\n---\nGo.\n",
    ),
    (
        "\u{feff}---\nname: s\ndescription: Helps. Use when asked.\n---\nGo.\n",
        "---\nname: s\ndescription: Helps. Use when asked.\n---\nGo.\n",
    ),
    (
        "\n\n---\nname: s\ndescription: Helps. Use when asked.\n---\nGo.\n",
        "---\nname: s\ndescription: Helps. Use when asked.\n---\nGo.\n",
    ),
    (
        "---\r\nname: s\r\ndescription: Reads: files. Use when asked.\r\n---\r\nGo.\r\n",
        "---\r\nname: s\r\ndescription: 'Reads: files. Use when asked.'\r\n---\r\nGo.\r\n",
    ),
];

#[test]
fn mended_texts_differ_in_what_was_broken_only() {
    for (broken, mended) in MENDED {
        let sandbox = Sandbox::new().file("s/SKILL.md", broken);
        let ran = sandbox.exits(0, &["check", "--fix", "--fail-on", "warning", "s"]);
        assert_eq!(sandbox.read("s/SKILL.md"), *mended, "{ran}");
        assert!(ran.stderr.starts_with("mended s/SKILL.md (1)\n"), "{ran}");
    }
}

#[test]
fn mending_twice_changes_nothing_more() {
    for (_, mended) in MENDED {
        let sandbox = Sandbox::new().file("s/SKILL.md", mended);
        let before = std::fs::metadata(sandbox.path("s/SKILL.md")).unwrap().modified().unwrap();
        let ran = sandbox.exits(0, &["check", "--fix", "s"]);
        assert_eq!(ran.stderr, "1 skill checked, 0 invalid: nothing to say\n");
        let after = std::fs::metadata(sandbox.path("s/SKILL.md")).unwrap().modified().unwrap();
        assert_eq!(before, after, "the file was written though nothing was to be mended");
    }
}

#[test]
fn a_whole_tree_is_mended_and_the_rest_is_told() {
    let sandbox = Sandbox::new()
        .file("a/SKILL.md", MENDED[0].0.replace("name: s", "name: a"))
        .file("b/SKILL.md", "")
        .skill("c");
    assert_snapshot!(sandbox.run(&["check", "--fix", "."]), @"
    exit 1
    --- stdout
    ./b/SKILL.md: error[file-empty]: the file is empty
    ./b/SKILL.md:1:1: warning[frontmatter-missing]: there is no frontmatter
    --- stderr
    mended ./a/SKILL.md (1)
    3 skills checked, 1 invalid: 1 error, 1 warning
    ");
}

#[test]
fn permissions_and_links_stay() {
    for mode in [0o600, 0o640, 0o444, 0o755] {
        let sandbox = Sandbox::new().file("s/SKILL.md", MENDED[0].0).mode("s/SKILL.md", mode);
        sandbox.exits(0, &["check", "--fix", "s"]);
        assert_eq!(
            (sandbox.read("s/SKILL.md").as_str(), sandbox.mode_of("s/SKILL.md")),
            (MENDED[0].1, mode)
        );
        assert_eq!(sandbox.names("s"), ["SKILL.md"]);
    }
    let linked = Sandbox::new().file("s/real.md", MENDED[0].0).link("s/SKILL.md", "real.md");
    linked.exits(0, &["check", "--fix", "s"]);
    assert!(linked.path("s/SKILL.md").symlink_metadata().unwrap().is_symlink());
    assert_eq!(linked.read("s/real.md"), MENDED[0].1);
    // A skill must not choose which of the user's files is edited.
    let outside = Sandbox::new().file("mine.md", MENDED[0].0).link("s/SKILL.md", "../mine.md");
    let ran = outside.exits(0, &["check", "--fix", "s"]);
    assert!(ran.stderr.contains("outside the skill"), "{}", ran.stderr);
    assert_eq!(outside.read("mine.md"), MENDED[0].0);
}

#[test]
fn what_would_change_its_meaning_is_left_alone() {
    // Bytes that are not UTF-8 were replaced while reading: writing them back would lose them.
    let text = b"---\nname: s\ndescription: Reads: files. Use when asked.\n---\n\xff\n";
    let sandbox = Sandbox::new().file("s/SKILL.md", text);
    let ran = sandbox.exits(0, &["check", "--fix", "s"]);
    assert_eq!(std::fs::read(sandbox.path("s/SKILL.md")).unwrap(), text);
    assert_snapshot!(ran, @"
    exit 0
    --- stdout
    s/SKILL.md:5:1: warning[not-utf8]: the file is not UTF-8 (bytes that are no characters)
    s/SKILL.md:3:14: warning[unquoted-colon]: the value of `description` holds `: ` and is not in quotes
    --- stderr
    warning: s/SKILL.md was not mended: the file is not plain UTF-8 text, so it cannot be edited in place
    1 skill checked, 0 invalid: 2 warnings
    ");
}

/// What is read of every skill: its path, name and description.
fn read(document: &Json) -> Vec<[&Json; 3]> {
    let skills = document["skills"].as_array().unwrap().iter();
    skills.map(|one| ["path", "name", "description"].map(|key| &one[key])).collect()
}

#[test]
fn what_is_read_stays_the_same_whatever_was_broken() {
    let sandbox = Sandbox::new();
    Corpus::new(5).write_tree(&sandbox.path("."), 300).unwrap();
    let before = sandbox.run(&["check", "--json", "."]).json();
    let first = sandbox.run(&["check", "--json", "--fix", "."]);
    assert!(first.stderr.matches("mended ").count() > 20, "{}", first.stderr);
    assert_eq!(read(&before), read(&first.json()));
    let second = sandbox.run(&["check", "--json", "--fix", "."]);
    assert!(!second.stderr.contains("mended "), "mending is not idempotent: {}", second.stderr);
    assert_eq!(first.stdout, second.stdout);
}

#[test]
fn a_directory_that_cannot_be_written_is_a_clear_error() {
    let test = "a_directory_that_cannot_be_written_is_a_clear_error";
    let sandbox = Sandbox::new().file("s/SKILL.md", MENDED[0].0).mode("s", 0o555).mode(".", 0o755);
    let run = |arguments: &[&str]| sandbox.run_unprivileged(test, arguments);
    let ran = [run(&["check", "--fix", "s"]), run(&["check", "--fix", "--json", "s"])];
    let sandbox = sandbox.mode("s", 0o755);
    let [Some(text), Some(json)] = ran else { return };
    assert_snapshot!(text, @"
    exit 3
    --- stdout

    --- stderr
    error: cannot write `s/SKILL.md`: Permission denied (os error 13)
    ");
    assert_eq!((json.code, &json.json()["error"]["kind"]), (3, &"system".into()), "{json}");
    assert_eq!(sandbox.names("s"), ["SKILL.md"]);
    assert_eq!(sandbox.read("s/SKILL.md"), MENDED[0].0);
}
