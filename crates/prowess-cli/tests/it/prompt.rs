//! `prowess prompt` and `prowess list --commands`: what a model is told, what a user types.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    Sandbox::new()
        .file("project/.git/HEAD", "")
        .skill("project/.claude/skills/review")
        .skill("project/.claude/skills/release-notes")
        .file(
            "project/.claude/skills/quiet/SKILL.md",
            "---\nname: quiet\ndescription: For users.\ndisable-model-invocation: true\n---\nHush.\n",
        )
}

#[test]
fn the_text_is_the_agents() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.run(&["-C", "project", "--profile", "wundr", "prompt"]), @r#"
    exit 0
    --- stdout
    Available skills (invoke with /skill-name):

    - **release-notes**: Helps with release-notes. Use when asked.
    - **review**: Helps with review. Use when asked.
    --- stderr
    "#);
    assert_snapshot!(sandbox.run(&["-C", "project", "--profile", "omp", "prompt", "--variant", "xml"]), @r#"
    exit 0
    --- stdout
    <skills>
    <skill name="release-notes">
    Helps with release-notes. Use when asked.
    </skill>
    <skill name="review">
    Helps with review. Use when asked.
    </skill>
    </skills>
    --- stderr
    "#);
}

#[test]
fn the_document_names_what_is_missing() {
    let sandbox = sandbox();
    let arguments = ["-C", "project", "--profile", "wundr", "prompt", "--json", "--budget"];
    assert_snapshot!(sandbox.run(&[&arguments[..], &["90"]].concat()), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "profile": "wundr",
      "text": "Available skills (invoke with /skill-name):\n\n- **release-notes**\n- **review**",
      "step": "names-only",
      "shown": 2,
      "omitted": [],
      "shortened": [
        "release-notes",
        "review"
      ],
      "warnings": [],
      "estimatedTokens": 20
    }
    --- stderr
    descriptions shortened or left out for lack of room: 2
    "#);
    assert_snapshot!(sandbox.run(&[&arguments[..], &["19tokens"]].concat()), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "profile": "wundr",
      "text": "(2 skills are not listed for lack of room: release-notes, review)",
      "step": "cut",
      "shown": 0,
      "omitted": [
        "release-notes",
        "review"
      ],
      "shortened": [],
      "warnings": [
        "not listed for lack of room: release-notes, review"
      ],
      "estimatedTokens": 17
    }
    --- stderr
    not listed for lack of room: release-notes, review
    "#);
}

