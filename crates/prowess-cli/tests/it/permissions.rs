//! Permission: asked for on a terminal, allowed by a flag, remembered, taken back.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::Stdio;

use insta::assert_snapshot;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::sandbox::{Ran, Sandbox};

/// A machine on which opencode finds one skill, which it asks for.
fn sandbox() -> Sandbox {
    let skill = "---\nname: deploy\ndescription: Deploys.\n---\nShip it.\n";
    Sandbox::new().file(".opencode/skill/deploy/SKILL.md", skill)
}

const LOAD: [&str; 6] = ["render", "deploy", "--as", "model", "--profile", "opencode"];

fn load(sandbox: &Sandbox, more: &[&str]) -> Ran {
    sandbox.run(&[&LOAD[..], more].concat())
}

#[test]
fn without_a_terminal_it_is_refused_with_the_flag_that_would_allow_it() {
    let sandbox = sandbox();
    assert_snapshot!(load(&sandbox, &[]), @"
    exit 1
    --- stdout

    --- stderr
    error: permission is needed for skill `deploy`, and nobody can be asked
    hint: `--allow once` allows it this time, `--allow always` until the skill changes
    ");
    assert_snapshot!(load(&sandbox, &["--json"]), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "success": false,
      "skillName": "deploy",
      "executionContext": "inline",
      "durationMs": 0,
      "error": "permission is needed for skill `deploy`, and nobody can be asked",
      "hints": [
        "`--allow once` allows it this time, `--allow always` until the skill changes"
      ]
    }
    --- stderr
    "#);
    assert_snapshot!(load(&sandbox, &["--allow", "once"]), @"
    exit 0
    --- stdout
    ## Skill: deploy

    **Base directory**: [DIR]/.opencode/skill/deploy

    Ship it.
    --- stderr
    ");
    // It held once; and a user who types the command gives permission by that.
    assert_eq!(load(&sandbox, &[]).code, 1);
    sandbox.exits(0, &["render", "deploy", "--profile", "opencode"]);
}

#[test]
fn an_approval_holds_until_a_file_changes() {
    let sandbox = sandbox();
    assert_eq!(load(&sandbox, &["--allow", "always"]).code, 0);
    for _ in 0..2 {
        assert_eq!(load(&sandbox, &[]).code, 0);
    }
    // Of another profile it is the same skill.
    let again = ["render", "deploy", "--as", "model", "--profile", "opencode-2026"];
    sandbox.exits(0, &again);
    let list = ["permissions", "list"];
    assert_snapshot!(sandbox.run(&list), @"
    exit 0
    --- stdout
    skill deploy ([DIR]/.opencode/skill/deploy)
    --- stderr
    ");
    let json = sandbox.exits(0, &["permissions", "list", "--json"]).json();
    let digest = json["approvals"][0]["digest"].as_str().unwrap();
    assert!(digest.starts_with("sha256:") && digest.len() == 71, "{digest}");

    // Another file beside it is a change, and so is its going away again a way back.
    let sandbox = sandbox.file(".opencode/skill/deploy/run.sh", "echo\n");
    assert_eq!(load(&sandbox, &[]).code, 1);
    std::fs::remove_file(sandbox.path(".opencode/skill/deploy/run.sh")).unwrap();
    assert_eq!(load(&sandbox, &[]).code, 0);
    let text = sandbox.read(".opencode/skill/deploy/SKILL.md").replace("Ship", "Sink");
    let sandbox = sandbox.file(".opencode/skill/deploy/SKILL.md", text);
    assert_eq!(load(&sandbox, &[]).code, 1);
}

#[test]
fn an_approval_is_taken_back() {
    let sandbox = sandbox();
    assert_eq!(load(&sandbox, &["--allow", "always"]).code, 0);
    assert_snapshot!(sandbox.run(&["permissions", "revoke", "other"]), @"
    exit 1
    --- stdout

    --- stderr
    error: nothing is allowed to `other`
    hint: `prowess permissions list` shows what is
    ");
    assert_snapshot!(sandbox.run(&["permissions", "revoke", "deploy"]), @"
    exit 0
    --- stdout
    revoked: skill deploy ([DIR]/.opencode/skill/deploy)
    --- stderr
    ");
    assert_eq!(load(&sandbox, &[]).code, 1);
    assert_snapshot!(sandbox.run(&["permissions", "list"]), @"
    exit 0
    --- stdout

    --- stderr
    nothing is allowed for good
    ");
    assert_eq!(load(&sandbox, &["--allow", "always"]).code, 0);
    sandbox.exits(0, &["permissions", "revoke", ".opencode/skill/deploy"]);
    assert_eq!(load(&sandbox, &["--allow", "always"]).code, 0);
    sandbox.exits(0, &["permissions", "revoke", "--all"]);
    assert_eq!(load(&sandbox, &[]).code, 1);
    sandbox.exits(2, &["permissions", "revoke"]);
}

/// What a rule denies is not there; what one allows is not asked for, and a saved approval changes nothing
/// about a denial.
#[test]
fn rules_come_first() {
    let sandbox = sandbox();
    let allow = ["--set", "permission.skill.dep*=allow"];
    assert_eq!(load(&sandbox, &allow).code, 0);
    assert_eq!(load(&sandbox, &["--allow", "always"]).code, 0);
    let deny = ["--set", "permission.skill.deploy=deny"];
    assert_snapshot!(load(&sandbox, &deny), @"
    exit 1
    --- stdout

    --- stderr
    error: the rule `deploy` denies skill `deploy`
    ");
    let denied = ["--set", "permission.skill.deploy=deny", "--agent", "build"];
    assert_eq!(load(&sandbox, &denied).code, 1);
    let listed = ["list", "--profile", "opencode", "--agent", "build"];
    assert!(!sandbox.exits(0, &[&listed[..], &deny[..]].concat()).stdout.contains("deploy"));
}

/// A project's file may forbid, and cannot allow.
#[test]
fn a_project_cannot_allow_itself_anything() {
    let allowing = sandbox().file("prowess.toml", "[permission.skill]\n\"*\" = \"allow\"\n");
    assert_eq!(load(&allowing, &[]).code, 1);
    let denying = sandbox().file("prowess.toml", "[permission.skill]\n\"dep*\" = \"deny\"\n");
    let user = ["--set", "permission.skill.deploy=allow"];
    assert_eq!(load(&denying, &[]).code, 1);
    // What the user says after it counts: the last rule that fits.
    assert_eq!(load(&denying, &user).code, 0);
}

/// Whoever sits before a terminal is asked.
#[test]
fn on_a_terminal_it_asks() {
    let sandbox = sandbox();
    // What is typed, how it ends, whether it was asked.
    let table = [("o\n", 0, true), ("r\n", 1, true), ("what?\nalways\n", 0, true), ("", 0, false)];
    for (typed, code, asked) in table {
        let (found, shown) = on_a_terminal(&sandbox, &LOAD, typed);
        assert_eq!(found, code, "{typed:?}: {shown}");
        let question = shown.contains("A model wants to load the skill `deploy`");
        assert_eq!(question, asked, "{typed:?}: {shown}");
    }
}

/// What a skill says in the question does nothing to the terminal that it is asked on.
#[test]
fn a_question_cannot_be_steered() {
    let skill = "---\nname: deploy\ndescription: d\n---\n!`echo \u{1b}[2J\u{1b}]0;x\u{7}hi`\n";
    let sandbox = Sandbox::new().file("home/.agents/skills/deploy/SKILL.md", skill);
    let (code, shown) = on_a_terminal(&sandbox, &["run", "deploy"], "r\n");
    assert_eq!(code, 1, "{shown}");
    assert!(
        shown.contains("The skill `deploy` wants to run") && shown.contains("echo"),
        "{shown:?}"
    );
    assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown:?}");
}

/// Runs the command on a terminal of its own, where somebody types; the exit code and what is shown.
fn on_a_terminal(sandbox: &Sandbox, arguments: &[&str], typed: &str) -> (i32, String) {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap().into_string().unwrap();
    let open = || File::options().read(true).write(true).open(&name).unwrap();
    let mut command = sandbox.command(arguments);
    command.stdin(Stdio::from(open())).stderr(Stdio::from(open())).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut terminal = File::from(controller);
    terminal.write_all(typed.as_bytes()).unwrap();
    let code = child.wait().unwrap().code().unwrap();
    let mut shown = Vec::new();
    // The other end is closed by now; reading past the end is an error on a terminal.
    let _ = terminal.read_to_end(&mut shown);
    (code, String::from_utf8_lossy(&shown).into_owned())
}
