//! opencode, both generations.

use prowess::permission::{Action, Rule, evaluate};
use prowess::{Budget, Cancel, Engine, ListingOptions, Settings};

use crate::discovery::Machine;

const V1: &str = "opencode-2026";
const V2: &str = "opencode-v2";

const NONE: &str = "No skills are currently available.";

fn brief(machine: &Machine) -> String {
    let options =
        ListingOptions { variant: Some("brief"), budget: Budget::none(), ..Default::default() };
    machine.load(V1).listing_with(&options).unwrap().text
}

#[test]
fn all_its_places() {
    let machine = Machine::new()
        .skill("project/.opencode/skill/one")
        .skill("project/.opencode/skills/deep/er/two")
        .skill("project/.claude/skills/three")
        .skill("project/.agents/skills/four")
        .skill("home/.claude/skills/five")
        .skill("home/.agents/skills/six")
        .skill("home/.config/opencode/skill/seven")
        .skill("home/.config/opencode/skills/eight")
        .skill("home/.opencode/skills/nine")
        .file("project/.opencode/skill/bare/SKILL.md", "# No frontmatter\n");
    let mut names = machine.names(V1);
    names.sort();
    assert_eq!(names, ["eight", "five", "four", "nine", "one", "seven", "six", "three", "two"]);
    let undescribed = Machine::new().fields("project/.opencode/skill/s", "name: s");
    assert_eq!(undescribed.names(V1), ["s"]);
    let text = undescribed.load(V1).listing(Budget::none()).text;
    assert!(text.ends_with(NONE) && !text.contains("<available_skills>"), "{text}");
    assert_eq!(brief(&undescribed), NONE);
    // What a wrong type is, is not loaded; and a name has to be there.
    let wrong = Machine::new()
        .fields("project/.opencode/skill/a", "name: a\ndescription: [x]")
        .fields("project/.opencode/skill/b", "description: b");
    assert_eq!(wrong.names(V1), [""; 0]);
    let config = Machine::new().skill("elsewhere/skills/s");
    let path = config.path("elsewhere").display().to_string();
    assert_eq!(config.env("OPENCODE_CONFIG_DIR", &path).names(V1), ["s"]);
}

#[test]
fn variables_switch_places_off() {
    let names = |variable: &str| {
        let machine = Machine::new()
            .skill("home/.claude/skills/claude-user")
            .skill("project/.claude/skills/claude-project")
            .skill("project/.agents/skills/agents")
            .skill("project/.opencode/skill/opencode");
        machine.env(variable, "1").names(V1)
    };
    assert_eq!(names("OPENCODE_DISABLE_CLAUDE_CODE"), ["agents", "opencode"]);
    assert_eq!(names("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS"), ["agents", "opencode"]);
    assert_eq!(names("OPENCODE_DISABLE_EXTERNAL_SKILLS"), ["opencode"]);
    let project = names("OPENCODE_DISABLE_PROJECT_CONFIG");
    assert_eq!(project, ["agents", "claude-project", "claude-user"]);
}

#[test]
fn paths_in_the_list() {
    let machine = Machine::new()
        .skill("project/.opencode/skill/a#b")
        .fields("project/.opencode/skill/<built-in>", "name: odd\ndescription: d");
    let text = machine.load(V1).listing(Budget::none()).text;
    assert!(text.contains("/skill/a#b/SKILL.md</location>"), "{text}");
    assert!(text.contains("/skill/&lt;built-in&gt;/SKILL.md</location>"), "{text}");
    assert!(!text.contains("file://"), "{text}");
}

#[test]
fn what_loses_is_still_known() {
    let machine = Machine::new()
        .skill("project/.claude/skills/same")
        .skill("project/.agents/skills/same")
        .skill("project/.opencode/skill/other")
        .skill("project/.opencode/skills/more");
    let catalog = machine.load(V1);
    assert_eq!((catalog.entries().len(), catalog.active().len()), (4, 3));
}

#[test]
fn the_last_rule_that_fits_decides() {
    use Action::{Allow, Ask, Deny};
    let action = |rules: &[(&str, Action)]| {
        let rule = |(pattern, action): &(&str, Action)| Rule {
            pattern: (*pattern).to_owned(),
            action: *action,
        };
        let rules: Vec<Rule> = rules.iter().map(rule).collect();
        evaluate(&rules, "deploy", Ask).0
    };
    assert_eq!(action(&[("*", Allow), ("deploy", Deny)]), Deny);
    assert_eq!(action(&[("deploy", Deny), ("*", Allow)]), Allow);
    assert_eq!(action(&[("other", Allow)]), Ask);
    assert_eq!(action(&[]), Ask);
    let default = prowess::Profile::named(V1).unwrap().permission.default;
    assert_eq!(default, Ask);
}

