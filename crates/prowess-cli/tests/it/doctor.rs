//! `doctor`: what is wrong here.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

fn ill() -> Sandbox {
    Sandbox::new()
        .file("project/.git/HEAD", "")
        .file("project/prowess.toml", "[skills]\ncustomDirectories = [\"/\"]\n")
        .file("home/.config/prowess/config.toml", "[skills]\ncustomDirectories = [\"~/gone\"]\n")
        .file(
            "project/.claude/skills/torn/SKILL.md",
            "---\nname: torn\ndescription: [x\n---\nGo.\n",
        )
        .file("project/.claude/skills/empty/SKILL.md", "")
        .skill("project/.claude/skills/review")
        .skill("home/.claude/skills/review")
        .file(
            "project/.claude/skills/pdf/SKILL.md",
            "---\nname: pdf\ndescription: Reads. Use when asked.\n---\nGo.\n",
        )
        .file(
            "home/.claude/skills/pdf2/SKILL.md",
            "---\nname: \"PD\\u200bF\"\ndescription: Reads. Use when asked.\n---\nGo.\n",
        )
        .file("project/.agents/skills", "no directory")
}

/// The problems that some agents have, in the eyes of these: there are more agents than a test can name,
/// and more to come. How many problems there are depends on all of them, so that is left out.
fn as_some_see_it(text: &str) -> String {
    const SOME: [&str; 5] = ["agentskills", "claude-code", "openclaw", "prowess", "wundr"];
    let mut kept: Vec<String> = Vec::new();
    let mut keep = true;
    for line in text.lines() {
        if line.starts_with("  ") {
            kept.extend(keep.then(|| line.to_owned()));
            continue;
        }
        let agents = line.strip_suffix(']').and_then(|line| line.rsplit_once(" ["));
        let seen = agents.map(|(problem, agents)| {
            let some: Vec<&str> = agents.split(", ").filter(|name| SOME.contains(name)).collect();
            (problem, some)
        });
        match seen {
            Some((problem, some)) => {
                keep = !some.is_empty();
                kept.extend(keep.then(|| format!("{problem} [{}]", some.join(", "))));
            }
            None => {
                keep = line.contains(": ");
                kept.extend(keep.then(|| line.to_owned()));
            }
        }
    }
    kept.join("\n")
}

