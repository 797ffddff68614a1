//! Users' own profiles, profiles that build on others, plugins, and one directory by itself.

use prowess::{Cancel, Engine, Profile};

use crate::discovery::Machine;

fn own(name: &str, text: &str) -> Machine {
    Machine::new().file(&format!("home/.config/prowess/profiles/{name}.toml"), text)
}

fn error(machine: &Machine, name: &str) -> String {
    Profile::find(name, &machine.host("project")).unwrap_err().to_string()
}

#[test]
fn a_profile_builds_on_another() {
    let machine =
        own("mine", "extends = \"opencode\"\ncurrent = false\n[identity]\ncollision = \"first\"\n");
    let (mine, base) = (
        Profile::find("mine", &machine.host("project")).unwrap(),
        Profile::named("opencode").unwrap(),
    );
    assert_eq!(mine.name, "mine");
    assert_eq!(mine.roots.len(), base.roots.len());
    assert_eq!(mine.identity.collision, prowess::Collision::First);
    assert_eq!(mine.listing.empty, base.listing.empty);
    // The project comes first in opencode's search, and its last one wins; here its first one does.
    let machine = machine.skill("project/.claude/skills/s").skill("home/.claude/skills/s");
    assert_eq!(machine.winner("mine"), "project/.claude/skills/s");
    assert_eq!(machine.winner("opencode"), "home/.claude/skills/s");
}

#[test]
fn a_profile_that_makes_no_sense_says_why() {
    let table = [
        ("extends = \"mine\"\n", "on itself"),
        ("extends = \"nothing\"\n", "there is no profile `nothing`"),
        ("extends = 1\n", "`extends` is not the name"),
        ("extends = \"omp\"\nwrong = 1\n", "unknown field `wrong`"),
        ("schema = 1\nwrong = 1\n", "line 2"),
        ("schema = ", "line 1"),
        ("extends = \"omp\"\n[[roots]]\npath = \"{nowhere}/x\"\nscope = \"user\"\n", "{nowhere}"),
        ("extends = \"omp\"\nschema = 2\n", "schema 2 is not known"),
    ];
    for (text, expected) in table {
        let found = error(&own("mine", text), "mine");
        assert!(found.contains(expected), "{text:?}: {found}");
    }
}

#[test]
fn names_are_no_paths_and_built_in_ones_cannot_be_replaced() {
    let machine = own("omp", "extends = \"wundr\"\n")
        .file("home/.config/prowess/secret.toml", "extends = \"omp\"\n");
    let found = Profile::find("omp", &machine.host("project")).unwrap();
    assert_eq!(found.emulates.product, "oh-my-pi");
    for name in ["../secret", "/etc/passwd", ".", ""] {
        assert!(error(&machine, name).contains("there is no profile"), "{name}");
    }
}

#[test]
fn plugins_of_claude_code_are_read_by_omp() {
    let registry = "home/.claude/plugins/installed_plugins.json";
    let machine = Machine::new().skill("plugins/a/skills/from-a").skill("plugins/b/skills/from-b");
    let path = |name: &str| machine.path(&format!("plugins/{name}")).display().to_string();
    let elsewhere = machine.path("other").display().to_string();
    let first = format!(r#"{{"version":1,"plugins":{{"a@m":{{"installPath":"{}"}}}}}}"#, path("a"));
    let second = format!(
        r#"{{"version":2,"plugins":{{"a@m":[{{"scope":"user","installPath":"{}"}}],
            "b@m":[{{"scope":"project","installPath":"{}","projectPath":"{elsewhere}"}}]}}}}"#,
        path("a"),
        path("b"),
    );
    for text in [first, second] {
        let machine = Machine::new().file(registry, &text);
        let catalog = machine.load("omp");
        let found = catalog.active();
        assert_eq!(found.len(), 1, "{text}");
        let root = &found[0].root;
        assert_eq!((root.provider.as_deref(), root.level()), (Some("claude-plugins"), "user"));
        assert_eq!(root.plugin.as_deref(), Some("a"));
    }
    for broken in ["", "{", "[]", r#"{"plugins":[]}"#, r#"{"plugins":{"a":{"installPath":"rel"}}}"#]
    {
        assert_eq!(Machine::new().file(registry, broken).names("omp"), [""; 0], "{broken}");
    }
}

#[test]
fn one_directory_by_the_same_rules() {
    let machine = Machine::new()
        .skill("d/one")
        .fields("d/undescribed", "name: undescribed")
        .skill("d/deep/two")
        .set("skills.ignoredSkills=['one']");
    let engine = Engine::builder(machine.host("project")).profile("omp").build().unwrap();
    let names = |source: &str| -> Vec<String> {
        let catalog = engine.discover_dir(&machine.path("d"), source, &Cancel::none()).unwrap();
        catalog.active().iter().map(|entry| entry.skill.name_text().to_owned()).collect()
    };
    assert_eq!(names("custom:user"), ["one"]);
    assert_eq!(names("claude:project"), ["one", "undescribed"]);
    let none = engine.discover_dir(&machine.path("nothing"), "custom", &Cancel::none()).unwrap();
    assert!(none.entries().is_empty() && none.troubles().is_empty());
    // A directory that is itself a skill holds none.
    let none = engine.discover_dir(&machine.path("d/one"), "custom", &Cancel::none()).unwrap();
    assert!(none.entries().is_empty());
}

/// The walk-through of CONTRIBUTING.md: what it says is enough, is.
#[test]
fn the_agent_that_contributors_are_shown() {
    let guide = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../CONTRIBUTING.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let block = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let text: String = block.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    let machine = own("zest", &text)
        .skill("home/.zest/skills/s")
        .skill("project/.zest/skills/s")
        .fields("project/.zest/skills/t", "name: t");
    assert_eq!(machine.winner("zest"), "project/.zest/skills/s");
    let listing = machine.load("zest").listing(prowess::Budget::none());
    assert_eq!(listing.text, "- s: project/.zest/skills/s");
}
