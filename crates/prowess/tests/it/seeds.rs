//! The seed systems' documented cases that no other table holds, one test a case. Where the seed and
//! the product of today differ, both expected values stand in one row; today's profile is not there
//! yet, so that only the seed's is asked for.

use std::os::unix::fs::symlink;
use std::sync::Arc;

use prowess::permission::{self, Action, Rule};
use prowess::resolve::Status;
use prowess::{Budget, Cancel, Catalog, Engine, Settings};

use crate::discovery::Machine;

/// What the seed document says, and what the product does today.
struct Expected<T> {
    seed: T,
    #[allow(dead_code, reason = "asked for as soon as there is a profile of today")]
    today: T,
}

fn same<T: Clone>(value: T) -> Expected<T> {
    Expected { seed: value.clone(), today: value }
}

/// Loads exactly these directories of a machine.
fn load_directories(machine: &Machine, profile: &str, directories: &[&str]) -> Arc<Catalog> {
    let directories = directories.iter().map(|path| machine.path(path)).collect();
    let builder = Engine::builder(machine.host("project")).profile(profile);
    let builder = builder.settings(machine.settings()).directories(directories);
    builder.build().unwrap().load(&Cancel::none()).unwrap()
}

fn names(catalog: &Catalog) -> Vec<&str> {
    catalog.active().iter().map(|entry| entry.skill.name_text()).collect()
}

/// omp 2.3 case 5: which providers go on when the five toggles are off.
#[test]
fn omp_without_the_five_toggles() {
    let off = |machine: Machine| {
        ["CodexUser", "ClaudeUser", "ClaudeProject", "PiUser", "PiProject"]
            .into_iter()
            .fold(machine, |machine, toggle| machine.set(&format!("skills.enable{toggle}=false")))
    };
    let table: [(&str, Expected<&[&str]>); 2] = [
        ("home/.agents/skills/s", Expected { seed: &[], today: &["s"] }),
        ("home/.config/opencode/skills/s", same(&[])),
    ];
    for (place, expected) in table {
        assert_eq!(off(Machine::new().skill(place)).names("omp"), expected.seed, "{place}");
    }
    // With one of them on, providers without a toggle are too, in project and home.
    let one = Machine::new().skill("home/.agents/skills/a").skill("project/.agents/skills/b");
    assert_eq!(off(one).set("skills.enablePiUser=true").names("omp"), ["a", "b"]);
}

/// omp 2.3 case 7: custom directories among themselves, and against a provider.
#[test]
fn omp_custom_directories_and_collisions() {
    let custom = "skills.customDirectories=['~/one', '~/two']";
    let both = Machine::new().skill("home/one/shared").skill("home/two/shared").set(custom);
    assert_eq!(both.winner("omp"), "home/one/shared");
    let catalog = both.load("omp");
    let lost: Vec<String> = catalog
        .entries()
        .iter()
        .filter(|entry| matches!(entry.status, Status::Shadowed { .. }))
        .map(|entry| prowess::why::explain(&catalog, entry))
        .map(|lost| format!("{}: {}", lost.code, lost.message))
        .collect();
    let first = both.path("home/one/shared/SKILL.md");
    assert_eq!(lost, [format!("collide: `{}` is loaded instead", first.display())]);

    let project = "project/.claude/skills/shared";
    let against = Machine::new().skill(project).skill("home/one/shared").set(custom);
    let expected = Expected { seed: project, today: "home/one/shared" };
    assert_eq!(against.winner("omp"), expected.seed);
    let read = against.load("omp").read("skill://shared").unwrap();
    assert_eq!(read.path, against.path(expected.seed).join("SKILL.md"));
}

