//! `prowess why`, `list` without directories, and `config`: what agents see on one machine.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

fn skill(place: &str) -> String {
    format!("---\nname: review\ndescription: From {place}. Use when asked.\n---\nGo.\n")
}

/// One skill name in the places of six agents, one of them broken.
fn six_agents() -> Sandbox {
    let mut sandbox = Sandbox::new().file("project/.git/HEAD", "");
    for here in [".codex", ".gemini", ".openclaw", ".config/opencode"] {
        sandbox = sandbox.directory(format!("home/{here}"));
    }
    for place in [
        "home/.claude/skills",
        "project/.claude/skills",
        "project/.agents/skills",
        "project/.opencode/skills",
        "home/.wundr/skills",
        "project/skills",
    ] {
        sandbox = sandbox.file(format!("{place}/review/SKILL.md"), skill(place));
    }
    sandbox.file(
        "home/.agents/skills/review/SKILL.md",
        "---\nname: review\ndescription: [x\n---\nGo.\n",
    )
}

#[test]
fn one_name_in_the_places_of_six_agents() {
    let sandbox = six_agents();
    let ran = sandbox.exits(0, &["-C", "project", "why", "review"]);
    assert_snapshot!(ran.answer(), @"
    claude-code (Claude Code, 2.1.325)
      + [DIR]/home/.claude/skills/review/SKILL.md (user)
        it is loaded
      - [DIR]/project/.claude/skills/review/SKILL.md (project)
        `[DIR]/home/.claude/skills/review/SKILL.md` is loaded instead

    codex (OpenAI Codex, 0.166.0)
      + [DIR]/project/.agents/skills/review/SKILL.md (project)
        it is loaded
      + [DIR]/home/.agents/skills/review/SKILL.md (user)
        it is loaded

    gemini-cli (Gemini CLI, 0.61.0)
      + [DIR]/home/.agents/skills/review/SKILL.md (user)
        it is loaded
      x [DIR]/project/.agents/skills/review/SKILL.md (project)
        the agent does not trust this directory

    openclaw (OpenClaw, 2026.9.6)
      + [DIR]/project/skills/review/SKILL.md (project)
        it is loaded
      x [DIR]/home/.agents/skills/review/SKILL.md (user)
        invalid frontmatter: unclosed bracket '[', line 3
      - [DIR]/project/.agents/skills/review/SKILL.md (project)
        `[DIR]/project/skills/review/SKILL.md` is loaded instead

    opencode-2026 (opencode, 1.18.33)
      + [DIR]/project/.opencode/skills/review/SKILL.md (project)
        it is loaded
      - [DIR]/home/.claude/skills/review/SKILL.md (user)
        `[DIR]/project/.opencode/skills/review/SKILL.md` is loaded instead
      x [DIR]/home/.agents/skills/review/SKILL.md (user)
        the frontmatter is not valid YAML: unclosed bracket '[', line 3
      - [DIR]/project/.claude/skills/review/SKILL.md (project)
        `[DIR]/project/.opencode/skills/review/SKILL.md` is loaded instead
      - [DIR]/project/.agents/skills/review/SKILL.md (project)
        `[DIR]/project/.opencode/skills/review/SKILL.md` is loaded instead

    prowess (prowess, 0.1)
      + [DIR]/project/.agents/skills/review/SKILL.md (project)
        it is loaded
      - [DIR]/project/.claude/skills/review/SKILL.md (project)
        `[DIR]/project/.agents/skills/review/SKILL.md` is loaded instead
      - [DIR]/project/.opencode/skills/review/SKILL.md (project)
        `[DIR]/project/.agents/skills/review/SKILL.md` is loaded instead
      - [DIR]/project/skills/review/SKILL.md (project)
        `[DIR]/project/.agents/skills/review/SKILL.md` is loaded instead
      - [DIR]/home/.agents/skills/review/SKILL.md (user)
        `[DIR]/project/.agents/skills/review/SKILL.md` is loaded instead
      - [DIR]/home/.claude/skills/review/SKILL.md (user)
        `[DIR]/project/.agents/skills/review/SKILL.md` is loaded instead

    wundr (Wundr, the seed document)
      + [DIR]/project/.claude/skills/review/SKILL.md (project)
        it is loaded
      - [DIR]/home/.wundr/skills/review/SKILL.md (managed)
        `[DIR]/project/.claude/skills/review/SKILL.md` is loaded instead
      - [DIR]/project/skills/review/SKILL.md (project)
        `[DIR]/project/.claude/skills/review/SKILL.md` is loaded instead
    ");
}

#[test]
fn why_as_json_names_the_winner() {
    let sandbox = six_agents();
    let answer =
        sandbox.run(&["-C", "project", "--profile", "claude-code", "why", "review", "--json"]);
    assert_snapshot!(answer, @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "name": "review",
      "agents": [
        {
          "profile": "claude-code",
          "candidates": [
            {
              "path": "[DIR]/home/.claude/skills/review/SKILL.md",
              "scope": "user",
              "root": "[DIR]/home/.claude/skills",
              "status": "active",
              "reason": {
                "code": "loaded",
                "message": "it is loaded"
              }
            },
            {
              "path": "[DIR]/project/.claude/skills/review/SKILL.md",
              "scope": "project",
              "root": "[DIR]/project/.claude/skills",
              "status": "shadowed",
              "reason": {
                "code": "collide",
                "message": "`[DIR]/home/.claude/skills/review/SKILL.md` is loaded instead",
                "by": "[DIR]/home/.claude/skills/review/SKILL.md"
              }
            }
          ]
        }
      ]
    }
    --- stderr
    "#);
}

#[test]
fn each_profile_lists_its_own_winner() {
    let sandbox = six_agents();
    let table = [
        ("claude-code", "home/.claude/skills"),
        ("agentskills", "project/.agents/skills"),
        ("prowess", "project/.agents/skills"),
        ("omp", "project/.claude/skills"),
        ("wundr", "project/.claude/skills"),
        ("openclaw", "project/skills"),
        ("opencode", "project/.opencode/skills"),
    ];
    for (profile, place) in table {
        let ran = sandbox.exits(0, &["-C", "project", "--profile", profile, "list"]);
        let first = ran.stdout.lines().next();
        // Wundr scans what it loads.
        let verdict = if profile == "wundr" { "  allow" } else { "" };
        let expected = format!("review{verdict}  From {place}. Use when asked.");
        assert_eq!(first, Some(expected.as_str()), "{profile}");
    }
}

#[test]
fn fifty_loads_are_byte_for_byte_the_same() {
    let sandbox = six_agents();
    let first = sandbox.exits(0, &["-C", "project", "list", "--json"]).stdout;
    for _ in 0..50 {
        assert_eq!(sandbox.exits(0, &["-C", "project", "list", "--json"]).stdout, first);
    }
}

#[test]
fn a_name_that_nobody_has() {
    let sandbox = six_agents();
    let ran = sandbox.exits(1, &["-C", "project", "why", "reviev"]);
    assert!(ran.stderr.contains("no agent finds a skill called `reviev`"), "{ran}");
}

/// A cloned repository that sets every key there is changes nothing but what it takes away.
#[test]
fn a_projects_settings_only_take_away() {
    let settings = "profile = \"omp\"\n[skills]\nenabled = true\nenableClaudeUser = true\n\
        customDirectories = [\"/\"]\nignoredSkills = [\"zzz\"]\nincludeSkills = [\"review\", \"*-skills\"]\n\
        allowBundled = [\"reviewing-skills\", \"securing-skills\", \"writing-skills\"]\nunknown = 1\n[skills.load]\nextraDirs = [\"/\"]\nwatch = true\n\
        [skills.entries.review]\nenabled = true\napiKey = \"sk-secret\"\n[skills.entries.review.env]\nTOKEN = \"sk-secret\"\n\
        [skills.security]\nscanOnLoad = false\nblockCritical = false\nallowedCommandPrefixes = [\"sh\"]\n\
        [scan]\nonLoad = false\npack = \"openclaw\"\n\
        [permission.skill]\n\"*\" = \"allow\"\n";
    let sandbox = six_agents();
    let before = sandbox.exits(0, &["-C", "project", "list", "--json"]).stdout;
    let sandbox = sandbox.file("project/prowess.toml", settings);
    assert_eq!(sandbox.exits(0, &["-C", "project", "list", "--json"]).stdout, before);
    let ran = sandbox.exits(0, &["-C", "project", "config"]);
    assert!(!ran.to_string().contains("sk-secret"), "{ran}");
    assert_snapshot!(ran, @r#"
    exit 0
    --- stdout
    skills.allowBundled = ["reviewing-skills", "securing-skills", "writing-skills"]  # [DIR]/project/prowess.toml
    skills.ignoredSkills = ["zzz"]  # [DIR]/project/prowess.toml
    skills.includeSkills = ["review", "*-skills"]  # [DIR]/project/prowess.toml
    --- stderr
    warning: `profile` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.enabled` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.enableClaudeUser` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.customDirectories` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.unknown` of [DIR]/project/prowess.toml does not count: there is no such setting
    warning: `skills.load.extraDirs` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.load.watch` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.entries.review.enabled` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.entries.review.apiKey` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.entries.review.env.TOKEN` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.security.scanOnLoad` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.security.blockCritical` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `skills.security.allowedCommandPrefixes` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `scan.onLoad` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `scan.pack` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    warning: `permission.skill."*"` of [DIR]/project/prowess.toml does not count: only the user may set this: a project can only take away
    "#);
}

#[test]
fn the_users_settings_count_and_secrets_are_not_shown() {
    let settings =
        "[skills]\nignoredSkills = [\"rev*\"]\n[skills.entries.review]\napiKey = \"sk-secret\"\n";
    let sandbox = six_agents().file("home/.config/prowess/config.toml", settings);
    let ran = sandbox.exits(0, &["-C", "project", "list"]);
    assert!(!ran.stdout.contains("review "), "{ran}");
    assert!(ran.stderr.contains("skills.ignoredSkills has `rev*`"), "{ran}");
    let config = sandbox.exits(0, &["-C", "project", "config", "--json"]);
    assert!(
        config.stdout.contains("(not shown)") && !config.stdout.contains("sk-secret"),
        "{config}"
    );
    let flag = sandbox.exits(0, &["-C", "project", "--set", "skills.ignoredSkills=[]", "list"]);
    assert!(flag.stdout.starts_with("review"), "{flag}");
    sandbox.exits(2, &["--set", "skills.nothing=1", "list"]);
    sandbox.exits(2, &["--env", "broken", "list"]);
}

#[test]
fn names_with_dots_are_quoted_in_settings() {
    let settings = "[skills.entries.\"a.b\"]\nenabled = false\nother = 1\n[permission.skill]\n\"c.*\" = \"deny\"\n";
    let sandbox = Sandbox::new()
        .file("home/.config/prowess/config.toml", settings)
        .file("project/skills/a.b/SKILL.md", "---\nname: a.b\ndescription: Helps.\n---\nGo.\n");
    assert_snapshot!(sandbox.run(&["-C", "project", "config"]), @r#"
    exit 0
    --- stdout
    permission.skill."c.*" = "deny"  # [DIR]/home/.config/prowess/config.toml
    skills.entries."a.b".enabled = false  # [DIR]/home/.config/prowess/config.toml
    --- stderr
    warning: `skills.entries."a.b".other` of [DIR]/home/.config/prowess/config.toml does not count: there is no such setting
    "#);
    let ran = sandbox.exits(0, &["-C", "project", "list"]);
    assert!(ran.stderr.contains(r#"skills.entries."a.b".enabled is off"#), "{ran}");
}

/// Whatever keeps a skill from the model is named: its own file, a rule, an override, the file beside it.
#[test]
fn a_hidden_skill_comes_with_the_reason() {
    let skill = |name: &str, more: &str| {
        format!("---\nname: {name}\ndescription: Does things. Use when asked.\n{more}---\nGo.\n")
    };
    let sandbox = Sandbox::new()
        .directory("project")
        .file("home/.claude/skills/own/SKILL.md", skill("own", "disable-model-invocation: true\n"))
        .file("home/.claude/skills/denied/SKILL.md", skill("denied", ""))
        .file("home/.claude/skills/users/SKILL.md", skill("users", ""))
        .file(
            "home/.claude/settings.json",
            r#"{"permissions":{"deny":["Skill(denied)"]},"skillOverrides":{"users":"user-invocable-only"}}"#,
        )
        .file("home/.codex/skills/policy/SKILL.md", skill("policy", ""))
        .file(
            "home/.codex/skills/policy/agents/openai.yaml",
            "policy:\n  allow_implicit_invocation: false\n",
        );
    let why = |profile: &str, name: &str| {
        let ran = sandbox.exits(0, &["-C", "project", "--profile", profile, "why", name]);
        ran.answer().lines().nth(2).unwrap_or_default().trim().to_owned()
    };
    assert_snapshot!(why("claude-code", "own"), @"it is loaded, and kept out of what a model is shown: it says `disable-model-invocation`");
    assert_snapshot!(why("claude-code", "denied"), @"it is loaded, and kept out of what a model is shown: it is denied: permission.skill has `denied`");
    assert_snapshot!(why("claude-code", "users"), @"it is loaded, and kept out of what a model is shown: skills.entries.users.shown is user-invocable-only");
    assert_snapshot!(why("codex", "policy"), @"it is loaded, and kept out of what a model is shown: agents/openai.yaml leaves it to the user");
}
