//! Which places the agents of the field read, and whose copy of a skill wins there.

use crate::discovery::Machine;
use crate::field::trusting_for_gemini;

/// The places of an agent, the one that wins first: each in turn is the best that is left.
fn check_order(profile: &str, order: &[&str]) {
    for at in 0..order.len() {
        let machine = trusting_for_gemini(Machine::new());
        let machine = order[at..].iter().fold(machine, |machine, place| machine.skill(place));
        assert_eq!(machine.winner(profile), order[at], "{profile}");
    }
}

#[test]
fn the_workspace_before_the_user_and_the_shared_directory_before_its_own() {
    check_order(
        "gemini-cli",
        &[
            "project/.agents/skills/s",
            "project/.gemini/skills/s",
            "home/.agents/skills/s",
            "home/.gemini/skills/s",
        ],
    );
}

/// Which of these each agent finds: directories inside of others, hidden ones, and the place itself.
#[test]
fn how_deep_each_agent_searches() {
    let places = |own: &str| {
        trusting_for_gemini(Machine::new())
            .skill(&format!("project/{own}/skills/a"))
            .skill(&format!("project/{own}/skills/group/b"))
            .skill(&format!("project/{own}/skills/a/inner/c"))
            .skill(&format!("project/{own}/skills/.hidden/d"))
            .skill(&format!("project/{own}/skills/1/2/3/4/5/e"))
            .skill(&format!("project/{own}/skills/1/2/3/4/5/6/f"))
            .fields(&format!("project/{own}/skills"), "name: itself\ndescription: d")
    };
    for (profile, expected) in [
        ("gemini-cli", &["a", "itself"][..]),
        ("goose", &["a", "b", "c", "d", "e", "f", "itself"][..]),
    ] {
        assert_eq!(places(".agents").names(profile), expected, "{profile}");
    }
    let machine = Machine::new()
        .skill("project/.agents/skills/a")
        .skill("project/.agents/skills/group/b")
        .skill("project/.agents/skills/.hidden/d")
        .skill("project/.agents/skills/1/2/3/4/5/e")
        .skill("project/.agents/skills/1/2/3/4/5/6/f");
    assert_eq!(machine.names("codex"), ["a", "b", "e"]);
}

#[test]
fn every_place_of_codex_is_read() {
    let machine = Machine::new()
        .skill("project/.agents/skills/a")
        .skill("project/.codex/skills/b")
        .skill("project/sub/.agents/skills/c")
        .skill("home/.agents/skills/d")
        .skill("home/.codex/skills/e")
        .skill("home/.codex/skills/.system/f")
        .skill("system/etc/codex/skills/g")
        .skill("above/.agents/skills/h");
    assert_eq!(machine.names("codex"), ["a", "b", "d", "e", "f", "g"]);
    let catalog = machine.load_in("codex", "project/sub");
    let names: Vec<&str> = catalog.active().iter().map(|entry| entry.skill.name_text()).collect();
    assert_eq!(names, ["a", "b", "c", "d", "e", "f", "g"]);
    // Another home of its own, with both of its directories.
    let moved = Machine::new()
        .skill("home/.codex/skills/e")
        .skill("elsewhere/skills/x")
        .skill("elsewhere/skills/.system/y");
    let elsewhere = moved.path("elsewhere").display().to_string();
    assert_eq!(moved.env("CODEX_HOME", &elsewhere).names("codex"), ["x", "y"]);
}
