//! `prowess trust` and `untrust`, and what they change.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

fn project() -> Sandbox {
    Sandbox::new().skill("project/.claude/skills/deploy").directory("project/.git")
}

#[test]
fn trusting_is_said_listed_and_taken_back() {
    let sandbox = project();
    let at = |arguments: &[&str]| {
        let mut all = vec!["-C", "project"];
        all.extend(arguments);
        sandbox.run(&all).to_string()
    };
    assert_snapshot!(at(&["trust", "--list"]), @"
    exit 0
    --- stdout

    --- stderr
    no project is trusted; `prowess trust DIR` would
    ");
    assert_snapshot!(at(&["show", "deploy"]), @"
    exit 0
    --- stdout
    name          deploy
    description   Helps with deploy. Use when asked.
    path          [DIR]/project/.claude/skills/deploy
    body          3 lines, about 4 tokens
    digest        sha256:07d0140f3e756af33ff8db8743cd8908153093b995311ada8d74f1177a130ccd
    file          SKILL.md (82 bytes)
    --- stderr
    nothing of it runs: the project `[DIR]/project` is not trusted
    ");
    assert_snapshot!(at(&["trust"]), @"
    exit 0
    --- stdout
    [DIR]/project is trusted
    --- stderr
    ");
    assert_snapshot!(at(&["trust", "--json"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "directory": "[DIR]/project",
      "trusted": true,
      "changed": false,
      "repositoriesNotCovered": 0
    }
    --- stderr
    "#);
    assert_snapshot!(at(&["trust", "--list", "--json"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "directories": [
        "[DIR]/project"
      ]
    }
    --- stderr
    "#);
    assert!(!at(&["show", "deploy"]).contains("not trusted"));
    assert_snapshot!(at(&["untrust", "."]), @"
    exit 0
    --- stdout
    [DIR]/project is trusted no more
    --- stderr
    ");
    assert_snapshot!(at(&["untrust", "--json"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "directory": "[DIR]/project",
      "trusted": false,
      "changed": false
    }
    --- stderr
    "#);
}

/// A directory of checkouts is no project: to trust it says little about what lies in it.
#[test]
fn trust_ends_at_other_repositories_and_says_so() {
    let sandbox = Sandbox::new()
        .skill("checkouts/one/.claude/skills/deploy")
        .directory("checkouts/one/.git")
        .directory("checkouts/two/.git")
        .skill("checkouts/plain/.claude/skills/plain")
        .directory("single/vendor/.git")
        .directory("single/.git")
        .directory("single/part")
        .directory("empty");
    assert_snapshot!(sandbox.run(&["trust", "checkouts"]), @"
    exit 0
    --- stdout
    [DIR]/checkouts is trusted
    trust ends where another repository begins: the 2 right below are not covered, trust each by itself
    it is in no repository: trust by itself what you work in below it
    --- stderr
    ");
    assert_snapshot!(sandbox.run(&["trust", "single"]), @"
    exit 0
    --- stdout
    [DIR]/single is trusted
    trust ends where another repository begins: the one right below is not covered, trust it by itself
    --- stderr
    ");
    assert_snapshot!(sandbox.run(&["trust", "empty"]), @"
    exit 0
    --- stdout
    [DIR]/empty is trusted
    it is in no repository: trust by itself what you work in below it
    --- stderr
    ");
    let json = sandbox.exits(0, &["trust", "checkouts", "--json"]).json();
    assert_eq!(json["repositoriesNotCovered"], 2);
    // One that is trusted by itself is no longer left out.
    sandbox.exits(0, &["trust", "checkouts/two"]);
    let json = sandbox.exits(0, &["trust", "checkouts", "--json"]).json();
    assert_eq!(json["repositoriesNotCovered"], 1);
    // What is said is so.
    let shown = sandbox.exits(0, &["-C", "checkouts/one", "show", "deploy"]);
    assert!(shown.stderr.contains("is not trusted"), "{shown}");
    let shown = sandbox.exits(0, &["-C", "checkouts/plain", "show", "plain"]);
    assert!(shown.stderr.contains("is not trusted"), "{shown}");
    let part = sandbox.exits(0, &["trust", "single/part"]);
    assert_eq!(part.stdout.lines().count(), 1, "{part}");
}

#[test]
fn what_cannot_be_trusted_says_why() {
    let sandbox = project().file("project/file", "");
    let failed =
        |code: i32, directory: &str| sandbox.exits(code, &["trust", directory]).to_string();
    assert_snapshot!(failed(1, "nothing"), @"
    exit 1
    --- stdout

    --- stderr
    error: cannot trust `nothing`: No such file or directory (os error 2)
    ");
    assert_snapshot!(failed(1, "project/file"), @"
    exit 1
    --- stdout

    --- stderr
    error: cannot trust `project/file`: it is not a directory
    ");
    assert_snapshot!(failed(1, "/"), @"
    exit 1
    --- stdout

    --- stderr
    error: `/` is no project: everything is below it
    ");
}

/// A file that makes no sense is not overwritten, and nothing counts as trusted.
#[test]
fn a_broken_file_is_told_and_kept() {
    let file = "home/.local/state/prowess/trust.json";
    let sandbox = project().file(file, "{\"version\": 9, \"directories\": []}");
    assert_snapshot!(sandbox.exits(3, &["trust", "project"]), @"
    exit 3
    --- stdout

    --- stderr
    error: `[DIR]/home/.local/state/prowess/trust.json` cannot be read: it has version 9, and this program knows 1
    ");
    assert_snapshot!(sandbox.exits(1, &["-C", "project", "doctor"]), @"
    exit 1
    --- stdout
    error: `[DIR]/home/.local/state/prowess/trust.json` cannot be read: it has version 9, and this program knows 1
      at [DIR]/home/.local/state/prowess/trust.json
      help: nothing is trusted until the file is mended, or removed
    1 error and 0 warnings
    --- stderr
    ");
    let listed = sandbox.exits(0, &["-C", "project", "list", "--json"]);
    assert!(listed.stdout.contains("\"trusted\": false"), "{listed}");
}

#[test]
fn an_agent_or_a_mode_that_means_nothing_is_refused() {
    let sandbox = project();
    let run = |arguments: &[&str]| sandbox.exits(2, arguments).to_string();
    assert_snapshot!(run(&["--profile", "wink", "--agent", "x", "list"]), @"
    exit 2
    --- stdout

    --- stderr
    error: `--agent` means nothing to the profile `wink`
    ");
    assert_snapshot!(run(&["--profile", "omp", "--mode", "x", "list"]), @"
    exit 2
    --- stdout

    --- stderr
    error: `--mode` means nothing to the profile `omp`
    ");
    sandbox.exits(0, &["--profile", "opencode", "--agent", "build", "list"]);
}
