//! Skills by agents, and every file read once for all of them.

use std::sync::Arc;

use prowess::matrix::{Visibility, matrix};
use prowess::{Cancel, Engine, Files, Profile};

use crate::discovery::Machine;

#[test]
fn the_best_of_a_skills_copies_counts() {
    let machine = Machine::new()
        .skill("home/.claude/skills/twice")
        .skill("project/.claude/skills/twice")
        .fields("home/.claude/skills/quiet", "name: quiet\ndescription: d\nhide: true")
        .fields("home/.claude/skills/mac", "name: mac\ndescription: d")
        .file("home/.claude/skills/none/SKILL.md", "")
        .set("skills.ignoredSkills=['off']")
        .skill("home/.claude/skills/off")
        .skill("home/.claude/skills/denied")
        .set("permission.skill.denied=deny");
    let catalogs: Vec<_> = ["omp", "prowess"].iter().map(|name| machine.load(name)).collect();
    let rows = matrix(&catalogs);
    let state = |name: &str| -> Vec<Option<Visibility>> {
        let row = rows.iter().find(|row| row.name == name).unwrap();
        row.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.visibility)).collect()
    };
    use Visibility::{Denied, Hidden, Off, Visible};
    assert_eq!(state("twice"), [Some(Visible), Some(Visible)]);
    assert_eq!(state("quiet"), [Some(Hidden), Some(Hidden)]);
    assert_eq!(state("off"), [Some(Off), Some(Off)]);
    // omp has no permission rules.
    assert_eq!(state("denied"), [Some(Visible), Some(Denied)]);
    assert_eq!(state("writing-skills"), [None, Some(Visible)]);
}

#[test]
fn twenty_agents_read_each_file_once() {
    let machine = (0..50).fold(Machine::new(), |machine, at| {
        let directory = if at % 2 == 0 { "home/.claude/skills" } else { "project/.agents/skills" };
        machine.skill(&format!("{directory}/skill-{at}"))
    });
    let files = Arc::new(Files::default());
    let mut agents = 0;
    for name in Profile::names().filter(|name| *name != "bees") {
        let builder = Engine::builder(machine.host("project")).profile(name);
        let alone = builder.build().unwrap().load(&Cancel::none()).unwrap();
        let builder = Engine::builder(machine.host("project")).profile(name).files(files.clone());
        let shared = builder.build().unwrap().load(&Cancel::none()).unwrap();
        // Sharing changes nothing about the answer.
        assert_eq!(alone.revision(), shared.revision(), "{name}");
        agents += 1;
    }
    assert!(agents >= 20, "{agents}");
    assert_eq!(files.reads(), 50);
}

#[test]
fn a_file_that_changes_is_read_again() {
    let machine = Machine::new().skill("home/.claude/skills/s");
    let files = Arc::new(Files::default());
    let load = || {
        let builder = Engine::builder(machine.host("project")).profile("omp");
        builder.files(files.clone()).build().unwrap().load(&Cancel::none()).unwrap()
    };
    let before = load();
    let text = "---\nname: s\ndescription: Something else, and longer.\n---\n";
    std::fs::write(machine.path("home/.claude/skills/s/SKILL.md"), text).unwrap();
    let after = load();
    assert_ne!(before.revision(), after.revision());
    assert_eq!(after.active()[0].skill.description_text(), "Something else, and longer.");
    assert_eq!(files.reads(), 2);
}
