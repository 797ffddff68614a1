//! The settings of agents themselves: what they show, and what they can never do.

use std::os::unix::fs::symlink;

use prowess::format::place::Trouble;
use prowess::settings::Origin;
use prowess::trust::{Standing, Trust};
use prowess::{Budget, Cancel, Engine, limits};

use crate::discovery::Machine;

const HEAD: &str = "schema = 1\nemulates = { product = \"x\", version = \"1\" }\ncurrent = false\n";

const GATES: &str = "\"parse\", \"toggle\", \"entry\", \"collide\", \"permission\"";

const ROOTS: &str = "[[roots]]\npath = \"{home}/s\"\nscope = \"user\"\n\
    [[roots]]\npath = \"{cwd}/s\"\nscope = \"project\"\n\
    [[roots]]\npath = \"{setting:skills.paths}\"\nscope = \"extra\"\n";

/// A machine whose agent `mine` has one settings file of the user's and one of the project's.
fn machine(format: &str, mapping: &str, text: &str) -> Machine {
    machine_with(GATES, format, mapping, text)
}

fn machine_with(gates: &str, format: &str, mapping: &str, text: &str) -> Machine {
    let file = |path: &str, scope: &str| {
        format!(
            "[[settings]]\npath = \"{path}\"\nformat = \"{format}\"\nscope = \"{scope}\"\n\
             read = [{mapping}]\n"
        )
    };
    let profile = format!(
        "{HEAD}gates = [{gates}]\n{ROOTS}{}{}",
        file("{home}/settings", "user"),
        file("{ancestor}/.agent", "project")
    );
    Machine::new()
        .file("home/.config/prowess/profiles/mine.toml", &profile)
        .file("home/settings", text)
        .skill("home/s/alpha")
        .skill("home/s/beta")
        .skill("project/s/gamma")
}

fn mapped(pointer: &str, key: &str, decode: &str) -> String {
    format!("{{ pointer = \"{pointer}\", key = \"{key}\", decode = \"{decode}\" }}")
}

