//! oh-my-pi.

use std::os::unix::fs::symlink;

use crate::discovery::Machine;

const OMP: &str = "omp-2026";

/// Where the one skill of a name comes from.
fn sources(machine: &Machine) -> Vec<String> {
    let catalog = machine.load(OMP);
    let source = |root: &prowess::roots::Root| {
        format!("{}:{}", root.provider.as_deref().unwrap_or_default(), root.level())
    };
    catalog.active().iter().map(|entry| source(&entry.root)).collect()
}

#[test]
fn its_fixtures() {
    let long = "a".repeat(70);
    let machine = Machine::new()
        .skill("home/c/valid-skill")
        .fields("home/c/name-mismatch", "name: different-name\ndescription: d")
        .fields("home/c/invalid-name-chars", "name: Invalid_Name\ndescription: d")
        .fields("home/c/long-name", &format!("name: {long}\ndescription: d"))
        .fields("home/c/unknown-field", "name: unknown-field\ndescription: d\nauthor: x")
        .fields("home/c/consecutive-hyphens", "name: bad--name\ndescription: d")
        .fields("home/c/missing-description", "name: missing-description")
        .file("home/c/no-frontmatter/SKILL.md", "# Nothing\n\nNo fields.\n")
        .skill("home/c/nested/child")
        .set("skills.customDirectories=['~/c']");
    let mut expected =
        vec!["bad--name", "different-name", "Invalid_Name", "unknown-field", "valid-skill"];
    // In the order of lowercase names, and sixty `a` more come first.
    expected.insert(0, &long);
    assert_eq!(machine.names(OMP), expected);
    let catalog = machine.load(OMP);
    assert!(catalog.troubles().is_empty(), "{:?}", catalog.troubles());
}

#[test]
fn a_directory_that_is_a_skill_holds_none() {
    let machine = Machine::new().skill("home/c").set("skills.customDirectories=['~/c', '~/gone']");
    assert_eq!(machine.names(OMP), [""; 0]);
    assert!(machine.load(OMP).troubles().is_empty());
}

#[test]
fn names_that_are_ignored_and_included() {
    let names = |set: &[&str]| {
        let machine = Machine::new()
            .skill("home/.omp/agent/skills/valid-skill")
            .skill("home/.omp/agent/skills/valid-other")
            .skill("home/.omp/agent/skills/third");
        set.iter().fold(machine, |machine, set| machine.set(set)).names(OMP)
    };
    assert_eq!(names(&["skills.ignoredSkills=['valid-*']"]), ["third"]);
    let both = ["skills.includeSkills=['valid-*']", "skills.ignoredSkills=['valid-skill']"];
    assert_eq!(names(&both), ["valid-other"]);
    assert_eq!(names(&["skills.includeSkills=[]"]).len(), 3);
    assert_eq!(names(&["skills.enabled=false"]), [""; 0]);
}

#[test]
fn skills_that_are_off_and_skills_that_are_hidden() {
    let machine = Machine::new()
        .fields("home/.omp/agent/skills/off", "name: off\ndescription: d\nenabled: false")
        .fields(
            "home/.omp/agent/skills/quiet",
            "name: quiet\ndescription: d\ndisable-model-invocation: true",
        );
    let catalog = machine.load(OMP);
    let active: Vec<(&str, bool)> =
        catalog.active().iter().map(|entry| (entry.skill.name_text(), entry.is_hidden())).collect();
    assert_eq!(active, [("quiet", true)]);
    assert!(catalog.read("skill://quiet").is_ok());
}

#[test]
fn the_shared_directories_have_toggles_of_their_own() {
    let five = [
        "enableCodexUser",
        "enableClaudeUser",
        "enableClaudeProject",
        "enablePiUser",
        "enablePiProject",
    ];
    let machine = || {
        five.iter().fold(
            Machine::new()
                .skill("home/.agents/skills/shared")
                .skill("home/.config/opencode/skills/foreign")
                .skill("home/.omp/agent/managed-skills/learned"),
            |machine, toggle| machine.set(&format!("skills.{toggle}=false")),
        )
    };
    assert_eq!(machine().names(OMP), ["learned", "shared"]);
    assert_eq!(sources(&machine()), ["omp-managed:user", "agents:user"]);
    let off = machine().set("skills.enableAgentsUser=false");
    assert_eq!(off.names(OMP), ["learned"]);
    // What is off hides nothing.
    let same = Machine::new().skill("home/.claude/skills/s").skill("home/.agents/skills/s");
    assert_eq!(same.set("skills.enableClaudeUser=false").winner(OMP), "home/.agents/skills/s");
}

#[test]
fn custom_directories_win_and_the_first_of_them_does() {
    let machine = Machine::new().skill("home/one/s").skill("home/two/s");
    let tilde = machine.set("skills.customDirectories=['~/one', '~/two']");
    assert_eq!(tilde.winner(OMP), "home/one/s");
    let expanded = tilde.path("home/one").display().to_string();
    let expanded = tilde.set(&format!("skills.customDirectories=['{expanded}', '~/two']"));
    assert_eq!(expanded.winner(OMP), "home/one/s");

    let machine = Machine::new().skill("project/.claude/skills/shared").skill("home/c/shared");
    let machine = machine.set("skills.customDirectories=['~/c']");
    assert_eq!(machine.winner(OMP), "home/c/shared");
    assert_eq!(sources(&machine), ["custom:user"]);
    let read = machine.load(OMP).read("skill://shared").unwrap();
    assert!(read.path.ends_with("home/c/shared/SKILL.md"), "{read:?}");
}

#[test]
fn addresses_lead_nowhere_else() {
    let catalog = Machine::new().skill("home/.omp/agent/skills/s").load(OMP);
    for url in ["skill://s/../../../x", "skill://s/%2E%2E/%2E%2E/x"] {
        let error = catalog.read(url).unwrap_err().to_string();
        assert_eq!(error, "Path traversal (..) is not allowed in skill:// URLs", "{url}");
    }
}

#[test]
fn a_link_inside_a_skill_leads_to_what_it_names() {
    let machine = Machine::new()
        .skill("home/.omp/agent/skills/s")
        .file("home/.omp/agent/skills/s/real.md", "Real.\n");
    let base = machine.path("home/.omp/agent/skills/s");
    symlink("real.md", base.join("link.md")).unwrap();
    let read = machine.load(OMP).read("skill://s/link.md").unwrap();
    assert_eq!(read.path, base.join("real.md").canonicalize().unwrap());
}

/// Its sources of 2026-08 search six levels deep; the program of version 18.2.3 was seen to search one,
/// and what was measured counts.
#[test]
fn one_level_is_searched_everywhere() {
    let machine = Machine::new()
        .skill("project/.omp/skills/1/2/3/4/5/six")
        .skill("project/.omp/skills/1/2/3/4/5/6/seven")
        .skill("home/.agents/skills/group/inner")
        .skill("home/.agents/skills/group/inner/below")
        .skill("home/.agents/skills/.hidden")
        .skill("home/.agents/skills/node_modules")
        .skill("home/.agents/skills/node_modules/no")
        .skill("project/.claude/skills/group/third-party");
    assert_eq!(machine.names(OMP), ["node_modules"]);
}

#[test]
fn a_description_is_needed_where_it_was() {
    let machine = Machine::new()
        .fields("project/.omp/skills/native", "name: native")
        .fields("project/.github/skills/github", "name: github")
        .fields("project/.claude/skills/claude", "name: claude")
        .fields("home/.agents/skills/agents", "name: agents");
    assert_eq!(machine.names(OMP), ["agents", "claude"]);
}