/// omp 2.3 case 9 (addresses) and 13 (containment), and the seed's words for what is refused.
#[test]
fn omp_addresses() {
    let machine = Machine::new()
        .skill("home/.omp/agent/skills/s")
        .file("home/.omp/agent/skills/s/references/tables.md", "tables")
        .file("home/.omp/agent/skills/s/scripts/my file.py", "py")
        .file("home/.omp/agent/skills/x", "outside");
    let base = machine.path("home/.omp/agent/skills/s");
    symlink("references/tables.md", base.join("inside.md")).unwrap();
    symlink("../x", base.join("out.md")).unwrap();
    let catalog = machine.load("omp");
    let traversal = "Path traversal (..) is not allowed in skill:// URLs";
    let absolute = "Absolute paths are not allowed in skill:// URLs";
    let missing = format!("File not found: {}/tables.md", base.display());
    let table = [
        ("skill://s", "text/markdown SKILL.md"),
        ("skill://s/references/tables.md", "text/markdown references/tables.md"),
        ("skill://s/scripts/my%20file.py", "text/plain scripts/my file.py"),
        ("skill://s/inside.md", "text/markdown references/tables.md"),
        ("skill://s/../../../x", traversal),
        ("skill://s/%2E%2E/%2E%2E/x", traversal),
        ("skill://s//etc/hostname", absolute),
        ("skill://s/%2Fetc/hostname", absolute),
        ("skill://s/out.md", "Path traversal is not allowed"),
        // Nothing is searched for.
        ("skill://s/tables.md", &missing),
        ("skill://S", "Unknown skill: S\nAvailable: s"),
        ("skill://", "skill:// URL requires a skill name: skill://<name>"),
    ];
    for (url, expected) in table {
        let found = match catalog.read(url) {
            Ok(read) => {
                let inner = read.path.strip_prefix(&base).unwrap().display().to_string();
                format!("{} {inner}", read.content_type)
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{url}");
    }
}

/// omp 1.1: one level everywhere, also in the places of other agents and in custom directories.
#[test]
fn omp_is_not_recursive() {
    let places = [
        "project/.omp/skills",
        "home/.omp/agent/skills",
        "project/.claude/skills",
        "home/.claude/skills",
        "home/.codex/skills",
        "home/.agents/skills",
        "home/custom",
    ];
    for place in places {
        let machine = Machine::new()
            .skill(&format!("{place}/postgres"))
            .skill(&format!("{place}/team/internal"))
            .set("skills.customDirectories=['~/custom']");
        assert_eq!(machine.names("omp"), ["postgres"], "{place}");
    }
}

/// WINK: duplicates are an error, `enabled_skills` chooses by name.
#[test]
fn wink_duplicates_and_enabled_skills() {
    let machine = || {
        Machine::new()
            .skill("one/review")
            .skill("one/deploy")
            .skill("two/tests")
            .fields("two/other", "name: deploy\ndescription: again")
    };
    let both = ["one", "two"];
    let catalog = load_directories(&machine(), "wink", &both);
    assert_eq!(names(&catalog), ["review", "tests"]);
    let collided = |entry: &&prowess::CatalogEntry| matches!(&entry.status, Status::Rejected(rejection) if rejection.code == "name-collision");
    assert_eq!(catalog.entries().iter().filter(collided).count(), 2);
    let table: [(&str, &[&str]); 3] = [
        ("skills.enabledSkills=['tests']", &["tests"]),
        ("skills.enabledSkills=['tests', 'review']", &["review", "tests"]),
        ("skills.enabledSkills=['none']", &[]),
    ];
    for (assignment, expected) in table {
        let chosen = load_directories(&machine().set(assignment), "wink", &both);
        assert_eq!(names(&chosen), expected, "{assignment}");
    }
    let summary = load_directories(&machine(), "wink", &["two"]).listing(Budget::none()).text;
    assert_eq!(summary, "[Skill: deploy] again\n[Skill: tests] two/tests");
}

/// Wundr 1.1: real YAML, with nested metadata, block lists and comments, as the seed's example has.
#[test]
fn wundr_reads_its_own_example() {
    let fields = "# Required fields\n\
        name: review-pr # Unique skill identifier\n\
        description: >- # When it is used\n  Review pull requests with structured feedback. Use\n  when asked to.\n\
        context: fork # inline or fork\n\
        tools: # Required tools\n  - Bash\n  - Read\n\
        metadata:\n  wundr:\n    emoji: \"\\U0001F41B\"\n    requires:\n      env: # Required\n        - EXAMPLE_TOKEN\n";
    let machine = || Machine::new().fields("project/skills/review-pr", fields);
    assert_eq!(
        machine().reasons("wundr"),
        ["env: it needs `EXAMPLE_TOKEN` in the environment"],
        "the requirements are read"
    );
    let machine = machine().env("EXAMPLE_TOKEN", "x").tools(&["Bash", "Read"]);
    let text = machine.load("wundr").listing(Budget::none()).text;
    let expected = "Available skills (invoke with /skill-name):\n\n\
        - **\u{1f41b} review-pr** [fork]: Review pull requests with structured feedback. Use when asked to.";
    assert_eq!(text, expected);
}

/// Wundr 4.3 case 14: a filter of names, and what is not for models is loaded but not told.
#[test]
fn wundr_snapshot_filter_and_hidden_skills() {
    let machine = || {
        Machine::new().skill("project/skills/a").skill("project/skills/b").fields(
            "project/skills/quiet",
            "name: quiet\ndescription: d\ndisable-model-invocation: true",
        )
    };
    let table: [(&str, &[&str], &[&str]); 3] = [
        ("skills.enabledSkills=[]", &["a", "b", "quiet"], &["a", "b"]),
        ("skills.enabledSkills=['b', 'quiet']", &["b", "quiet"], &["b"]),
        ("skills.enabledSkills=['quiet']", &["quiet"], &[]),
    ];
    for (assignment, loaded, told) in table {
        let catalog = machine().set(assignment).load("wundr");
        assert_eq!(names(&catalog), loaded, "{assignment}");
        let text = catalog.listing(Budget::none()).text;
        let found: Vec<&str> = ["a", "b", "quiet"]
            .into_iter()
            .filter(|name| text.contains(&format!("**{name}**")))
            .collect();
        assert_eq!(found, told, "{assignment}: {text}");
    }
}

/// opencode 7.3 case 1: where skills are found, and which of them are skills.
#[test]
fn opencode_places_and_what_is_skipped() {
    let table: [(&str, Expected<&[&str]>); 9] = [
        ("project/.opencode/skill/s", same(&["s"])),
        ("project/.opencode/skills/s", same(&["s"])),
        ("project/.claude/skills/s", same(&["s"])),
        ("home/.claude/skills/s", same(&["s"])),
        ("home/.config/opencode/skill/s", same(&["s"])),
        ("home/.config/opencode/skills/s", same(&["s"])),
        // The document knows neither these directories nor the variable.
        ("project/.agents/skills/s", Expected { seed: &[], today: &["s"] }),
        ("home/.opencode/skills/s", Expected { seed: &[], today: &["s"] }),
        ("elsewhere/skills/s", Expected { seed: &[], today: &["s"] }),
    ];
    for (place, expected) in table {
        let machine = Machine::new().skill(place);
        let elsewhere = machine.path("elsewhere").display().to_string();
        let machine = machine.env("OPENCODE_CONFIG_DIR", &elsewhere);
        assert_eq!(machine.names("opencode"), expected.seed, "{place}");
    }
    let machine = Machine::new()
        .file("project/.opencode/skill/plain/SKILL.md", "# No frontmatter\n")
        .fields("project/.opencode/skill/undescribed", "name: undescribed");
    let loaded: Expected<&[&str]> = Expected { seed: &[], today: &["undescribed"] };
    assert_eq!(machine.names("opencode"), loaded.seed);
    let text = machine.load("opencode").listing(Budget::none()).text;
    assert!(text.ends_with("No skills are currently available."), "{text}");
}

/// opencode 7.3 case 4: every directory is known, also that of a skill that lost its name.
#[test]
fn opencode_directories_of_all_skills() {
    let machine = Machine::new()
        .skill("project/.opencode/skill/a")
        .skill("project/.opencode/skill/b")
        .skill("project/.claude/skills/c")
        .fields("project/.claude/skills/d", "name: a\ndescription: again");
    let catalog = machine.load("opencode");
    assert_eq!(names(&catalog), ["a", "b", "c"]);
    let mut directories: Vec<String> = catalog
        .entries()
        .iter()
        .map(|entry| entry.candidate.directory.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    directories.sort();
    assert_eq!(directories, ["a", "b", "c", "d"]);
}

/// opencode 7.3 case 9: the last rule that fits decides, and without one it is asked.
#[test]
fn opencode_rules_in_their_order() {
    let rules = |texts: &[&str]| -> Vec<Rule> {
        let mut settings = Settings::default();
        texts.iter().for_each(|text| settings.set(&format!("permission.skill.{text}")).unwrap());
        permission::rules(&settings, None)
    };
    let table: [(&[&str], &str, Action); 7] = [
        (&["*=allow", "deploy=deny"], "deploy", Action::Deny),
        (&["*=allow", "deploy=deny"], "review", Action::Allow),
        (&["deploy=deny", "*=allow"], "deploy", Action::Allow),
        (&["review=allow"], "unknown", Action::Ask),
        (&[], "anything", Action::Ask),
        (&["deploy-*=deny", "deploy-*=ask"], "deploy-x", Action::Ask),
        (&["deploy-prod=allow", "deploy-*=deny"], "deploy-prod", Action::Deny),
    ];
    for (texts, name, expected) in table {
        let (found, _) = permission::evaluate(&rules(texts), name, Action::Ask);
        assert_eq!(found, expected, "{texts:?} {name}");
    }
}

/// opencode 7.3 cases 10 and 11: what a model is told under rules.
#[test]
fn opencode_told_under_rules() {
    let none = "No skills are currently available.";
    let table: [(&[&str], &[&str]); 5] = [
        (&["*=deny"], &[]),
        (&["*=deny", "b=allow"], &["b"]),
        (&["a=deny"], &["b"]),
        (&["*=deny", "b=allow", "b=deny"], &[]),
        (&["undescribed=allow", "denied=deny"], &["a", "b"]),
    ];
    for (rules, told) in table {
        let machine = Machine::new()
            .agent("build")
            .skill("project/.opencode/skill/a")
            .skill("project/.opencode/skill/b")
            .skill("project/.opencode/skill/denied")
            .fields("project/.opencode/skill/undescribed", "name: undescribed")
            .set("permission.skill.denied=deny");
        let set = |machine: Machine, rule: &&str| machine.set(&format!("permission.skill.{rule}"));
        let text = rules.iter().fold(machine, set).load("opencode").listing(Budget::none()).text;
        let found: Vec<&str> = ["a", "b", "denied", "undescribed"]
            .into_iter()
            .filter(|name| text.contains(&format!("<name>{name}</name>")))
            .collect();
        assert_eq!((found.as_slice(), text.ends_with(none)), (told, told.is_empty()), "{rules:?}");
    }
}

/// opencode 1.1: below its directories skills lie at any depth, also below a skill.
#[test]
fn opencode_is_recursive() {
    let machine = Machine::new()
        .skill("project/.claude/skills/a/b/c/deep")
        .skill("project/.opencode/skill/outer")
        .skill("project/.opencode/skill/outer/inner");
    assert_eq!(machine.names("opencode"), ["deep", "inner", "outer"]);
}