#[test]
fn each_decoder_shows_what_the_agent_would_see() {
    let all: &[&str] = &["alpha", "beta", "gamma"];
    let table: [(&str, String, &str, &[&str]); 16] = [
        ("json", mapped("/skills/on", "skills.enabled", "flag"), r#"{"skills":{"on":false}}"#, &[]),
        ("json", mapped("/off", "skills.enabled", "not-flag"), r#"{"off":true}"#, &[]),
        ("json", mapped("/off", "skills.enabled", "not-flag"), r#"{"off":false}"#, all),
        (
            "json",
            mapped("/skills/disabled", "skills.entries", "off-names"),
            r#"{"skills":{"disabled":["beta"]}}"#,
            &["alpha", "gamma"],
        ),
        (
            "json",
            mapped("/disabled", "skills.entries", "off-names-any-case"),
            r#"{"disabled":["BETA"]}"#,
            &["alpha", "gamma"],
        ),
        (
            "json",
            mapped("/permission/skill", "permission.skill", "rules"),
            "{// why\n\"permission\":{\"skill\":{\"*\":\"deny\",\"al*\":\"allow\",}}}",
            &["alpha"],
        ),
        (
            "json",
            mapped("/permission/skill", "permission.skill", "rules"),
            r#"{"permission":{"skill":"deny"}}"#,
            &[],
        ),
        (
            "toml",
            mapped("/skills/config", "skills.entries", "toggles"),
            "[[skills.config]]\nname = \"alpha\"\nenabled = false\n",
            &["beta", "gamma"],
        ),
        (
            "json",
            mapped("/permissions/deny", "permission.skill", "denied-skills"),
            r#"{"permissions":{"deny":["Bash(rm *)","Skill(alpha)","Skill(beta *)"]}}"#,
            &["gamma"],
        ),
        (
            "json",
            mapped("/permissions/deny", "permission.skill", "denied-skills"),
            r#"{"permissions":{"deny":["Skill(*)"]}}"#,
            &[],
        ),
        (
            "json",
            mapped("/skillOverrides", "skills.entries", "overrides"),
            r#"{"skillOverrides":{"alpha":"off","beta":"on"}}"#,
            &["beta", "gamma"],
        ),
        (
            "yaml",
            mapped("/skills/ignored", "skills.ignoredSkills", "texts"),
            "skills:\n  ignored: [alpha]\n",
            all,
        ),
        (
            "json",
            mapped("/skills/entries/*/enabled", "skills.entries.*.enabled", "flag"),
            r#"{"skills":{"entries":{"beta":{"enabled":false},"x.y":{"enabled":true}}}}"#,
            &["alpha", "gamma"],
        ),
        (
            "json",
            mapped("/agents/list", "agent", "lists-by-id"),
            r#"{"agents":{"list":[{"id":"other","skills":[]},{"skills":["x"]},7]}}"#,
            all,
        ),
        // Another kind of value than the agent expects, and a file that is no JSON.
        ("json", mapped("/skills", "skills.enabled", "flag"), r#"{"skills":"no"}"#, all),
        ("json", mapped("/skills", "skills.enabled", "flag"), "{\"sk-secret\"", all),
    ];
    for (format, mapping, text, expected) in table {
        let machine = machine(format, &mapping, text);
        assert_eq!(machine.names("mine"), expected, "{mapping} {text}");
    }
}

/// A share is a number that is not below nothing; anything else does not count, and is not repeated.
#[test]
fn numbers_with_a_fraction() {
    let mapping = mapped("/share", "skillListingBudgetFraction", "decimal");
    let table = [
        ("0.02", Some("0.02")),
        ("1", Some("1")),
        ("0", Some("0")),
        ("2e-2", Some("0.02")),
        ("-0.5", None),
        ("1e999", None),
        ("\"sk-secret\"", None),
        ("[0.1]", None),
    ];
    for (text, expected) in table {
        let machine = machine("json", &mapping, &format!("{{\"share\":{text}}}"));
        let engine = Engine::builder(machine.host("project")).profile("mine").build().unwrap();
        let settings = engine.settings();
        let found = settings.number("skillListingBudgetFraction");
        assert_eq!(found.as_deref(), expected, "{text}");
        assert!(!format!("{:?}", settings.ignored()).contains("sk-secret"));
    }
}

/// A text is kept as it is: here the action of a rule, one for each name.
#[test]
fn a_text_is_what_a_users_own_profile_makes_of_it() {
    let table = [
        (mapped("/rule", "permission.skill.alpha", "text"), r#"{"rule":"deny"}"#, 2),
        (
            mapped("/rules/*", "permission.skill.*", "text"),
            r#"{"rules":{"a*":"deny","b*":"deny"}}"#,
            1,
        ),
        (mapped("/rules/*", "permission.skill.*", "text"), r#"{"rules":{"a*":"deny","b*":7}}"#, 2),
        (mapped("/rule", "permission.skill.alpha", "text"), r#"{"rule":["deny"]}"#, 3),
    ];
    for (mapping, text, expected) in table {
        let machine = machine("json", &mapping, text);
        assert_eq!(machine.names("mine").len(), expected, "{mapping} {text}");
    }
}

#[test]
fn the_user_tells_prowess_more_than_a_file_for_another_program() {
    let mapping = mapped("/skills/on", "skills.enabled", "flag");
    let machine = machine("json", &mapping, r#"{"skills":{"on":false}}"#);
    assert_eq!(machine.set("skills.enabled=true").names("mine").len(), 3);
}

#[test]
fn a_nearer_file_counts_more_and_what_it_names_is_the_projects() {
    let mapping = mapped("/skills/paths", "skills.paths", "paths");
    let machine = machine("json", &mapping, r#"{"skills":{"paths":["~/mine"]}}"#)
        .skill("home/mine/own")
        .skill("elsewhere/brought");
    let standing = |machine: &Machine, name: &str| {
        let catalog = machine.load("mine");
        let active = catalog.active();
        let entry = active.iter().find(|entry| entry.skill.name_text() == name);
        entry.map(|entry| entry.standing().clone())
    };
    assert_eq!(standing(&machine, "own"), Some(Standing::Trusted));
    let elsewhere = machine.path("elsewhere").display().to_string();
    let machine =
        machine.file("project/.agent", &format!(r#"{{"skills":{{"paths":["{elsewhere}"]}}}}"#));
    assert_eq!(standing(&machine, "own"), None);
    // A project that names a directory of the user's does not make it trusted.
    assert!(matches!(standing(&machine, "brought"), Some(Standing::Untrusted { .. })));
}

/// What a project names outside itself is listed, and searched only a little until it is trusted.
#[test]
fn a_project_that_names_a_large_place_does_not_have_it_searched() {
    let mapping = mapped("/skills/paths", "skills.paths", "paths");
    let paths = |path: &str| format!(r#"{{"skills":{{"paths":["{path}"]}}}}"#);
    let fill = |place: &str| {
        let machine = machine("json", &mapping, "{}")
            .skill(&format!("{place}/close"))
            .skill(&format!("{place}/z/last/far"));
        for at in 0..limits::NARROW_DIRECTORIES {
            std::fs::create_dir_all(machine.path(&format!("{place}/d{at}"))).unwrap();
        }
        machine
    };
    let found = |machine: &Machine| {
        let host = machine.host("project");
        let trust = Trust::load(&host).unwrap();
        let engine = Engine::builder(host).profile("mine").trust(trust).build().unwrap();
        let catalog = engine.load(&Cancel::none()).unwrap();
        let names = catalog.active().into_iter().map(|entry| entry.skill.name_text().to_owned());
        let names: Vec<String> = names.filter(|name| name == "close" || name == "far").collect();
        let troubles: Vec<Trouble> = catalog.troubles().iter().map(|(_, it)| it.clone()).collect();
        (names, troubles)
    };
    let limit = format!(
        "more than {} directories, and only a project that is not trusted names the place",
        limits::NARROW_DIRECTORIES
    );
    let everything = (vec!["close".to_owned(), "far".to_owned()], Vec::new());
    let little = (vec!["close".to_owned()], vec![Trouble::Limit(limit)]);
    let outside = fill("elsewhere");
    let text = paths(&outside.path("elsewhere").display().to_string());
    let outside = outside.file("project/.agent", &text);
    assert_eq!(found(&outside), little);
    Trust::add(&outside.host("project"), &outside.path("project")).unwrap();
    assert_eq!(found(&outside), everything);
    // What the user names is the user's to know, and so is what lies in the project.
    assert_eq!(found(&fill("home/more").file("home/settings", &paths("~/more"))), everything);
    assert_eq!(found(&fill("project/more").file("project/.agent", &paths("more"))), everything);
    // A link in the project leads out of it.
    let linked = fill("elsewhere").file("project/.agent", &paths("link"));
    symlink(linked.path("elsewhere"), linked.path("project/link")).unwrap();
    assert_eq!(found(&linked), little);
}

/// Many files cost as much as many directories: what was not looked at is said.
#[test]
fn a_project_that_names_a_place_of_many_files_does_not_have_all_looked_at() {
    let mapping = mapped("/skills/paths", "skills.paths", "paths");
    let machine = machine("json", &mapping, "{}").skill("elsewhere/z/last/far");
    let directories = 20;
    for at in 0..directories {
        let directory = machine.path(&format!("elsewhere/d{at}"));
        std::fs::create_dir_all(&directory).unwrap();
        for file in 0..=limits::NARROW_ENTRIES / directories {
            std::fs::write(directory.join(file.to_string()), "").unwrap();
        }
    }
    let path = machine.path("elsewhere").display().to_string();
    let machine =
        machine.file("project/.agent", &format!(r#"{{"skills":{{"paths":["{path}"]}}}}"#));
    let catalog = machine.load("mine");
    assert_eq!(catalog.active().len(), 3);
    let told = format!("{:?}", catalog.troubles());
    assert!(told.contains(&format!("more than {} entries", limits::NARROW_ENTRIES)), "{told}");
}

/// However it is spelled, what everything is below is not searched for a project.
#[test]
fn a_project_cannot_name_the_root_of_everything() {
    let mapping = mapped("/skills/paths", "skills.paths", "paths");
    for path in ["..", "link", "~", ".", "../project/../home/.."] {
        let text = format!(r#"{{"skills":{{"paths":["{path}"]}}}}"#);
        let machine = machine("json", &mapping, "{}").skill("outside").skill("home/inside");
        symlink(machine.path(""), machine.path("project/link")).unwrap();
        let machine = machine.file("project/.agent", &text);
        Trust::add(&machine.host("project"), &machine.path("project")).unwrap();
        assert_eq!(machine.names("mine"), ["alpha", "beta", "gamma"], "{path}");
    }
}

#[test]
fn a_listing_shows_as_much_as_the_overrides_allow() {
    let mapping = mapped("/skillOverrides", "skills.entries", "overrides");
    let text = r#"{"skillOverrides":{"alpha":"name-only","beta":"user-invocable-only"}}"#;
    let catalog = machine("json", &mapping, text).load("mine");
    assert_eq!(catalog.active().len(), 3);
    let listing = catalog.listing(Budget::none()).text;
    assert_eq!(listing, "- alpha\n- gamma: project/s/gamma");
}

#[test]
fn a_folder_the_agent_does_not_trust_is_left_out() {
    let mapping = [
        mapped("/trust/on", "trust.enabled", "flag"),
        mapped("/folders", "trust.folders", "trusted-folders"),
    ]
    .join(", ");
    let asking = || machine_with(&format!("{GATES}, \"trusted\""), "json", &mapping, "{}");
    let with = |folders: &dyn Fn(&str) -> String| {
        let machine = asking();
        let folders = folders(&machine.path("project").display().to_string());
        let text = format!(r#"{{"folders":{{{folders}}}}}"#);
        machine.file("home/settings", &text).names("mine")
    };
    // It asks unless it is told not to.
    assert_eq!(asking().names("mine"), ["alpha", "beta"]);
    let trusting = asking().file("home/settings", r#"{"trust":{"on":false}}"#);
    assert_eq!(trusting.names("mine").len(), 3);
    assert_eq!(with(&|_| String::new()), ["alpha", "beta"]);
    assert_eq!(with(&|path| format!(r#""{path}":"TRUST_FOLDER""#)).len(), 3);
    assert_eq!(with(&|path| format!(r#""{path}/x":"TRUST_PARENT""#)).len(), 3);
    assert_eq!(with(&|path| format!(r#""{path}":"DO_NOT_TRUST""#)), ["alpha", "beta"]);
}

/// Broken, huge, of the wrong kind: told with the file's name and without a word of what it holds.
#[test]
fn what_cannot_be_read_is_told_and_nothing_of_it_shown() {
    let huge = format!("{{\"token\": \"sk-secret{}\"}}", " ".repeat(5 * 1024 * 1024));
    let deep = format!("{}sk-secret", "[".repeat(200));
    let table = [
        ("{\"token\": sk-secret", "not valid JSON"),
        (huge.as_str(), "more than"),
        (deep.as_str(), "nested deeper"),
        ("{\"skills\": {\"on\": \"sk-secret\"}}", "another kind"),
    ];
    for (text, expected) in table {
        let machine = machine("json", &mapped("/skills/on", "skills.enabled", "flag"), text);
        let engine = Engine::builder(machine.host("project")).profile("mine").build().unwrap();
        let settings = engine.settings();
        let ignored = settings.ignored();
        assert_eq!(ignored.len(), 1, "{ignored:?}");
        assert!(ignored[0].reason.contains(expected), "{ignored:?}");
        assert!(!ignored[0].reason.contains("secret"), "{ignored:?}");
        let file = machine.path("home/settings");
        assert_eq!(ignored[0].origin, Origin::Agent { path: file, project: false });
        assert_eq!(engine.load(&Cancel::none()).unwrap().active().len(), 3);
    }
}

/// Only what is mapped is kept, and of keys only that they are there.
#[test]
fn secrets_are_not_kept() {
    let mapping = mapped("/skills/entries/*/apiKey", "skills.entries.*.apiKey", "presence");
    let text = r#"{"token":"sk-secret","skills":{"entries":{"alpha":{"apiKey":"sk-secret"}}}}"#;
    let machine = machine("json", &mapping, text);
    let engine = Engine::builder(machine.host("project")).profile("mine").build().unwrap();
    let settings = engine.settings();
    assert_eq!(settings.text("skills.entries.alpha.apiKey"), Some("set"));
    assert!(!format!("{settings:?}").contains("sk-secret"));
}