#[test]
fn all_agents_are_asked() {
    let ran = ill().run(&["-C", "project", "doctor"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(as_some_see_it(&ran.answer()), @r#"
    error: `empty` is not loaded: the file is empty [prowess]
      at [DIR]/project/.claude/skills/empty/SKILL.md
      help: write a frontmatter with a name and a description, then the instructions
    warning: the setting `skills.customDirectories` does not count: only the user may set this: a project can only take away
      at [DIR]/project/prowess.toml
      help: set it in your own settings if you want it; `prowess config` says where
    warning: a directory of skills is looked for here, and this is none [prowess]
      at [DIR]/project/.agents/skills
      help: move it away, and put skills into a directory of that name
    warning: settings name this directory, and it is not there [prowess]
      at [DIR]/home/gone
      help: make it, or take it out of the settings
    warning: names that look the same: "PD\u{200b}F", "pdf" [prowess]
      at [DIR]/home/.claude/skills/pdf2/SKILL.md
      help: rename all of them but one: a model cannot tell them apart
    info: 1 skill is hidden by another of its name [claude-code]
      help: `prowess why review` says which copy is loaded
    info: 2 skills are hidden by others of their names [prowess]
      help: `prowess why review` says which copy is loaded
    "#);
}

#[test]
fn one_agent_as_json() {
    let sandbox = ill();
    assert_snapshot!(sandbox.run(&["-C", "project", "--profile", "prowess", "doctor", "--json"]), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "problems": [
        {
          "severity": "warning",
          "path": "[DIR]/project/prowess.toml",
          "message": "the setting `skills.customDirectories` does not count: only the user may set this: a project can only take away",
          "help": "set it in your own settings if you want it; `prowess config` says where"
        },
        {
          "severity": "warning",
          "profile": "prowess",
          "path": "[DIR]/project/.agents/skills",
          "message": "a directory of skills is looked for here, and this is none",
          "help": "move it away, and put skills into a directory of that name"
        },
        {
          "severity": "warning",
          "profile": "prowess",
          "path": "[DIR]/home/gone",
          "message": "settings name this directory, and it is not there",
          "help": "make it, or take it out of the settings"
        },
        {
          "severity": "error",
          "profile": "prowess",
          "path": "[DIR]/project/.claude/skills/empty/SKILL.md",
          "message": "`empty` is not loaded: the file is empty",
          "help": "write a frontmatter with a name and a description, then the instructions"
        },
        {
          "severity": "warning",
          "profile": "prowess",
          "path": "[DIR]/home/.claude/skills/pdf2/SKILL.md",
          "message": "names that look the same: \"PD\\u{200b}F\", \"pdf\"",
          "help": "rename all of them but one: a model cannot tell them apart"
        },
        {
          "severity": "info",
          "profile": "prowess",
          "message": "2 skills are hidden by others of their names",
          "help": "`prowess why review` says which copy is loaded"
        }
      ]
    }
    --- stderr
    "#);
}

#[test]
fn a_program_that_is_missing_is_a_warning() {
    let text = "---\nname: need\ndescription: Helps. Use when asked.\nmetadata:\n  openclaw:\n    requires:\n      bins: [no-such-program]\n---\nGo.\n";
    let sandbox = Sandbox::new().file("skills/need/SKILL.md", text);
    assert_snapshot!(sandbox.run(&["--profile", "openclaw", "doctor"]), @"
    exit 0
    --- stdout
    warning: `need` is not loaded: it needs `no-such-program`, not found in PATH [openclaw]
      at [DIR]/skills/need/SKILL.md
      help: install what is missing, or put its directory into PATH
    0 errors and 1 warning
    --- stderr
    ");
}

#[test]
fn what_is_switched_off_is_not_wrong() {
    let sandbox = Sandbox::new().skill(".claude/skills/a").skill(".claude/skills/b");
    assert_snapshot!(sandbox.run(&["--set", "skills.ignoredSkills=[\"a\"]", "doctor"]), @"
    exit 0
    --- stdout
    Nothing is wrong.
    --- stderr
    ");
    assert_snapshot!(Sandbox::new().run(&["doctor"]), @"
    exit 0
    --- stdout
    There is no skill here yet; `prowess new NAME` makes one.
    --- stderr
    ");
    assert_eq!(
        Sandbox::new().exits(0, &["doctor", "--json"]).json()["problems"].as_array().unwrap().len(),
        0
    );
}

#[test]
fn a_place_that_is_closed_is_an_error() {
    let sandbox = Sandbox::new()
        .skill(".claude/skills/a")
        .skill(".claude/skills/closed/b")
        .mode(".claude/skills/closed", 0o000)
        .directory("home")
        .mode("home", 0o777)
        .mode("", 0o755);
    let ran = sandbox.run_unprivileged("a_place_that_is_closed_is_an_error", &["doctor"]);
    let sandbox = sandbox.mode(".claude/skills/closed", 0o755);
    if let Some(ran) = ran {
        assert_eq!(ran.code, 1);
        assert_snapshot!(as_some_see_it(&ran.answer()), @"
        error: this place cannot be searched: Permission denied (os error 13) [claude-code, prowess, wundr]
          at [DIR]/.claude/skills/closed
          help: give yourself the right to read it, or move it away
        ");
    }
    drop(sandbox);
}

#[test]
fn names_that_look_alike_are_told_under_every_agent() {
    let skill = |name: &str| format!("---\nname: {name}\ndescription: Helps.\n---\nGo.\n");
    let sandbox = Sandbox::new()
        .file("home/.claude/skills/a/SKILL.md", skill("pdf"))
        .file("home/.claude/skills/b/SKILL.md", skill("PDF"));
    for profile in ["omp", "opencode", "prowess"] {
        let ran = sandbox.exits(0, &["--profile", profile, "doctor"]);
        assert!(ran.stdout.contains(r#"warning: names that look the same: "PDF", "pdf""#), "{ran}");
    }
    let ran = sandbox.exits(0, &["--profile", "omp", "why", "pdf"]);
    assert!(ran.stdout.contains(r#"looks like that of another skill: "PDF""#), "{ran}");
}

/// A list of plugins that cannot be read is told to the agents that read it, without a word of it.
#[test]
fn a_broken_list_of_plugins_is_an_error() {
    let file = "home/.claude/plugins/installed_plugins.json";
    let doctor = |text: &str| {
        let sandbox = Sandbox::new().skill("home/.claude/skills/a").file(file, text);
        sandbox.run(&["--profile", "claude-code", "doctor"])
    };
    assert_snapshot!(doctor("{\"plugins\": {\"sk-secret"), @"
    exit 1
    --- stdout
    error: no skill of a plugin is found: the list of them cannot be read: it is not valid JSON [claude-code]
      at [DIR]/home/.claude/plugins/installed_plugins.json
      help: let the agent write it anew (install a plugin again), or mend the file
    1 error and 0 warnings
    --- stderr
    ");
    let large = format!("{{{}}}", " ".repeat(prowess::limits::PLUGINS_BYTES));
    let table = [
        ("[\"sk-secret\"]", "it has no table `plugins`"),
        ("{\"plugins\": \"sk-secret\"}", "it has no table `plugins`"),
        (large.as_str(), "it has more than 4194304 bytes"),
    ];
    for (text, expected) in table {
        let ran = doctor(text);
        assert!(ran.code == 1 && ran.stdout.contains(expected), "{ran}");
        assert!(!ran.stdout.contains("secret"), "{ran}");
    }
    assert_eq!(doctor("{\"version\": 2, \"plugins\": {}}").code, 0);
}

/// Profiles of the user's that are not used are told, whatever agents are asked.
#[test]
fn profiles_of_the_users_that_are_not_used_are_told() {
    let profile = |name: &str| format!("home/.config/prowess/profiles/{name}.toml");
    let sandbox = Sandbox::new()
        .skill("home/.claude/skills/a")
        .file(profile("torn"), "extends = \"omp\"\n# token\ntoken = sk-secret\n")
        .file(profile("typo"), "schema = 1\nemulates = \"sk-secret\"\n")
        .file(profile("on-torn"), "extends = \"torn\"\n")
        .file(profile("on-nothing"), "extends = \"sk-secret\"\n")
        .file(profile("no-text"), b"\xff\xfe")
        .file(profile("omp"), "extends = \"wundr\"\n")
        .file(profile("my agent"), "extends = \"omp\"\n")
        .file(profile("good"), "extends = \"omp\"\ncurrent = false\n");
    assert_snapshot!(sandbox.run(&["--profile", "prowess", "doctor"]), @r#"
    exit 1
    --- stdout
    error: this profile of yours cannot be read, and is not used
      at [DIR]/home/.config/prowess/profiles/no-text.toml
      help: mend or remove it; `prowess --profile no-text list` says what is wrong
    error: this profile of yours cannot be read, and is not used
      at [DIR]/home/.config/prowess/profiles/on-nothing.toml
      help: mend or remove it; `prowess --profile on-nothing list` says what is wrong
    error: this profile of yours cannot be read, and is not used
      at [DIR]/home/.config/prowess/profiles/on-torn.toml
      help: mend or remove it; `prowess --profile on-torn list` says what is wrong
    error: this profile of yours cannot be read (line 3), and is not used
      at [DIR]/home/.config/prowess/profiles/torn.toml
      help: mend or remove it; `prowess --profile torn list` says what is wrong
    error: this profile of yours cannot be read (line 2), and is not used
      at [DIR]/home/.config/prowess/profiles/typo.toml
      help: mend or remove it; `prowess --profile typo list` says what is wrong
    warning: this profile of yours is not used: it cannot be named
      at [DIR]/home/.config/prowess/profiles/my agent.toml
      help: give the file a name of at most 64 letters, digits, `-` and `_`
    warning: this profile of yours is not used: the built-in `omp` has its name
      at [DIR]/home/.config/prowess/profiles/omp.toml
      help: give the file another name; `extends = "omp"` builds on it
    5 errors and 2 warnings
    --- stderr
    "#);
    assert_eq!(sandbox.run(&["doctor"]).code, 1);
}
