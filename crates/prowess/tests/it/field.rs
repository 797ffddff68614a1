//! The agents of the field: where each looks, and which copy of a skill its users get.
//!
//! The rows follow what is documented about each agent; where nothing is, the assumption stands in the
//! comment of its profile.

use std::os::unix::fs::symlink;

use prowess::trust::Standing;

use crate::discovery::Machine;

/// An agent's places, best first, and what makes the machine one on which it looks there.
type Row = (&'static str, &'static [&'static str], fn(Machine) -> Machine);

fn as_it_is(machine: Machine) -> Machine {
    machine
}

/// It reads a project only where it trusts it.
pub(crate) fn trusting_for_gemini(machine: Machine) -> Machine {
    machine
        .file("home/.gemini/settings.json", r#"{"security": {"folderTrust": {"enabled": false}}}"#)
}

fn with_paths(machine: Machine) -> Machine {
    machine.set("skills.paths=['~/listed']")
}

const FIELD: [Row; 18] = [
    (
        "gemini-cli",
        &[
            "project/.agents/skills/s",
            "project/.gemini/skills/s",
            "home/.agents/skills/s",
            "home/.gemini/skills/s",
            "home/.gemini/extensions/e/skills/s",
        ],
        trusting_for_gemini,
    ),
    (
        "goose",
        &[
            "project/.agents/skills/s",
            "project/.goose/skills/s",
            "project/.claude/skills/s",
            "home/.agents/skills/s",
            "home/.config/goose/skills/s",
            "home/.claude/skills/s",
            "home/.config/agents/skills/s",
        ],
        as_it_is,
    ),
    (
        "copilot",
        &[
            "project/.github/skills/s",
            "project/.claude/skills/s",
            "project/.agents/skills/s",
            "home/.copilot/skills/s",
            "home/.claude/skills/s",
            "home/.agents/skills/s",
        ],
        as_it_is,
    ),
    (
        "copilot-cli",
        &[
            "project/.github/skills/s",
            "project/.agents/skills/s",
            "project/.claude/skills/s",
            "home/.copilot/skills/s",
            "home/.agents/skills/s",
            "home/one/s",
            "home/two/s",
            "home/listed/s",
        ],
        |machine| with_paths(machine.env("COPILOT_SKILLS_DIRS", "~/one, ~/two,")),
    ),
    (
        "cursor",
        &[
            "project/.agents/skills/s",
            "project/.cursor/skills/s",
            "project/.claude/skills/s",
            "project/.codex/skills/s",
            "home/.agents/skills/s",
            "home/.cursor/skills/s",
            "home/.claude/skills/s",
            "home/.codex/skills/s",
        ],
        as_it_is,
    ),
    (
        "amp",
        &[
            "project/.agents/skills/s",
            "home/.config/agents/skills/s",
            "home/.config/amp/skills/s",
            "project/.claude/skills/s",
            "home/.claude/skills/s",
            "home/listed/s",
        ],
        with_paths,
    ),
    (
        "roo",
        &[
            "project/.roo/skills-code/s",
            "project/.agents/skills-code/s",
            "project/.roo/skills/s",
            "project/.agents/skills/s",
            "home/.roo/skills-code/s",
            "home/.agents/skills-code/s",
            "home/.roo/skills/s",
            "home/.agents/skills/s",
        ],
        |machine| machine.mode("code"),
    ),
    (
        "kilo",
        &[
            "home/listed/s",
            "project/.kilo/skills/s",
            "project/.kilocode/skills/s",
            "project/.agents/skills/s",
            "project/.claude/skills/s",
            "home/.kilo/skills/s",
            "home/.kilocode/skills/s",
            "home/.agents/skills/s",
            "home/.claude/skills/s",
        ],
        with_paths,
    ),
    (
        "opencode-2026",
        &[
            "home/listed/s",
            "home/.opencode/skills/s",
            "project/.opencode/skills/s",
            "project/.opencode/skill/s",
            "home/.config/opencode/skills/s",
            "home/.config/opencode/skill/s",
            "project/.agents/skills/s",
            "project/.claude/skills/s",
            "home/.agents/skills/s",
            "home/.claude/skills/s",
        ],
        with_paths,
    ),
    (
        "omp-2026",
        &[
            "home/custom/s",
            "project/.omp/skills/s",
            "home/.omp/agent/skills/s",
            "project/.claude/skills/s",
            "home/.claude/skills/s",
            "project/.agent/skills/s",
            "project/.agents/skills/s",
            "home/.agent/skills/s",
            "home/.agents/skills/s",
            "project/.codex/skills/s",
            "home/.codex/skills/s",
            "project/.opencode/skills/s",
            "project/.github/skills/s",
            "home/.omp/agent/managed-skills/s",
        ],
        // The user's directories of others are off until they are switched on.
        |machine| {
            machine
                .set("skills.customDirectories=['~/custom']")
                .set("skills.enableClaudeUser=true")
                .set("skills.enableCodexUser=true")
        },
    ),
    (
        "pi",
        &[
            "project/.pi/skills/s",
            "project/.agents/skills/s",
            "home/listed/s",
            "home/.pi/agent/skills/s",
            "home/.agents/skills/s",
        ],
        with_paths,
    ),
    (
        "cline",
        &[
            "project/.clinerules/skills/s",
            "project/.cline/skills/s",
            "project/.claude/skills/s",
            "project/.agents/skills/s",
            "home/.cline/skills/s",
            "home/.agents/skills/s",
        ],
        as_it_is,
    ),
    (
        "factory",
        &[
            "project/.factory/skills/s",
            "project/.agents/skills/s",
            "project/.agent/skills/s",
            "home/.factory/skills/s",
            "home/.agents/skills/s",
        ],
        as_it_is,
    ),
    (
        "windsurf",
        &[
            "project/.windsurf/skills/s",
            "project/.agents/skills/s",
            "project/.claude/skills/s",
            "home/.codeium/windsurf/skills/s",
            "home/.agents/skills/s",
            "home/.claude/skills/s",
            "system/etc/windsurf/skills/s",
        ],
        as_it_is,
    ),
    ("kiro", &["project/.kiro/skills/s", "home/.kiro/skills/s"], as_it_is),
    (
        "openhands",
        &[
            "project/.agents/skills/s",
            "project/.openhands/skills/s",
            "project/.openhands/microagents/s",
            "home/.agents/skills/s",
            "home/.openhands/skills/s",
            "home/.openhands/microagents/s",
            "home/.openhands/skills/installed/s",
        ],
        as_it_is,
    ),
    (
        "letta",
        &[
            "project/.agents/skills/s",
            "project/.skills/s",
            "home/.letta/agents/agent-1/memory/skills/s",
            "home/.letta/skills/s",
        ],
        |machine| machine.agent("agent-1"),
    ),
    (
        "deepagents",
        &[
            "project/.claude/skills/s",
            "home/.claude/skills/s",
            "project/.agents/skills/s",
            "project/.deepagents/skills/s",
            "home/.agents/skills/s",
            "home/.deepagents/agent/skills/s",
        ],
        as_it_is,
    ),
];

#[test]
fn the_documented_winner_wins() {
    for (profile, places, set_up) in FIELD {
        // Each place wins over all that come after it, and loses to none of them.
        for (at, winner) in places.iter().enumerate() {
            let machine = places[at..].iter().rev().fold(Machine::new(), |machine, place| {
                // Written last to first, so that no order of creation helps.
                machine.skill(place)
            });
            assert_eq!(set_up(machine).winner(profile), *winner, "{profile}");
        }
    }
}

#[test]
fn every_profile_of_the_field_says_where_skills_are_put() {
    for (profile, ..) in FIELD {
        let agent = prowess::agents::find(profile).unwrap();
        assert_eq!(agent.profile.as_deref(), Some(profile));
        let signs = agent.install.detect.len() + agent.install.programs.len();
        assert!(signs > 0 && agent.install.user.is_some(), "{profile}");
    }
}

/// What is loaded where there is one skill with these fields in a directory `s`.
fn loads(profile: &str, place: &str, fields: &str) -> bool {
    !Machine::new().fields(&format!("{place}/s"), fields).names(profile).is_empty()
}

#[test]
fn what_each_agent_does_not_load() {
    let good = "name: s\ndescription: Does it.";
    let other_name = "name: other\ndescription: Does it.";
    let capitals = "name: S\ndescription: Does it.";
    let colon = "name: s\ndescription: Use when: asked";
    let undescribed = "name: s";
    let nameless = "description: Does it.";
    let rows: [(&str, &str, &[&str], &[&str]); 12] = [
        (
            "copilot",
            "project/.github/skills",
            &[good],
            &[other_name, capitals, undescribed, nameless],
        ),
        (
            "copilot-cli",
            "project/.github/skills",
            &[good, other_name, undescribed, nameless],
            &[colon],
        ),
        ("cursor", "project/.cursor/skills", &[good, other_name, nameless], &[undescribed]),
        ("amp", "project/.agents/skills", &[good, other_name], &[undescribed, nameless]),
        (
            "roo",
            "project/.roo/skills",
            &[good],
            &[other_name, capitals, undescribed, nameless, colon],
        ),
        ("kilo", "project/.kilo/skills", &[good, other_name, colon, undescribed], &[nameless]),
        ("pi", "project/.pi/skills", &[good, other_name, capitals, nameless], &[undescribed]),
        ("cline", "project/.cline/skills", &[good], &[other_name, undescribed, nameless]),
        ("factory", "project/.factory/skills", &[good, undescribed, nameless], &[colon]),
        ("kiro", "project/.kiro/skills", &[good], &[other_name, colon, undescribed]),
        ("openhands", "project/.openhands/skills", &[good, undescribed, nameless], &[]),
        ("deepagents", "project/.agents/skills", &[good], &[capitals, other_name, undescribed]),
    ];
    for (profile, place, fine, not) in rows {
        for fields in fine {
            assert!(loads(profile, place, fields), "{profile}: {fields}");
        }
        for fields in not {
            assert!(!loads(profile, place, fields), "{profile}: {fields}");
        }
    }
}

/// Kiro says nothing about it; we say which line it was.
#[test]
fn kiro_drops_an_unquoted_colon_and_here_it_has_a_reason() {
    let machine =
        Machine::new().fields("home/.kiro/skills/s", "name: s\ndescription: Use when: asked");
    let reasons = machine.reasons("kiro");
    assert!(reasons.len() == 1 && reasons[0].starts_with("yaml-invalid: "), "{reasons:?}");
}

#[test]
fn copilot_cli_reads_the_directories_above() {
    let machine = Machine::new()
        .skill("project/a/.claude/skills/s")
        .skill("project/.github/skills/s")
        .skill("project/.github/skills/t");
    let catalog = machine.load_in("copilot-cli", "project/a");
    let found: Vec<&str> =
        catalog.active().iter().map(|entry| entry.skill.description_text()).collect();
    assert_eq!(found, ["project/a/.claude/skills/s", "project/.github/skills/t"]);
}

#[test]
fn roo_has_modes() {
    let machine = |mode: Option<&str>| {
        let machine = Machine::new()
            .skill("project/.roo/skills-code/only-code")
            .skill("project/.roo/skills/any")
            .fields("project/.roo/skills/two", "name: two\ndescription: d\nmodeSlugs: [code, ask]")
            .fields("project/.roo/skills/old", "name: old\ndescription: d\nmode: architect");
        match mode {
            Some(mode) => machine.mode(mode),
            None => machine,
        }
    };
    assert_eq!(machine(None).names("roo"), ["any", "old", "two"]);
    assert_eq!(machine(Some("code")).names("roo"), ["any", "only-code", "two"]);
    assert_eq!(machine(Some("architect")).names("roo"), ["any", "old"]);
    let reasons = machine(Some("code")).reasons("roo");
    assert_eq!(reasons, ["mode: it is for the modes architect, and this is code"]);
    // A mode is no way out of the directory.
    assert_eq!(machine(Some("../skills")).names("roo"), ["any"]);
}

#[test]
fn pi_loads_single_files_in_its_own_directories() {
    let text = |name: &str| format!("---\nname: {name}\ndescription: d\n---\nGo.\n");
    let machine = Machine::new()
        .file("project/.pi/skills/flat.md", &text("flat"))
        .file("home/.pi/agent/skills/mine.md", &text("mine"))
        .file("project/.agents/skills/not.md", &text("not"))
        .file("project/.pi/skills/bare.md", "# No description\n")
        .skill("project/.pi/skills/a/b/c/deep")
        .skill("project/.pi/skills/a/b/c/deep/inside");
    assert_eq!(machine.names("pi"), ["deep", "flat", "mine"]);
    let catalog = machine.load_in("pi", "project");
    assert!(catalog.entries().iter().all(|entry| entry.candidate.place_name().is_some()));
}

#[test]
fn letta_names_a_skill_by_where_it_is() {
    let machine = Machine::new()
        .fields("project/.agents/skills/web/scraper", "name: Scraper\ndescription: d")
        .fields("home/.letta/skills/web/scraper", "name: Scraper\ndescription: d")
        .fields("home/.letta/skills/scraper", "name: Scraper\ndescription: d");
    assert_eq!(machine.names("letta"), ["scraper", "web/scraper"]);
    let text = machine.load("letta").listing(prowess::Budget::none()).text;
    assert!(text.contains("- web/scraper: d\n"), "{text}");
}

#[test]
fn deepagents_has_agents() {
    let machine = || {
        Machine::new()
            .skill("home/.deepagents/agent/skills/usual")
            .skill("home/.deepagents/coder/skills/special")
    };
    assert_eq!(machine().names("deepagents"), ["usual"]);
    assert_eq!(machine().agent("coder").names("deepagents"), ["special"]);
    assert_eq!(machine().agent("../coder").names("deepagents"), [""; 0]);
}

#[test]
fn factory_looks_one_level_deep_and_in_the_projects_around() {
    let machine = Machine::new()
        .skill("project/.factory/skills/here")
        .skill("project/.factory/skills/group/deeper")
        .skill("project/app/.factory/skills/sub");
    assert_eq!(machine.names("factory"), ["here"]);
    let catalog = machine.load_in("factory", "project/app");
    let found: Vec<&str> = catalog.active().iter().map(|entry| entry.skill.name_text()).collect();
    assert_eq!(found, ["here", "sub"]);
}

#[test]
fn kilo_does_not_trust_a_users_link_into_the_project() {
    let machine = Machine::new().skill("project/tools/s").skill("home/.kilo/skills/own");
    let link = machine.path("home/.kilo/skills/linked");
    symlink(machine.path("project/tools/s"), link).unwrap();
    let catalog = machine.load("kilo");
    let standings: Vec<(&str, bool)> = catalog
        .active()
        .iter()
        .map(|entry| (entry.skill.name_text(), *entry.standing() == Standing::Trusted))
        .collect();
    assert_eq!(standings, [("own", true), ("s", false)]);
}

#[test]
fn openhands_reads_microagents() {
    let machine = Machine::new()
        .file("project/.openhands/microagents/repo.md", "Be careful.\n")
        .file(
            "project/.openhands/microagents/docker.md",
            "---\nname: docker\ntriggers: [docker]\n---\nGo.\n",
        )
        .file("project/.openhands/microagents/README.md", "# About\n")
        .skill("project/.openhands/skills/docker");
    assert_eq!(machine.names("openhands"), ["docker", "repo"]);
    let catalog = machine.load("openhands");
    let docker = catalog.active()[0].candidate.directory.clone();
    assert!(docker.ends_with(".openhands/skills/docker"), "{docker:?}");
}

#[test]
fn windsurf_reads_claude_codes_directories_only_where_that_is_on() {
    let machine = Machine::new().skill("project/.claude/skills/s").skill("home/.claude/skills/t");
    assert_eq!(machine.names("windsurf"), ["s", "t"]);
    let off = machine.set("skills.enableClaudeProject=false").set("skills.enableClaudeUser=false");
    assert_eq!(off.names("windsurf"), [""; 0]);
}

#[test]
fn claude_code_names_skills_of_plugins_after_them() {
    let machine = Machine::new().skill("plugin/skills/s").skill("home/.claude/skills/s");
    let path = machine.path("plugin").display().to_string();
    let registry =
        format!(r#"{{"version":1,"plugins":{{"tools@market":{{"installPath":"{path}"}}}}}}"#);
    let machine = machine.file("home/.claude/plugins/installed_plugins.json", &registry);
    assert_eq!(machine.names("claude-code"), ["s", "tools:s"]);
    let off = machine.set(r#"plugins."tools@market".enabled=false"#);
    assert_eq!(off.names("claude-code"), ["s"]);
    let reason = r#"toggle: this place is off: plugins."tools@market".enabled is off"#;
    assert_eq!(off.reasons("claude-code"), [reason]);
}

#[test]
fn some_look_for_one_spelling_only_and_the_other_has_a_reason() {
    let text = "---\nname: s\ndescription: d\n---\nGo.\n";
    for (profile, place, found) in [
        ("omp-2026", "home/.omp/agent/skills", false),
        ("opencode-2026", "home/.opencode/skills", false),
        ("kilo", "home/.kilo/skills", false),
        ("pi", "home/.pi/agent/skills", false),
        ("roo", "home/.roo/skills", false),
        ("cline", "home/.cline/skills", false),
        ("deepagents", "home/.agents/skills", false),
        ("letta", "home/.letta/skills", true),
    ] {
        let machine = Machine::new().file(&format!("{place}/s/skill.md"), text);
        assert_eq!(!machine.names(profile).is_empty(), found, "{profile}");
        let reasons = machine.reasons(profile);
        let named = reasons.first().is_some_and(|reason| reason.starts_with("file-name-case: "));
        assert_eq!(named, !found, "{profile}: {reasons:?}");
    }
}
