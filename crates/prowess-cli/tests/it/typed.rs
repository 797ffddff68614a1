//! `render --typed`: the texts of the skills that a draft starts.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    let skill = |name: &str, fields: &str, body: &str| {
        format!("---\nname: {name}\ndescription: Helps.\n{fields}---\n\n{body}\n")
    };
    let review = skill("review-pr", "", "Review $ARGUMENTS.\n");
    Sandbox::new()
        .file(".claude/skills/review-pr/SKILL.md", &review)
        .file(".agents/skills/review-pr/SKILL.md", &review)
        .file(".claude/skills/lint/SKILL.md", skill("lint", "", "Lint."))
        .file(".agents/skills/lint/SKILL.md", skill("lint", "", "Lint."))
        .file(".claude/skills/inner/SKILL.md", skill("inner", "user-invocable: false\n", "Go."))
        .file(".agents/skills/deep/lint/SKILL.md", skill("twice", "", "One."))
        .file(".agents/skills/other/lint/SKILL.md", skill("twice", "", "Two."))
}

#[test]
fn each_text_in_order_and_the_message_last() {
    let sandbox = sandbox();
    let stacked = "/review-pr /lint 12 $&";
    assert_snapshot!(sandbox.run(&["render", "--typed", stacked, "--profile", "claude-code"]), @"
    exit 0
    --- stdout
    Review 12 $&.

    Lint.

    ARGUMENTS: 12 $&
    --- stderr
    ");
    let message = "Use $lint,\nthen [$review-pr](none) and $HOME.";
    assert_snapshot!(sandbox.run(&["render", "--typed", message, "--profile", "codex"]), @"
    exit 0
    --- stdout
    <skill>
    <name>lint</name>
    <path>[DIR]/.agents/skills/lint/SKILL.md</path>
    Lint.
    </skill>

    Use $lint,
    then [$review-pr](none) and $HOME.
    --- stderr
    ");
    // A text may begin like an option.
    sandbox.exits(0, &["render", "--typed", "--x $lint", "--profile", "codex"]);
}

#[test]
fn what_starts_nothing_says_what_would() {
    let sandbox = sandbox();
    let run = |draft: &str, more: &[&str]| {
        sandbox.exits(1, &[&["render", "--typed", draft], more].concat()).talk()
    };
    let said = [
        run("hello", &["--profile", "omp-2026"]),
        run("hello", &["--profile", "wink"]),
        run("/lint", &["--profile", "claude-code", "--set", "skills.enableSkillCommands=false"]),
        run("$twice", &["--profile", "codex"]),
        run("/gone /lint x", &["--profile", "claude-code"]),
        run("/inner x", &["--profile", "claude-code"]),
    ];
    assert_snapshot!(said.concat(), @r#"
    error: nothing typed starts a skill; `omp-2026` knows /skill:NAME ARGUMENTS, /skill:NAME inside a text
    error: nothing typed starts a skill; users of `wink` have no commands
    error: nothing typed starts a skill; there are no commands: skills.enableSkillCommands is off (--set)
    error: nothing typed starts a skill; `codex` knows $NAME or [$NAME](PATH) inside a text
    hint: several skills are called `twice`; name one by its path: [$twice]([DIR]/.agents/skills/deep/lint/SKILL.md), [$twice]([DIR]/.agents/skills/other/lint/SKILL.md)
    error: Skill "gone" not found. Available skills: inner, lint, review-pr
    hint: `prowess why gone` says which agents find it, and why it is not loaded
    error: skill `inner` is not for users: it says `user-invocable: false`
    "#);
    let usage: [&[&str]; 2] =
        [&["render", "lint", "--typed", "x"], &["render", "--typed", "x", "--as", "model"]];
    for arguments in usage {
        sandbox.exits(2, arguments);
    }
}

#[test]
fn one_of_two_is_named_by_its_path() {
    let sandbox = sandbox();
    let file = sandbox.path(".agents/skills/other/lint/SKILL.md");
    let draft = format!("[$twice]({})", file.display());
    let ran = sandbox.exits(0, &["render", "--typed", &draft, "--profile", "codex"]);
    assert!(ran.stdout.contains("\nTwo.\n"), "{ran}");
    let path = file.to_str().unwrap();
    assert!(sandbox.exits(0, &["render", path, "--profile", "codex"]).stdout.contains("\nTwo.\n"));
}

#[test]
fn one_document_has_all_of_it() {
    let sandbox = sandbox();
    let run = |code: i32, profile: &str, draft: &str| {
        sandbox.exits(code, &["render", "--typed", draft, "--profile", profile, "--json"])
    };
    assert_snapshot!(run(1, "claude-code", "/lint /inner 12"), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "success": false,
      "activations": [
        {
          "success": true,
          "skillName": "lint",
          "executionContext": "inline",
          "title": "Loaded skill: lint",
          "directory": "[DIR]/.claude/skills/lint",
          "prompt": "Lint.\n\nARGUMENTS: 12",
          "durationMs": 0
        },
        {
          "success": false,
          "skillName": "inner",
          "executionContext": "inline",
          "durationMs": 0,
          "error": "skill `inner` is not for users: it says `user-invocable: false`"
        }
      ],
      "rest": ""
    }
    --- stderr
    "#);
    let document = run(0, "codex", "$lint and $twice").json();
    assert_eq!(
        (&document["success"], &document["rest"]),
        (&true.into(), &"$lint and $twice".into())
    );
    assert_eq!(document["activations"].as_array().unwrap().len(), 1);
    assert_eq!(document["warnings"].as_array().unwrap().len(), 1);
    assert_snapshot!(run(1, "codex", "hello"), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "success": false,
      "activations": [],
      "rest": "hello",
      "error": "nothing typed starts a skill; `codex` knows $NAME or [$NAME](PATH) inside a text"
    }
    --- stderr
    "#);
}
