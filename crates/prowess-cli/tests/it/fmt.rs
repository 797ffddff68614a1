//! `fmt`: the portable form, and nothing lost on the way.

use insta::assert_snapshot;

use crate::sandbox::{Sandbox, healthy};

const RICH: &str = "---\n# Who we are.\nname: rich\ndescription: Reads: files. Use when asked.\nversion: 1.10\nmodel: opus # the big one\ntags: [a, b]\n---\n# Steps\n\nGo.\n";

fn rich() -> Sandbox {
    Sandbox::new().file("rich/SKILL.md", RICH)
}

#[test]
fn stdout_gets_the_text_and_the_file_stays() {
    let sandbox = rich();
    assert_snapshot!(sandbox.run(&["fmt", "--stdout", "rich"]), @"
    exit 0
    --- stdout
    ---
    # Who we are.
    name: rich
    description: 'Reads: files. Use when asked.'
    metadata:
      version: '1.10'
      model: opus
      tags: a, b
    ---
    # Steps

    Go.
    --- stderr
      read-by-fewer: `version` moves under `metadata`, and is no longer read by wundr, openhands
      read-by-fewer: `model` moves under `metadata`, and is no longer read by claude-code, wundr
      read-by-fewer: `tags` moves under `metadata`, and is no longer read by wundr, letta
      comment-lost: the comment `# the big one` is lost
    ");
    assert_eq!(sandbox.read("rich/SKILL.md"), RICH);
}

#[test]
fn check_says_what_would_change_and_changes_nothing() {
    let sandbox = rich().skill("healthy");
    assert_snapshot!(sandbox.run(&["fmt", "--check", "."]), @"
    exit 1
    --- stdout
    ./rich/SKILL.md
    --- stderr
      read-by-fewer: `version` moves under `metadata`, and is no longer read by wundr, openhands
      read-by-fewer: `model` moves under `metadata`, and is no longer read by claude-code, wundr
      read-by-fewer: `tags` moves under `metadata`, and is no longer read by wundr, letta
      comment-lost: the comment `# the big one` is lost
    ");
    assert_eq!(sandbox.read("rich/SKILL.md"), RICH);
    assert_eq!(sandbox.exits(0, &["fmt", "--check", "healthy"]).stdout, "");
}

#[test]
fn the_written_text_is_the_printed_one_and_stays() {
    let sandbox = rich().mode("rich/SKILL.md", 0o640);
    let printed = sandbox.exits(0, &["fmt", "--stdout", "rich"]).stdout;
    assert_eq!(sandbox.exits(0, &["fmt", "rich"]).stdout, "rich/SKILL.md\n");
    assert_eq!((sandbox.read("rich/SKILL.md"), sandbox.mode_of("rich/SKILL.md")), (printed, 0o640));
    assert_eq!(sandbox.exits(0, &["fmt", "rich"]).stdout, "");
    sandbox.exits(0, &["fmt", "--check", "rich"]);
    sandbox.exits(0, &["check", "--strict", "rich"]);
}

#[test]
fn portable_texts_are_left_byte_for_byte() {
    let sandbox = Sandbox::new().skill("healthy");
    sandbox.exits(0, &["fmt", "healthy"]);
    assert_eq!(sandbox.read("healthy/SKILL.md"), healthy("healthy"));
}

#[test]
fn comments_stay() {
    let sandbox = rich();
    sandbox.exits(0, &["fmt", "rich"]);
    let text = sandbox.read("rich/SKILL.md");
    assert!(text.contains("# Who we are.") && text.ends_with("---\n# Steps\n\nGo.\n"), "{text}");
}

#[test]
fn json_tells_changes_and_refusals() {
    let sandbox = rich().file("empty/SKILL.md", "").skill("healthy");
    let ran = sandbox.exits(1, &["fmt", "--json", "."]);
    assert_snapshot!(ran, @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "written": true,
      "changed": [
        {
          "path": "./rich/SKILL.md",
          "changes": [
            {
              "code": "read-by-fewer",
              "message": "`version` moves under `metadata`, and is no longer read by wundr, openhands"
            },
            {
              "code": "read-by-fewer",
              "message": "`model` moves under `metadata`, and is no longer read by claude-code, wundr"
            },
            {
              "code": "read-by-fewer",
              "message": "`tags` moves under `metadata`, and is no longer read by wundr, letta"
            },
            {
              "code": "comment-lost",
              "message": "the comment `# the big one` is lost"
            }
          ]
        }
      ],
      "refused": [
        {
          "path": "./empty",
          "reason": "the portable form would not be readable: SKILL.md must start with YAML frontmatter (---)"
        }
      ]
    }
    --- stderr
    ./empty is left as it is: the portable form would not be readable: SKILL.md must start with YAML frontmatter (---)
    "#);
}

#[test]
fn stdout_is_for_one_skill_and_for_text() {
    let sandbox = rich().skill("healthy");
    assert_snapshot!(sandbox.run(&["fmt", "--stdout", "."]), @"
    exit 2
    --- stdout

    --- stderr
    error: --stdout prints one skill; there are 2
    ");
    assert_snapshot!(sandbox.run(&["fmt", "--stdout", "--json", "rich"]), @r#"
    exit 2
    --- stdout
    {
      "version": 1,
      "error": {
        "kind": "usage",
        "message": "`--stdout` prints the text of a skill, which is not JSON",
        "hints": []
      }
    }
    --- stderr
    "#);
    sandbox.exits(2, &["fmt", "--stdout", "--check", "rich"]);
}

#[test]
fn what_cannot_be_read_is_left_as_it_is() {
    let sandbox = Sandbox::new().file("empty/SKILL.md", "");
    assert_snapshot!(sandbox.run(&["fmt", "empty", "gone"]), @"
    exit 1
    --- stdout

    --- stderr
    empty is left as it is: the portable form would not be readable: SKILL.md must start with YAML frontmatter (---)
    gone is left as it is: `gone` does not exist
    ");
    assert_eq!(sandbox.read("empty/SKILL.md"), "");
}
