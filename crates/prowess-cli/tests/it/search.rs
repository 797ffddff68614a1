//! `search`: skills by words.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    let skill = |name: &str, rest: &str| format!("---\nname: {name}\n{rest}\n---\nGo.\n");
    Sandbox::new()
        .file(
            ".claude/skills/pdf/SKILL.md",
            skill("pdf", "description: Reads documents. Use when asked."),
        )
        .file(
            ".claude/skills/forms/SKILL.md",
            skill(
                "forms",
                "description: Fills forms of a PDF. Use when asked.\ntags: [pdf, office]",
            ),
        )
        .file(
            ".claude/skills/print/SKILL.md",
            skill(
                "print",
                "description: Prints PDFs. Use when asked.\nmetadata:\n  category: office",
            ),
        )
        .file(
            ".claude/skills/other/SKILL.md",
            skill("other", "description: \"Nothing of it: \\e[2J. Use when asked.\""),
        )
}

#[test]
fn the_best_comes_first() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.run(&["search", "pdf"]), @"
    exit 0
    --- stdout
    1.00  forms  Fills forms of a PDF. Use when asked.
    1.00  pdf  Reads documents. Use when asked.
    0.17  print  Prints PDFs. Use when asked.
    --- stderr
    ");
    assert_snapshot!(sandbox.run(&["search", "Office", "nothing"]), @r#"
    exit 0
    --- stdout
    1.00  forms  Fills forms of a PDF. Use when asked.
    0.75  print  Prints PDFs. Use when asked.
    0.50  other  Nothing of it: \u{1b}[2J. Use when asked.
    --- stderr
    "#);
}

#[test]
fn json_has_scores_and_paths() {
    assert_snapshot!(sandbox().run(&["search", "office", "pdf", "--json"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "query": "office pdf",
      "results": [
        {
          "name": "forms",
          "description": "Fills forms of a PDF. Use when asked.",
          "path": "[DIR]/.claude/skills/forms/SKILL.md",
          "score": 1.0
        },
        {
          "name": "pdf",
          "description": "Reads documents. Use when asked.",
          "path": "[DIR]/.claude/skills/pdf/SKILL.md",
          "score": 0.6
        },
        {
          "name": "print",
          "description": "Prints PDFs. Use when asked.",
          "path": "[DIR]/.claude/skills/print/SKILL.md",
          "score": 0.4
        }
      ]
    }
    --- stderr
    "#);
}

#[test]
fn nothing_found_is_an_answer() {
    assert_snapshot!(sandbox().run(&["search", "zebra"]), @"
    exit 0
    --- stdout

    --- stderr
    no skill that is loaded has a word of `zebra`
    ");
    assert_eq!(
        sandbox().exits(0, &["search", "--json", "--", "--"]).json()["results"]
            .as_array()
            .unwrap()
            .len(),
        0
    );
    sandbox().exits(2, &["search"]);
}

#[test]
fn what_is_past_the_limit_is_counted() {
    let ran = sandbox().exits(0, &["search", "--limit", "1", "pdf"]);
    assert_eq!(ran.stdout.lines().count(), 1, "{ran}");
    assert_eq!(ran.stderr, "2 more fit; `--limit` shows them\n");
}
