//! `new`: a skill to begin with, that passes every check.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

#[test]
fn a_new_skill_passes_the_strictest_check() {
    let sandbox = Sandbox::new();
    assert_snapshot!(sandbox.run(&["new", "my-skill"]), @"
    exit 0
    --- stdout
    ./my-skill/SKILL.md
    --- stderr
    fill it in, then run `prowess check` on it
    ");
    assert_snapshot!(sandbox.read("my-skill/SKILL.md"), @"
    ---
    name: my-skill
    description: Says what this skill does. Use when the user asks for it, and name the words they would use.
    ---

    # my skill

    What the model should do, step by step.

    ## Steps

    1. First step.
    2. Second step.
    ");
    for profile in ["prowess", "agentskills", "claude-code", "wink-2026", "opencode", "openclaw"] {
        let ran =
            sandbox.exits(0, &["check", "my-skill", "--profile", profile, "--fail-on", "info"]);
        assert_eq!(ran.stdout, "", "{profile}");
    }
}

#[test]
fn descriptions_are_quoted_as_they_need() {
    let table = [
        "Plain words.",
        "Reads: files # not a comment",
        "*all* \"quoted\" 'words' and a \\ backslash",
        "two\nlines",
        "yes",
        "1.10",
        "技能 😀",
        "---",
    ];
    for description in table {
        let sandbox = Sandbox::new();
        sandbox.exits(0, &["new", "s", &format!("--description={description}")]);
        let ran = sandbox.exits(0, &["check", "--strict", "--json", "s"]);
        assert_eq!(ran.json()["skills"][0]["description"], description, "{ran}");
    }
}

#[test]
fn the_script_can_be_run() {
    let sandbox = Sandbox::new();
    sandbox.exits(0, &["new", "s", "--script", "--in", "deep/er"]);
    assert_eq!(sandbox.mode_of("deep/er/s/scripts/example.sh") & 0o111, 0o111);
    let output = std::process::Command::new(sandbox.path("deep/er/s/scripts/example.sh")).output();
    assert_eq!(output.unwrap().stdout, b"hello from the skill\n");
    let ran = sandbox.exits(0, &["check", "deep/er/s", "--fail-on", "info"]);
    assert_eq!(ran.stdout, "");
}

#[test]
fn bad_names_come_with_a_better_one() {
    let long = "a".repeat(65);
    let table: [(&str, Option<&str>); 10] = [
        ("My Skill", Some("my-skill")),
        ("my_skill", Some("my-skill")),
        ("../up", Some("up")),
        ("a/b", Some("a-b")),
        ("a--b", Some("a-b")),
        ("ＰＤＦ", Some("pdf")),
        (&long, Some(&long[..64])),
        ("\u{1b}[2J", Some("2j")),
        ("技能", None),
        ("", None),
    ];
    for (name, better) in table {
        let sandbox = Sandbox::new();
        let ran = sandbox.exits(2, &["new", name]);
        let hint = ran.stderr.lines().nth(1).map(str::to_owned);
        assert_eq!(hint, better.map(|name| format!("hint: `prowess new {name}`")), "{name:?}");
        assert!(!ran.stderr.contains('\u{1b}'), "{ran}");
        assert_eq!(sandbox.names("."), [""; 0], "{name:?} left something behind");
    }
}

#[test]
fn descriptions_that_no_check_would_pass_are_refused() {
    for description in [String::new(), " \n".to_owned(), "d".repeat(1025)] {
        let sandbox = Sandbox::new();
        sandbox.exits(2, &["new", "s", "--description", &description]);
        assert_eq!(sandbox.names("."), [""; 0]);
    }
    Sandbox::new().exits(0, &["new", "s", "--description", &"ü".repeat(1024)]);
}

#[test]
fn what_is_there_is_never_touched() {
    let sandbox = Sandbox::new().skill("s").file("file", "x").link("dangling", "nowhere");
    let before = sandbox.read("s/SKILL.md");
    assert_snapshot!(sandbox.run(&["new", "s"]), @"
    exit 1
    --- stdout

    --- stderr
    error: `./s` is already there
    hint: choose another name, or edit the skill that is there
    ");
    for name in ["file", "dangling"] {
        sandbox.exits(1, &["new", name]);
    }
    assert_eq!(sandbox.read("s/SKILL.md"), before);
    assert_eq!(sandbox.names("."), ["dangling", "file", "s"]);
}

#[test]
fn json_names_the_directory() {
    let sandbox = Sandbox::new();
    assert_snapshot!(sandbox.run(&["new", "s", "--json", "--in", "skills"]).answer(), @r#"
    {
      "version": 1,
      "path": "skills/s"
    }
    "#);
    let ran = sandbox.exits(3, &["new", "s", "--json", "--in", "skills/s/SKILL.md"]);
    assert_eq!(ran.json()["error"]["kind"], "system", "{ran}");
}