/// What is listed for an agent under these rules.
fn listed(profile: &str, rules: &[&str]) -> String {
    let machine = Machine::new()
        .fields("project/.opencode/skill/a", "name: a\ndescription: First.")
        .fields("project/.opencode/skill/b", "name: b\ndescription: Second.")
        .fields("project/.opencode/skill/quiet", "name: quiet");
    let set = |machine: Machine, rule: &&str| machine.set(&format!("permission.skill.{rule}"));
    let machine = rules.iter().fold(machine, set).agent("build");
    machine.load(profile).listing(Budget::none()).text
}

#[test]
fn what_is_denied_is_not_listed() {
    let table: [(&[&str], &[&str]); 6] = [
        (&[], &["First.", "Second."]),
        (&["*=deny"], &[]),
        (&["*=deny", "a=allow"], &["First."]),
        (&["*=deny", "a=allow", "a=deny"], &[]),
        (&["a=deny"], &["Second."]),
        (&["*=ask"], &["First.", "Second."]),
    ];
    for profile in [V1, V2] {
        for (rules, expected) in table {
            let text = listed(profile, rules);
            let found: Vec<&str> =
                ["First.", "Second."].into_iter().filter(|part| text.contains(part)).collect();
            assert_eq!(found, expected, "{profile} {rules:?}");
            assert!(!text.contains("quiet"), "{profile} {rules:?}");
        }
    }
    // The second generation says nothing where there is nothing to say.
    assert_eq!(listed(V2, &["*=deny"]), "");
    assert!(listed(V1, &["*=deny"]).ends_with(NONE));
}

#[test]
fn the_brief_form() {
    let machine = Machine::new()
        .fields("project/.opencode/skill/b", "name: b\ndescription: Second.")
        .fields("project/.opencode/skill/a", "name: a\ndescription: First.");
    assert_eq!(brief(&machine), "## Available Skills\n- **a**: First.\n- **b**: Second.");
}

#[test]
fn paths_of_settings_come_after_its_own_places() {
    let machine = Machine::new();
    let absolute = machine.path("absolute").display().to_string();
    for profile in [V1, V2] {
        let mut settings = Settings::default();
        settings.set(&format!("skills.paths=['./skills', '~/shared', '{absolute}']")).unwrap();
        let engine = Engine::builder(machine.host("project")).profile(profile).settings(settings);
        let roots = engine.build().unwrap().roots();
        let paths: Vec<_> = roots.iter().map(|root| root.path.clone()).collect();
        let at = |path: &str| {
            let path = machine.path(path);
            paths.iter().position(|found| found.components().eq(path.components())).unwrap()
        };
        let order = [
            at("home/.config/opencode/skill"),
            at("home/.config/opencode/skills"),
            at("project/skills"),
            at("home/shared"),
            at("absolute"),
        ];
        assert!(order.is_sorted(), "{profile}: {paths:?}");
        assert_eq!(order[2..], [paths.len() - 3, paths.len() - 2, paths.len() - 1], "{profile}");
    }
}

#[test]
fn the_second_generation_reads_single_files() {
    let machine = Machine::new()
        .file("project/.opencode/skills/flat.md", "---\ndescription: d\n---\nGo.\n")
        .file("project/.opencode/skills/called.md", "---\nname: other\n---\nGo.\n")
        .file("project/.opencode/skill/SKILL.md", "---\ndescription: d\n---\nGo.\n")
        .file("project/.opencode/skills/deep/flat-too.md", "---\ndescription: d\n---\nGo.\n")
        .fields("project/.opencode/skills/nameless", "description: d")
        .skill("project/.opencode/skills/named")
        .skill("project/.opencode/skills/named/inside");
    assert_eq!(machine.names(V2), ["flat", "inside", "named", "other", "SKILL"]);
    assert_eq!(machine.names(V1), ["inside", "named"]);
}

#[test]
fn the_second_generation_lists_no_paths_and_later_places_win() {
    let machine = Machine::new().skill("home/one/s").skill("home/two/s");
    let machine = machine.set("skills.paths=['~/one', '~/two', '~/one']");
    assert_eq!(machine.winner(V2), "home/two/s");
    let catalog = machine.load(V2);
    assert_eq!(catalog.entries().len(), 2, "a place that comes twice is one");
    assert!(!catalog.listing(Budget::none()).text.contains("location"));
    assert!(catalog.listing(Budget::none()).text.contains("<name>s</name>"));
}

/// Values with a colon are rescued, and keys with a hyphen are not looked at.
#[test]
fn colons_are_rescued() {
    let machine =
        Machine::new().fields("project/.opencode/skill/s", "name: s\ndescription: Use when: asked");
    assert_eq!(machine.names(V1), ["s"]);
    let catalog = Engine::builder(machine.host("project")).profile(V1).build().unwrap();
    let catalog = catalog.load(&Cancel::none()).unwrap();
    assert_eq!(catalog.active()[0].skill.description_text(), "Use when: asked");
}
