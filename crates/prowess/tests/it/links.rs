//! What becomes of skills behind links, by the rule of each place.

use std::os::unix::fs::symlink;

use crate::discovery::Machine;

/// A machine where `home/.claude/skills/linked` leads to a skill outside, and `inside` to one inside.
fn linked(root: &str) -> Machine {
    let machine = Machine::new().skill("elsewhere/linked").skill(&format!("{root}/real"));
    let root = machine.path(root);
    symlink(machine.path("elsewhere/linked"), root.join("linked")).unwrap();
    machine
}

#[test]
fn links_are_followed_contained_or_refused_as_the_profile_says() {
    let table: [(&str, &str, &[&str]); 4] = [
        ("omp", "home/.claude/skills", &["linked", "real"]),
        ("claude-code", "home/.claude/skills", &["linked", "real"]),
        ("opencode", "home/.claude/skills", &["linked", "real"]),
        ("wundr", "project/skills", &["real"]),
    ];
    for (profile, root, expected) in table {
        assert_eq!(linked(root).names(profile), expected, "{profile}");
    }
    assert_eq!(linked("project/skills").reasons("wundr"), ["links: links are not followed here"]);
}

/// A profile of the user's own that has a rule no built-in one of today has.
fn contained(machine: Machine, rule: &str) -> Machine {
    let profile = format!(
        "schema = 1\nemulates = {{ product = \"x\", version = \"1\" }}\ncurrent = false\n\
         [walk]\nlinks = \"{rule}\"\n[[roots]]\npath = \"{{home}}/s\"\nscope = \"user\"\n"
    );
    machine.file("home/.config/prowess/profiles/mine.toml", &profile)
}

#[test]
fn a_contained_link_stays_in_its_root_or_in_an_allowed_place() {
    let machine = contained(linked("home/s").skill("home/s/group/deep"), "contained");
    symlink(machine.path("home/s/group/deep"), machine.path("home/s/inside")).unwrap();
    // The link inside leads to a skill that is found anyway: one of the two is the other.
    assert_eq!(machine.names("mine"), ["deep", "real"]);
    let reasons = machine.reasons("mine");
    let reason = reasons.iter().find(|reason| reason.starts_with("links: ")).unwrap();
    assert!(reason.contains("leads out of the place it was found in"), "{reason}");
    let allowed = machine.path("elsewhere").display().to_string();
    let machine = machine.set(&format!("skills.load.allowSymlinkTargets=['{allowed}']"));
    assert_eq!(machine.names("mine"), ["deep", "linked", "real"]);
}

#[test]
fn the_file_itself_may_have_to_lie_in_its_directory() {
    for (rule, expected) in
        [("followed", &["linked", "out", "real"][..]), ("file-contained", &["linked", "real"])]
    {
        let machine = contained(linked("home/s"), rule).skill("elsewhere/out");
        std::fs::create_dir(machine.path("home/s/out")).unwrap();
        let target = machine.path("elsewhere/out/SKILL.md");
        symlink(target, machine.path("home/s/out/SKILL.md")).unwrap();
        assert_eq!(machine.names("mine"), expected, "{rule}");
    }
}

/// A repository that is a skill, and links to itself where agents look.
#[test]
fn a_link_to_a_directory_above_is_a_skill_and_not_searched() {
    let machine = Machine::new().fields("project", "name: itself\ndescription: d");
    let root = machine.path("project/.claude/skills");
    std::fs::create_dir_all(&root).unwrap();
    symlink("../..", root.join("itself")).unwrap();
    for profile in ["claude-code", "prowess", "opencode", "omp"] {
        assert_eq!(machine.names(profile), ["itself"], "{profile}");
    }
}

#[test]
fn our_own_profile_does_not_search_far_behind_a_link() {
    let machine = Machine::new()
        .skill("elsewhere/near")
        .skill("elsewhere/a/b/far")
        .skill("home/.claude/skills/real");
    let root = machine.path("home/.claude/skills");
    symlink(machine.path("elsewhere"), root.join("link")).unwrap();
    let names = machine.names("prowess");
    assert!(names.contains(&"near".to_owned()) && names.contains(&"real".to_owned()), "{names:?}");
    assert!(!names.contains(&"far".to_owned()), "{names:?}");
}
