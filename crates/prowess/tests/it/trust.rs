//! Whose a skill is: what a user trusts, and what a link cannot make the user's.

use std::os::unix::fs::symlink;
use std::path::Path;

use prowess::trust::{Standing, Trust};
use prowess::{Cancel, Engine};

use crate::discovery::Machine;

/// How it stands with each skill, by name.
fn standings(machine: &Machine, cwd: &str) -> Vec<(String, Standing)> {
    let host = machine.host(cwd);
    let trust = Trust::load(&host).unwrap();
    let engine = Engine::builder(host).profile("claude-code").trust(trust).build().unwrap();
    let catalog = engine.load(&Cancel::none()).unwrap();
    let standing = |entry: &&prowess::CatalogEntry| {
        (entry.skill.name_text().to_owned(), entry.standing().clone())
    };
    catalog.active().iter().map(standing).collect()
}

fn untrusted(project: &Path) -> Standing {
    Standing::Untrusted { project: project.canonicalize().unwrap() }
}

fn named(name: &str, standing: Standing) -> (String, Standing) {
    (name.to_owned(), standing)
}

#[test]
fn a_projects_skills_are_listed_and_not_trusted_until_the_user_says_so() {
    let machine = Machine::new()
        .skill("home/.claude/skills/mine")
        .skill("project/.claude/skills/theirs")
        .skill("project/sub/.claude/skills/sub");
    let project = machine.path("project");
    let theirs = || untrusted(&project);
    let before =
        [named("mine", Standing::Trusted), named("sub", theirs()), named("theirs", theirs())];
    assert_eq!(standings(&machine, "project/sub"), before);
    let host = machine.host("project");
    assert!(Trust::add(&host, &project).unwrap().1);
    assert!(!Trust::add(&host, &project).unwrap().1);
    assert!(standings(&machine, "project/sub").iter().all(|(_, at)| *at == Standing::Trusted));
    assert!(Trust::remove(&host, &project).unwrap().1);
    assert!(!Trust::remove(&host, &project).unwrap().1);
    assert_eq!(standings(&machine, "project/sub"), before);
}

#[test]
fn trust_ends_where_another_repository_begins() {
    let machine = Machine::new()
        .skill("project/.claude/skills/theirs")
        .skill("project/vendored/.claude/skills/others");
    std::fs::create_dir_all(machine.path("project/vendored/.git")).unwrap();
    Trust::add(&machine.host("project"), &machine.path("project")).unwrap();
    let others = [named("others", untrusted(&machine.path("project/vendored")))];
    assert_eq!(standings(&machine, "project/vendored"), others);
}

#[test]
fn a_users_link_into_a_project_has_the_projects_trust() {
    let machine = Machine::new()
        .skill("home/.agents/skills/shared")
        .skill("home/src/repo/skills/cloned")
        .skill("project/.claude/skills/theirs");
    std::fs::create_dir_all(machine.path("home/src/repo/.git")).unwrap();
    let user = machine.path("home/.claude/skills");
    std::fs::create_dir_all(&user).unwrap();
    for (name, target) in [
        ("shared", "home/.agents/skills/shared"),
        ("cloned", "home/src/repo/skills/cloned"),
        ("theirs", "project/.claude/skills/theirs"),
    ] {
        symlink(machine.path(target), user.join(name)).unwrap();
    }
    let (repo, project) = (machine.path("home/src/repo"), machine.path("project"));
    let expected = [
        named("cloned", untrusted(&repo)),
        named("shared", Standing::Trusted),
        named("theirs", untrusted(&project)),
    ];
    assert_eq!(standings(&machine, "home"), expected);
    Trust::add(&machine.host("home"), &repo).unwrap();
    assert_eq!(standings(&machine, "home")[0], named("cloned", Standing::Trusted));
}

/// A user's directory with a file that is a link: the words are the project's.
#[test]
fn a_linked_file_has_the_trust_of_what_it_leads_to() {
    let machine = Machine::new().skill("project/.claude/skills/theirs");
    let user = machine.path("home/.claude/skills/mine");
    std::fs::create_dir_all(&user).unwrap();
    symlink(machine.path("project/.claude/skills/theirs/SKILL.md"), user.join("SKILL.md")).unwrap();
    let project = machine.path("project");
    assert_eq!(standings(&machine, "home")[0].1, untrusted(&project));
}

/// The file behind the link is nobody's, and the scripts beside the link are the project's all the same.
#[test]
fn a_file_that_leads_out_of_a_project_does_not_take_the_rest_with_it() {
    let machine = Machine::new().skill("elsewhere/s");
    let theirs = machine.path("project/skills/evil");
    std::fs::create_dir_all(&theirs).unwrap();
    symlink(machine.path("elsewhere/s/SKILL.md"), theirs.join("SKILL.md")).unwrap();
    let user = machine.path("home/.claude/skills");
    std::fs::create_dir_all(&user).unwrap();
    symlink(&theirs, user.join("evil")).unwrap();
    let project = machine.path("project");
    assert_eq!(standings(&machine, "home")[0].1, untrusted(&project));
}