#[test]
fn pinned_skills_are_printed_whole() {
    let sandbox = sandbox();
    let omp = ["-C", "project", "--profile", "omp", "prompt"];
    assert_snapshot!(sandbox.run(&[&omp[..], &["--pin", "quiet"]].concat()), @r#"
    exit 0
    --- stdout
    <preloaded_skills>
    These skills are already loaded in full; follow those that apply.
    <skill name="quiet">
    Hush.
    </skill>
    </preloaded_skills>
    --- stderr
    "#);
    assert_snapshot!(sandbox.run(&[&omp[..], &["--pin", "review", "--pin", "revue"]].concat()), @r#"
    exit 1
    --- stdout

    --- stderr
    error: unknown skill: revue
    hint: available: quiet, release-notes, review
    "#);
}

#[test]
fn nothing_is_printed_where_there_is_nothing_to_say() {
    let sandbox = sandbox();
    let table: [(&[&str], &str); 3] = [
        (&["-C", "project", "--profile", "omp", "prompt", "--tool", "bash"], ""),
        (&["--profile", "wundr", "prompt"], ""),
        (&["--profile", "agentskills", "prompt"], "<available_skills>\n</available_skills>\n"),
    ];
    for (arguments, expected) in table {
        assert_eq!(sandbox.exits(0, arguments).stdout, expected, "{arguments:?}");
    }
}

#[test]
fn wrong_usage_is_said() {
    let sandbox = sandbox();
    for (code, arguments) in [
        (2, &["prompt", "--budget", "many"][..]),
        (2, &["prompt", "--variant", "xml"][..]),
        (1, &["prompt", "--pin", "nobody"][..]),
        (1, &["-C", "project", "prompt", "--pin", "review", "--budget", "3"][..]),
        (2, &["list", "--reserved", "help"][..]),
    ] {
        let ran = sandbox.exits(code, arguments);
        assert!(ran.stdout.is_empty() && !ran.stderr.is_empty(), "{ran}");
    }
}

#[test]
fn commands_have_names_that_can_be_registered() {
    let sandbox = sandbox();
    let list =
        ["-C", "project", "--profile", "wundr", "list", "--commands", "--reserved", "Review"];
    assert_snapshot!(sandbox.run(&list), @r#"
    exit 0
    --- stdout
    /quiet  For users.
    /release_notes  Helps with release-notes. Use when asked.
    /review_2  Helps with review. Use when asked.
    --- stderr
    "#);
    let document = sandbox.exits(0, &[&list[..], &["--json"]].concat()).json();
    assert_eq!(document["version"], 1);
    assert_eq!(document["profile"], "wundr");
    assert_eq!(document["commands"][1]["name"], "release_notes");
    assert_eq!(document["commands"][1]["skill"], "release-notes");
}

#[test]
fn a_share_of_the_context_window() {
    let sandbox = sandbox();
    let arguments = ["-C", "project", "--profile", "claude-code", "prompt", "--context-window"];
    assert_snapshot!(sandbox.run(&[&arguments[..], &["2500"]].concat()), @"
    exit 0
    --- stdout
    These skills can be used with the Skill tool:

    - release-notes
    - review
    --- stderr
    descriptions shortened or left out for lack of room: 2
    ");
    assert_snapshot!(sandbox.run(&[&arguments[..], &["100", "--json"]].concat()), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "profile": "claude-code",
      "text": "These skills can be used with the Skill tool:\n\n- release-notes\n- review",
      "step": "names-always",
      "shown": 2,
      "omitted": [],
      "shortened": [
        "release-notes",
        "review"
      ],
      "warnings": [
        "the names alone need more than 4 characters"
      ],
      "estimatedTokens": 18
    }
    --- stderr
    descriptions shortened or left out for lack of room: 2
    the names alone need more than 4 characters
    "#);
    for wrong in ["0", "-1", "many", ""] {
        sandbox.exits(2, &[&arguments[..], &[wrong]].concat());
    }
}

#[test]
fn what_an_agent_leaves_out_is_said() {
    let sandbox = (0..30).fold(Sandbox::new().file("project/.git/HEAD", ""), |sandbox, at| {
        sandbox.skill(&format!("project/.agents/skills/skill-{at:02}"))
    });
    let arguments = ["-C", "project", "--profile", "codex", "prompt", "--budget"];
    let ran = sandbox.run(&[&arguments[..], &["700"]].concat());
    assert!(ran.talk().contains("not listed for lack of room: skill-"), "{ran}");
    let document = sandbox.run(&[&arguments[..], &["700", "--json"]].concat()).json();
    assert_eq!(document["step"], "cut");
    let omitted = document["omitted"].as_array().unwrap();
    assert_eq!(document["shown"].as_u64().unwrap() as usize + omitted.len(), 30);
    assert_eq!(omitted.last().unwrap(), "skill-29");
    assert_eq!(document["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn commands_can_be_switched_off() {
    let sandbox = sandbox();
    let list = |value: &str, more: &[&str]| {
        let set = format!("skills.enableSkillCommands={value}");
        let arguments = ["-C", "project", "--profile", "omp", "list", "--commands", "--set", &set];
        sandbox.exits(0, &[&arguments, more].concat())
    };
    assert!(!list("true", &[]).stdout.is_empty());
    assert_snapshot!(list("false", &[]), @r#"
    exit 0
    --- stdout

    --- stderr
    there are no commands: skills.enableSkillCommands is off (--set)
    "#);
    assert_eq!(list("false", &["--json"]).json()["commands"], serde_json::json!([]));
}
