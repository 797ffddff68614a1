//! `prowess agents`: who is here, what each reads and loses, and skills by agents.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

/// Three agents with directories in the home, and skills in several places.
fn machine() -> Sandbox {
    Sandbox::new()
        .directory("project/.git")
        .directory("home/.codex")
        .directory("home/.gemini")
        .skill("home/.claude/skills/deploy")
        .skill("project/.claude/skills/deploy")
        .skill("home/.agents/skills/shared")
        .file("home/.claude/skills/broken/SKILL.md", "---\nname: [\n---\n")
        .file(
            "home/.claude/skills/quiet/SKILL.md",
            "---\nname: quiet\ndescription: Helps.\ndisable-model-invocation: true\n---\nGo.\n",
        )
        .file(
            "home/.claude/settings.json",
            "{\"permissions\": {\"deny\": [\"Skill(denied)\"]}, \"apiKey\": \"sk-secret\"}",
        )
        .skill("home/.claude/skills/denied")
}

fn run(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let mut all = vec!["-C", "project", "agents"];
    all.extend(arguments);
    let ran = sandbox.exits(0, &all).to_string();
    assert!(!ran.contains("sk-secret"), "{ran}");
    ran
}

#[test]
fn each_agent_that_is_here_is_told() {
    assert_snapshot!(run(&machine(), &[]), @"
    exit 0
    --- stdout
    claude-code (Claude Code, 2.1.325): 4 skills, 2 of them hidden, 1 shadowed
      found by [DIR]/home/.claude
      reads [DIR]/home/.claude/skills (user): 4
      reads [DIR]/project/.claude/skills (project): 0
    codex (OpenAI Codex, 0.166.0): 1 skill
      found by [DIR]/home/.codex
      reads [DIR]/home/.agents/skills (user): 1
    gemini-cli (Gemini CLI, 0.61.0): 1 skill
      found by [DIR]/home/.gemini
      reads [DIR]/home/.agents/skills (user): 1
    --- stderr
    ");
}

#[test]
fn a_table_shows_where_a_skill_is_visible() {
    assert_snapshot!(run(&machine(), &["--matrix"]), @"
    exit 0
    --- stdout
      1 claude-code
      2 codex
      3 gemini-cli

            1  2  3
    broken  +  .  .
    denied  h  .  .
    deploy  +  .  .
    quiet   h  .  .
    shared  .  +  +

    + visible, h hidden, d denied, n not-eligible, o off, x rejected, s shadowed, . not found; `prowess why NAME` explains
    --- stderr
    ");
}

#[test]
fn the_documents_have_exactly_this_shape() {
    let machine = machine();
    assert_snapshot!(run(&machine, &["--json", "claude-code"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "agents": [
        {
          "id": "claude-code",
          "profile": "claude-code",
          "product": "Claude Code",
          "emulates": "2.1.325",
          "present": true,
          "foundBy": [
            "[DIR]/home/.claude"
          ],
          "directories": [
            {
              "path": "[DIR]/home/.claude/skills",
              "scope": "user",
              "loaded": 4
            },
            {
              "path": "[DIR]/project/.claude/skills",
              "scope": "project",
              "loaded": 0
            }
          ],
          "loaded": 4,
          "hidden": 2,
          "lost": {
            "shadowed": 1
          }
        }
      ]
    }
    --- stderr
    "#);
    let ran = machine.exits(0, &["-C", "project", "agents", "--matrix", "--json"]).json();
    let deploy = ran["skills"].as_array().unwrap().iter().find(|row| row["name"] == "deploy");
    assert_eq!(deploy.unwrap()["agents"]["claude-code"]["state"], "visible");
    let denied = ran["skills"].as_array().unwrap().iter().find(|row| row["name"] == "denied");
    assert_eq!(denied.unwrap()["agents"]["claude-code"]["state"], "hidden");
}

/// Agents of which only the directories are known read those.
#[test]
fn agents_without_a_profile_read_their_directories() {
    let sandbox = Sandbox::new().skill("home/.adal/skills/one").skill("project/.adal/skills/two");
    assert_snapshot!(run(&sandbox, &[]), @"
    exit 0
    --- stdout
    adal (what installers know, 2026-11): 2 skills
      found by [DIR]/home/.adal
      reads [DIR]/project/.adal/skills (project): 1
      reads [DIR]/home/.adal/skills (user): 1
    --- stderr
    ");
    let listed = sandbox.exits(0, &["-C", "project", "--profile", "adal", "list"]);
    assert_eq!(listed.stdout.lines().count(), 2, "{listed}");
}

#[test]
fn nobody_here_and_nobody_known() {
    assert_snapshot!(run(&Sandbox::new().directory("project"), &[]), @"
    exit 0
    --- stdout

    --- stderr
    no agent is found here; `prowess agents --all` shows those that are known
    ");
    let sandbox = Sandbox::new();
    assert!(sandbox.exits(0, &["agents", "--all"]).stdout.lines().count() > 80);
    let unknown = sandbox.exits(2, &["agents", "nobody"]);
    assert!(unknown.stderr.contains("there is no profile `nobody`"), "{unknown}");
    let profile = sandbox.exits(2, &["--profile", "omp", "agents"]);
    assert!(profile.stderr.contains("is about several agents"), "{profile}");
}
