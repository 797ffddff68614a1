//! The settings files of real agents, as their users write them, and what each agent then sees.

use prowess::limits;
use prowess::trust::Standing;

use crate::discovery::Machine;

/// An agent, its settings files, and what is left of `alpha`, `beta` and what the settings add.
type Row =
    (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

const BOTH: &[&str] = &["alpha", "beta"];

const ROWS: [Row; 28] = [
    ("claude-code", "home/.claude/skills", &[], BOTH),
    (
        "claude-code",
        "home/.claude/skills",
        &[("home/.claude/settings.json", r#"{"permissions":{"deny":["Skill(alpha *)","Bash"]}}"#)],
        BOTH,
    ),
    (
        "claude-code",
        "home/.claude/skills",
        &[("project/.claude/settings.local.json", r#"{"skillOverrides":{"beta":"off"}}"#)],
        &["alpha"],
    ),
    (
        "claude-code",
        "home/.claude/skills",
        &[(
            "system/etc/claude-code/managed-settings.json",
            r#"{"permissions":{"deny":["Skill"]}}"#,
        )],
        BOTH,
    ),
    (
        "openclaw",
        "project/skills",
        &[(
            "home/.openclaw/openclaw.json",
            "{ // why\n skills: { entries: { alpha: { enabled: false, apiKey: 'k' } },\n\
             load: { extraDirs: ['~/more'] }, }, }",
        )],
        &["beta", "more"],
    ),
    (
        "openclaw",
        "project/skills",
        &[("home/.openclaw/openclaw.json", r#"{"agents":{"defaults":{"skills":["beta"]}}}"#)],
        &["beta"],
    ),
    (
        "openclaw",
        "project/skills",
        &[("home/.openclaw/openclaw.json", r#"{"agents":{"defaults":{"skills":[]}}}"#)],
        &[],
    ),
    (
        "omp-2026",
        "home/.agents/skills",
        &[(
            "home/.omp/agent/config.yml",
            "skills:\n  ignoredSkills:\n    - al*\n  customDirectories:\n    - ~/more\n",
        )],
        &["beta", "more"],
    ),
    ("omp-2026", "home/.claude/skills", &[], &[]),
    (
        "omp-2026",
        "home/.claude/skills",
        &[
            ("home/.omp/agent/config.yml", "skills:\n  enableClaudeUser: true\n"),
            ("project/.omp/config.yml", "disabledExtensions: ['skill:alpha', 'tool:beta']\n"),
        ],
        &["beta"],
    ),
    (
        "omp-2026",
        "home/.agents/skills",
        &[("home/.omp/agent/config.yml", "skills:\n  enableAgentsUser: false\n")],
        &[],
    ),
    (
        "omp-2026",
        "home/.agents/skills",
        &[("home/.omp/agent/config.yml", "skills: [not, a, table\n")],
        BOTH,
    ),
    (
        "opencode-2026",
        "home/.claude/skills",
        &[(
            "home/.config/opencode/opencode.json",
            r#"{"permission":{"skill":{"*":"deny","b*":"allow"}}}"#,
        )],
        &["beta"],
    ),
    // The nearer file comes later, and so its rule counts.
    (
        "opencode-2026",
        "home/.claude/skills",
        &[
            ("home/.config/opencode/opencode.json", r#"{"permission":{"skill":"deny"}}"#),
            (
                "project/opencode.jsonc",
                "{\"agent\":{\"build\":{\"permission\":{\"skill\":{\"alpha\":\"allow\",}}}}}",
            ),
        ],
        &["alpha"],
    ),
    (
        "opencode-2026",
        "home/.claude/skills",
        &[(
            "project/opencode.json",
            r#"{"skills":{"paths":["~/more","../home/more"],"urls":["https://example.com"]}}"#,
        )],
        &["alpha", "beta", "more"],
    ),
    (
        "opencode-v2",
        "home/.claude/skills",
        &[("project/opencode.json", r#"{"skills":["~/more","https://example.com/skills"]}"#)],
        &["alpha", "beta", "more"],
    ),
    (
        "kilo",
        "home/.kilo/skills",
        &[("project/kilo.json", r#"{"permission":{"skill":{"alpha":"deny"}}}"#)],
        &["beta"],
    ),
    (
        "pi",
        "home/.pi/agent/skills",
        &[("home/.pi/agent/settings.json", r#"{"skills":["~/more"]}"#)],
        &["alpha", "beta", "more"],
    ),
    (
        "pi",
        "home/.pi/agent/skills",
        &[("project/.pi/settings.json", r#"{"skills":["../home/more"]}"#)],
        &["alpha", "beta", "more"],
    ),
    (
        "amp",
        "home/.config/amp/skills",
        &[("home/.config/amp/settings.json", r#"{"amp.skills.path":"~/more"}"#)],
        &["alpha", "beta", "more"],
    ),
    (
        "copilot",
        "home/.copilot/skills",
        &[("home/.config/Code/User/settings.json", "{// no\n\"chat.useAgentSkills\": false,}")],
        &[],
    ),
    (
        "copilot",
        "home/.copilot/skills",
        &[("project/.vscode/settings.json", r#"{"chat.useAgentSkills": "perhaps"}"#)],
        BOTH,
    ),
    (
        "copilot-cli",
        "home/.copilot/skills",
        &[("home/.copilot/config.json", r#"{"skillDirectories":["~/more"]}"#)],
        &["alpha", "beta", "more"],
    ),
    ("copilot-cli", "home/.copilot/skills", &[("home/.copilot/config.json", "{{{")], BOTH),
    (
        "codex",
        "home/.codex/skills",
        &[("home/.codex/config.toml", "[[skills.config]]\nname = \"alpha\"\nenabled = false\n")],
        &["beta"],
    ),
    (
        "gemini-cli",
        "home/.gemini/skills",
        &[("home/.gemini/settings.json", r#"{"skills":{"disabled":["Alpha"]}}"#)],
        &["beta"],
    ),
    (
        "gemini-cli",
        "home/.gemini/skills",
        &[("home/.gemini/settings.json", r#"{"skills":{"enabled":false}}"#)],
        &[],
    ),
    (
        "copilot-cli",
        "home/.copilot/skills",
        &[("home/.copilot/settings.json", r#"{"disabledSkills":["alpha"]}"#)],
        &["beta"],
    ),
];

#[test]
fn what_agents_see_by_their_own_settings() {
    for (profile, place, files, expected) in ROWS {
        let machine = Machine::new()
            .skill(&format!("{place}/alpha"))
            .skill(&format!("{place}/beta"))
            .skill("home/more/more")
            .agent("build");
        let machine = files.iter().fold(machine, |machine, (path, text)| machine.file(path, text));
        assert_eq!(machine.names(profile), expected, "{profile}: {files:?}");
    }
}

/// Claude Code's rules are about what the model may start: users are shown what is denied.
#[test]
fn what_is_denied_can_be_kept_from_the_model_alone() {
    let deny = r#"{"permissions":{"deny":["Skill(alpha *)"]}}"#;
    let machine = Machine::new()
        .skill("home/.claude/skills/alpha")
        .skill("home/.claude/skills/beta")
        .file("home/.claude/settings.json", deny);
    let catalog = machine.load("claude-code");
    let shown: Vec<(&str, bool)> =
        catalog.active().iter().map(|e| (e.skill.name_text(), e.is_hidden())).collect();
    assert_eq!(shown, [("alpha", true), ("beta", false)]);
}

/// Codex's rules name a skill or its file; the later one counts, whichever way it names it.
#[test]
fn a_later_rule_counts_by_name_or_by_path() {
    let rule = |what: &str, on: bool| format!("[[skills.config]]\n{what}\nenabled = {on}\n");
    let machine = Machine::new().skill("home/.codex/skills/alpha").skill("home/.codex/skills/beta");
    let file = machine.path("home/.codex/skills/alpha/SKILL.md");
    let (name, path) = ("name = \"alpha\"", format!("path = {:?}", file.to_str().unwrap()));
    let table: [(&str, bool, &str, bool, &[&str]); 4] = [
        (name, false, &path, true, BOTH),
        (&path, false, name, true, BOTH),
        (name, true, &path, false, &["beta"]),
        (&path, true, name, false, &["beta"]),
    ];
    let both = format!("{name}\n{path}");
    let table = table.into_iter().chain([(name, true, &*both, false, BOTH)]);
    for (first, first_on, second, second_on, expected) in table {
        let rules = rule(first, first_on) + &rule(second, second_on);
        std::fs::write(machine.path("home/.codex/config.toml"), &rules).unwrap();
        assert_eq!(machine.names("codex"), expected, "{rules}");
    }
}

/// Codex reads no key that hides a skill, but its file beside one may leave it to the user.
#[test]
fn a_policy_leaves_a_skill_to_the_user() {
    let policy = |on: bool| format!("policy:\n  allow_implicit_invocation: {on}\n");
    let quiet = "name: quiet\ndescription: d\ndisable-model-invocation: true";
    let machine = Machine::new()
        .skill("home/.codex/skills/alpha")
        .file("home/.codex/skills/alpha/agents/openai.yaml", &policy(false))
        .skill("home/.codex/skills/beta")
        .file("home/.codex/skills/beta/agents/openai.yaml", &policy(true))
        .fields("home/.codex/skills/quiet", quiet);
    let catalog = machine.load("codex");
    let hidden: Vec<bool> = catalog.active().iter().map(|entry| entry.is_hidden()).collect();
    assert_eq!(hidden, [true, false, false]);
}

/// OpenClaw's lists of single agents, as a list and as a table: one takes the place of the default.
#[test]
fn an_agent_sees_its_own_list() {
    let machine = || Machine::new().skill("project/skills/alpha").skill("project/skills/beta");
    let named = |agents: &str, agent: &str| {
        let text = format!(r#"{{"agents":{{"defaults":{{"skills":["beta"]}},{agents}}}}}"#);
        machine().agent(agent).file("home/.openclaw/openclaw.json", &text).names("openclaw")
    };
    let list =
        r#""list":[{"id":"writer","skills":["alpha"]},{"id":"none","skills":[]},{"id":"main"}]"#;
    let table = r#""entries":{"writer":{"skills":["alpha"]},"none":{"skills":[]},"main":{}}"#;
    for agents in [list, table] {
        assert_eq!(named(agents, "writer"), ["alpha"], "{agents}");
        assert_eq!(named(agents, "none"), [""; 0], "{agents}");
        assert_eq!(named(agents, "main"), ["beta"], "{agents}");
    }
    assert_eq!(named(r#""list":"all""#, "writer"), ["beta"]);
}

/// VS Code's table of places: what is on is searched too, what is off is not, and the workspace's word
/// counts over the user's.
#[test]
fn places_are_switched_one_by_one() {
    let shown = |user: &str, workspace: &str| {
        let file = |table: &str| format!("{{\"chat.agentSkillsLocations\":{table}}}");
        let machine = Machine::new()
            .skill("project/.github/skills/usual")
            .skill("home/.claude/skills/users")
            .skill("home/more/extra")
            .skill("project/tools/brought")
            .file("home/.config/Code/User/settings.json", &file(user))
            .file("project/.vscode/settings.json", &file(workspace));
        machine.names("copilot")
    };
    let table: [(&str, &str, &[&str]); 8] = [
        ("{}", "{}", &["users", "usual"]),
        (r#"{"~/more":true}"#, "{}", &["extra", "users", "usual"]),
        (r#"{"~/more":true}"#, r#"{"~/more":false}"#, &["users", "usual"]),
        (r#"{"~/.claude/skills/":false}"#, r#"{"tools":true}"#, &["brought", "usual"]),
        (r#"{".github/skills":false}"#, r#"{"./.github/skills":true}"#, &["users", "usual"]),
        (r#"{"~/.claude/skills":"no"}"#, "7", &["users", "usual"]),
        // A clone that names a directory above everything.
        ("{}", r#"{"~":true,"..":true,"/":true}"#, &["users", "usual"]),
        ("{}", r#"{".github/skills":false,"~/.claude/skills":false}"#, &[]),
    ];
    for (user, workspace, expected) in table {
        assert_eq!(shown(user, workspace), expected, "{user} {workspace}");
    }
}

/// Each place of that table is a setting of its own: one that the workspace's file switches on is the
/// project's and is searched only a little, also beside one of the user's and where a rule leads below it.
#[test]
fn a_place_that_a_workspace_switches_on_is_searched_only_a_little() {
    let extending = |below: &str| {
        format!(
            "extends = \"copilot\"\n[[roots]]\npath = \"{{setting:skills.locations}}{below}\"\n\
             scope = \"extra\"\ndepth = 3\n"
        )
    };
    for below in ["", "/inside"] {
        let fill = |machine: Machine, place: &str| {
            for at in 0..limits::NARROW_DIRECTORIES {
                let directory = machine.path(&format!("{place}{below}/d{at}"));
                std::fs::create_dir_all(directory).unwrap();
            }
            let name = place.replace('/', "-");
            machine
                .skill(&format!("{place}{below}/close-{name}"))
                .skill(&format!("{place}{below}/z/last/far-{name}"))
        };
        let machine =
            Machine::new().file("home/.config/prowess/profiles/mine.toml", &extending(below)).file(
                "home/.config/Code/User/settings.json",
                r#"{"chat.agentSkillsLocations":{"~/own":true}}"#,
            );
        let machine = fill(fill(machine, "home/own"), "elsewhere");
        let place = machine.path("elsewhere").display().to_string();
        let text = format!("{{\"chat.agentSkillsLocations\":{{\"{place}\":true}}}}");
        let machine = machine.file("project/.vscode/settings.json", &text);
        let expected = ["close-elsewhere", "close-home-own", "far-home-own"];
        assert_eq!(machine.names("mine"), expected, "{below}");
        let catalog = machine.load("mine");
        let told = format!("{:?}", catalog.troubles());
        assert_eq!(catalog.troubles().len(), 1, "{below} {told}");
        assert!(told.contains("only a project that is not trusted names the place"), "{told}");
        for entry in catalog.active() {
            let users = entry.skill.name_text().ends_with("own");
            assert_eq!(*entry.standing() == Standing::Trusted, users, "{below} {entry:?}");
        }
    }
}

/// Gemini CLI's extensions: the last rule that fits the working directory counts.
#[test]
fn extensions_are_switched_by_directory() {
    // `HERE` stands for the working directory.
    let named = |text: &str| {
        let machine = Machine::new().skill("home/.gemini/extensions/tools/skills/alpha");
        let text = text.replace("HERE", machine.path("project").to_str().unwrap());
        machine.file("home/.gemini/extensions/extension-enablement.json", &text).names("gemini-cli")
    };
    let table = [
        (r#"{"tools":{"overrides":[]}}"#, true),
        (r#"{"tools":{"overrides":["!/*"]}}"#, false),
        (r#"{"tools":{"overrides":["!/*","HERE/*"]}}"#, true),
        (r#"{"tools":{"overrides":["HERE/*","!HERE/"]}}"#, false),
        (r#"{"tools":{"overrides":["!HERE"]}}"#, true),
        (r#"{"tools":{"overrides":["!HERE/below/*"]}}"#, true),
        (r#"{"others":{"overrides":["!/*"]}}"#, true),
        (r#"{"tools":{"overrides":"!/*"}}"#, true),
        ("7", true),
    ];
    for (text, on) in table {
        assert_eq!(!named(text).is_empty(), on, "{text}");
    }
}

/// OpenClaw's workspace: what is set, else its usual place if that is there, else where one stands.
#[test]
fn a_workspace_is_set_or_in_its_usual_place_or_here() {
    let machine = || Machine::new().skill("project/skills/here").skill("home/elsewhere/skills/set");
    let usual = || machine().skill("home/.openclaw/workspace/skills/usual");
    let set = r#"{"agents":{"defaults":{"workspace":"~/elsewhere"}}}"#;
    assert_eq!(machine().names("openclaw"), ["here"]);
    assert_eq!(usual().names("openclaw"), ["usual"]);
    assert_eq!(usual().file("home/.openclaw/openclaw.json", set).names("openclaw"), ["set"]);
    // One that is set and not there is not replaced.
    let gone = set.replace("elsewhere", "gone");
    assert_eq!(usual().file("home/.openclaw/openclaw.json", &gone).names("openclaw"), [""; 0]);
}

/// Claude Code calls a skill as its directory and shows the name of its frontmatter.
#[test]
fn a_label_is_shown_and_both_names_are_found() {
    let fields = |name: &str| format!("name: {name}\ndescription: d");
    let machine = Machine::new()
        .fields("project/.claude/skills/one", &fields("Shown"))
        .fields("project/.claude/skills/two", &fields("Shown"))
        .fields("project/.claude/skills/three", &fields("\"<b>\""));
    let catalog = machine.load("claude-code");
    let shown: Vec<(&str, &str)> =
        catalog.active().iter().map(|e| (e.skill.name_text(), e.label())).collect();
    assert_eq!(shown, [("one", "Shown"), ("three", "three"), ("two", "Shown")]);
    assert_eq!(catalog.find("two").unwrap().skill.name_text(), "two");
    assert_eq!(catalog.find("Shown").unwrap().skill.name_text(), "one");
    assert_eq!(prowess::why::why(&catalog, "Shown").len(), 2);
    assert_eq!(prowess::why::why(&catalog, "one").len(), 1);
}