/// Whatever an agent calls a place, one in the project is the project's.
#[test]
fn no_profile_trusts_what_came_with_a_clone() {
    for name in prowess::Profile::names() {
        let profile = prowess::Profile::named(name).unwrap();
        let inside = |root: &&prowess::roots::RootRule| {
            ["{cwd}", "{ancestor}", "{worktree}"].iter().any(|place| root.path.starts_with(place))
        };
        let machine = profile.roots.iter().filter(inside).fold(Machine::new(), |machine, root| {
            let (_, below) = root.path.split_once('}').unwrap();
            let below = below.replace("{mode}", "code").replace("{agent}", "build");
            machine
                .file(&format!("project{below}/s/SKILL.md"), "---\nname: s\ndescription: d\n---\n")
        });
        let engine = Engine::builder(machine.host("project")).profile(name).build().unwrap();
        for entry in engine.load(&Cancel::none()).unwrap().entries() {
            let bundled = entry.root.kind == prowess::roots::RootKind::Embedded;
            assert!(
                bundled || *entry.standing() != Standing::Trusted,
                "{name}: {:?}",
                entry.candidate
            );
        }
    }
}

/// `~/.claude` kept in a repository is the user's own; a whole directory that is a link is not.
#[test]
fn a_repository_of_the_users_settings_is_the_users() {
    let machine = Machine::new().skill("home/.claude/skills/mine");
    std::fs::create_dir_all(machine.path("home/.claude/.git")).unwrap();
    assert_eq!(standings(&machine, "project"), [named("mine", Standing::Trusted)]);

    let machine = Machine::new().skill("project/skills/theirs");
    std::fs::create_dir_all(machine.path("home/.claude")).unwrap();
    symlink(machine.path("project/skills"), machine.path("home/.claude/skills")).unwrap();
    let project = machine.path("project");
    assert_eq!(standings(&machine, "home"), [named("theirs", untrusted(&project))]);
}

#[test]
fn what_cannot_be_trusted_is_refused() {
    let machine = Machine::new();
    let host = machine.host("project");
    for path in ["/", "home", "nothing"] {
        assert!(Trust::add(&host, &machine.path(path)).is_err(), "{path}");
    }
    let file = machine.path("project/file");
    std::fs::write(&file, "").unwrap();
    assert!(Trust::add(&host, &file).is_err());
    assert_eq!(Trust::load(&host).unwrap(), Trust::default());
}

#[test]
fn what_another_version_wrote_is_neither_read_nor_overwritten() {
    for text in ["{\"version\":2,\"directories\":[]}", "{", "", "[]"] {
        let machine = Machine::new().file("home/.local/state/prowess/trust.json", text);
        let host = machine.host("project");
        assert!(Trust::load(&host).is_err(), "{text}");
        assert!(Trust::add(&host, &machine.path("project")).is_err(), "{text}");
        let file = machine.path("home/.local/state/prowess/trust.json");
        assert_eq!(std::fs::read_to_string(file).unwrap(), text);
    }
}

#[test]
fn many_at_once_lose_nothing() {
    let machine = Machine::new();
    let host = machine.host("project");
    let paths: Vec<_> = (0..24).map(|at| machine.path(&format!("p{at}"))).collect();
    std::thread::scope(|scope| {
        for path in &paths {
            std::fs::create_dir(path).unwrap();
            scope.spawn(|| Trust::add(&host, path).unwrap());
        }
    });
    assert_eq!(Trust::load(&host).unwrap().directories().count(), paths.len());
}

/// Whoever works in the home directory, or in a directory below it that is no repository, finds the skills
/// of the home directory from above: they are the user's own. What lies where the work is, is not.
#[test]
fn skills_of_the_home_directory_are_the_users_from_below_too() {
    for (cwd, found) in [("home", "home"), ("home/w", "home"), ("home/w", "home/w")] {
        for place in [".claude/skills/a", ".agents/skills/a"] {
            let machine = Machine::new().skill(&format!("{found}/{place}"));
            std::fs::create_dir_all(machine.path("home/w")).unwrap();
            let trusted = found == "home";
            let catalog = machine.load_in("prowess", cwd);
            let standing = catalog.find("a").unwrap().standing();
            let is_trusted = *standing == Standing::Trusted;
            assert_eq!(is_trusted, trusted, "{cwd} {found} {place}: {standing:?}");
        }
    }
    // A clone in such a directory is a project all the same.
    let cloned = Machine::new().skill("home/.agents/skills/a").file("home/.agents/.git/HEAD", "");
    let catalog = cloned.load_in("prowess", "home");
    assert!(matches!(catalog.find("a").unwrap().standing(), Standing::Untrusted { .. }));
}
