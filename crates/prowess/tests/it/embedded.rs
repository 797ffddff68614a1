//! The skills that are part of the program.

use prowess::resolve::Status;

use crate::discovery::Machine;

const NAMES: [&str; 3] = ["reviewing-skills", "securing-skills", "writing-skills"];

fn names(machine: &Machine, profile: &str) -> Vec<String> {
    let catalog = machine.load(profile);
    catalog.active().iter().map(|entry| entry.skill.name_text().to_owned()).collect()
}

#[test]
fn a_newcomers_first_list_shows_something() {
    assert_eq!(names(&Machine::new(), "prowess"), NAMES);
    for profile in ["omp", "claude-code", "opencode", "agentskills"] {
        assert_eq!(names(&Machine::new(), profile), [""; 0], "{profile}");
    }
}

#[test]
fn they_have_no_faults_of_their_own() {
    let catalog = Machine::new().load("prowess");
    for entry in catalog.entries() {
        assert!(entry.diagnostics.is_empty(), "{:?}", entry.diagnostics);
    }
    let strict = prowess::Profile::named("agentskills").unwrap();
    for entry in catalog.entries() {
        let directory = &entry.candidate.directory;
        let (checked, _) = prowess::check::check_bundled(directory, &strict).unwrap();
        assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    }
}

#[test]
fn they_are_read_by_address_like_any_other() {
    let catalog = Machine::new().load("prowess");
    let read = |url: &str| catalog.read(url).map(|found| String::from_utf8(found.content).unwrap());
    assert!(read("skill://writing-skills").unwrap().contains("# Writing a skill"));
    let fields = read("skill://writing-skills/references/fields.md").unwrap();
    assert!(fields.starts_with("# Frontmatter fields"));
    assert_eq!(read("skill://writing-skills/references").unwrap(), "fields.md\n");
    assert_eq!(read("skill://writing-skills/.").unwrap(), "SKILL.md\nreferences/\n");
    assert!(read("skill://writing-skills/none.md").is_err());
    assert!(read("skill://writing-skills/../securing-skills/SKILL.md").is_err());
}

#[test]
fn the_users_own_come_first_and_the_list_of_allowed_ones_counts() {
    let machine = Machine::new().skill("home/.claude/skills/writing-skills");
    let catalog = machine.load("prowess");
    let own = catalog.active().into_iter().find(|entry| entry.skill.name_text() == NAMES[2]);
    assert_eq!(own.unwrap().root.scope.name(), "user");
    let shadowed = |status: &Status| matches!(status, Status::Shadowed { .. });
    assert_eq!(catalog.entries().iter().filter(|entry| shadowed(&entry.status)).count(), 1);

    let machine = Machine::new().set("skills.allowBundled=['securing-skills']");
    assert_eq!(names(&machine, "prowess"), ["securing-skills"]);
}
