//! What can be read, written, listed and changed.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};

use prowess_sandbox::{End, Tier, credential_paths};

use crate::world::{World, is_root, open_to_all, tiers_from};

#[test]
fn nothing_is_written_outside() {
    let world = World::new();
    for name in ["outside/new", "outside/file", "skill/new", "skill/SKILL.md", "home/new"] {
        world.holds(Tier::LandlockSeccomp, &["write", &world.text(name)]);
    }
    for path in ["/etc/prowess-probe", "/usr/prowess-probe", "/prowess-probe"] {
        world.refused(Tier::Rlimits, &["write", path]);
    }
}

#[test]
fn what_is_granted_can_be_used() {
    let world = World::new();
    let (new, file) = (world.text("work/%"), world.text("work/file"));
    for words in [
        &["write", new.as_str()][..],
        &["write", file.as_str()],
        &["read", file.as_str()],
        &["read", "file"],
        &["list", "."],
        &["read", &world.text("skill/SKILL.md")],
        &["list", &world.text("skill")],
        &["read", "/etc/passwd"],
        &["list", "/usr/bin"],
        &["write", "/dev/null"],
        &["read", "/proc/meminfo"],
    ] {
        world.allowed(words);
    }
    let new = world.path("work/rlimits");
    assert_eq!(fs::read_to_string(new).unwrap(), "crossed");
}

#[test]
fn nothing_is_read_outside() {
    let world = World::new();
    for name in ["home/note", "home/.ssh/id", "outside/file"] {
        world.holds(Tier::LandlockSeccomp, &["read", &world.text(name)]);
    }
    for name in ["home", "home/.ssh", "outside"] {
        world.holds(Tier::LandlockSeccomp, &["list", &world.text(name)]);
    }
    // Not even that they are there.
    world.holds(Tier::Namespaces, &["stat", &world.text("home/note")]);
}

#[test]
fn what_is_masked_is_unreadable_below_what_is_granted() {
    for writable in [false, true] {
        let mut world = World::new();
        let home = world.path("home");
        let grant = if writable { &mut world.access.writable } else { &mut world.access.read_only };
        grant.push(home);
        world.access.masked = credential_paths(&world.path("home"));
        assert!(world.access.masked.contains(&world.path("home/.ssh")));
        for tier in tiers_from(Tier::Rlimits) {
            assert_eq!(world.run(tier, &["read", &world.text("home/note")]).end, End::Exited(0));
        }
        world.holds(Tier::LandlockSeccomp, &["read", &world.text("home/.ssh/id")]);
        world.holds(Tier::LandlockSeccomp, &["list", &world.text("home/.ssh")]);
        world.holds(Tier::LandlockSeccomp, &["write", &world.text("home/.ssh/id")]);
        world.holds(Tier::LandlockSeccomp, &["write", &world.text("home/.ssh/authorized_keys")]);
    }
}

#[test]
fn what_a_masked_link_leads_to_is_masked() {
    let mut world = World::new();
    fs::remove_file(world.path("home/.ssh/id")).unwrap();
    world.write("skill/secret", "secret");
    symlink(world.path("skill/secret"), world.path("home/.netrc")).unwrap();
    world.access.masked = vec![world.path("home/.netrc")];
    world.holds(Tier::LandlockSeccomp, &["read", &world.text("skill/secret")]);
    for tier in tiers_from(Tier::LandlockSeccomp) {
        let outcome = world.run(tier, &["read", &world.text("skill/SKILL.md")]);
        assert_eq!(outcome.end, End::Exited(0), "{tier}");
    }
}

#[test]
fn passwords_of_the_machine_are_unreadable() {
    let mut world = World::new();
    world.access.masked = credential_paths(&world.path("home"));
    if is_root() {
        world.holds(Tier::Rlimits, &["read", "/etc/shadow"]);
    } else {
        world.refused(Tier::Rlimits, &["read", "/etc/shadow"]);
    }
    // The rest of the directory is as it was.
    world.allowed(&["read", "/etc/passwd"]);
}

#[test]
fn masks_of_the_system_hold_where_modes_do_not() {
    let mut world = World::new();
    world.access.masked = vec!["/etc/passwd".into()];
    world.holds(Tier::LandlockSeccomp, &["read", "/etc/passwd"]);
    world.allowed(&["read", "/etc/group"]);
}

#[test]
fn modes_are_changed_nowhere_else() {
    let world = World::new();
    if is_root() {
        // Of its own user, so that only the walls are in the way.
        std::os::unix::fs::chown(world.path("outside/file"), Some(65534), Some(65534)).unwrap();
    }
    world.holds(Tier::LandlockSeccomp, &["chmod", &world.text("outside/file")]);
}

#[test]
fn nothing_is_emptied_or_watched_outside() {
    let world = World::new();
    for attempt in ["truncate", "empty", "watch"] {
        world.write("outside/file", "full");
        world.refused(Tier::LandlockSeccomp, &[attempt, &world.text("outside/file")]);
        assert_eq!(fs::read_to_string(world.path("outside/file")).unwrap(), "full");
        world.holds(Tier::LandlockSeccomp, &[attempt, &world.text("outside/file")]);
    }
}

#[test]
fn no_setuid_program_is_left_behind() {
    let world = World::new();
    for attempt in ["make-setuid", "create-setuid"] {
        world.holds(Tier::LandlockSeccomp, &[attempt, &world.text(&format!("work/{attempt}"))]);
    }
}

#[test]
fn temporary_files_are_private() {
    let world = World::new();
    for tier in tiers_from(Tier::LandlockSeccomp) {
        let mut command =
            world.command(&["-c", "echo x > $TMPDIR/y && cat $TMPDIR/y && echo $TMPDIR"]);
        command.program = "sh".into();
        let outcome = world.start(tier, &command);
        let text = outcome.stdout.text();
        let directory = text.strip_prefix("x\n").unwrap().trim_end();
        assert!(!std::path::Path::new(directory).join("y").exists(), "{tier}: {directory}");
        assert_eq!(directory == "/tmp", tier == Tier::Namespaces, "{tier}");
    }
    // What others put there is not seen.
    let other = tempfile::NamedTempFile::new().unwrap();
    open_to_all(other.path(), 0o666);
    world.holds(Tier::LandlockSeccomp, &["read", other.path().to_str().unwrap()]);
}

#[test]
fn paths_through_links_mean_what_they_meant() {
    let mut world = World::new();
    symlink(world.path("skill"), world.path("link")).unwrap();
    world.access.read_only.push(world.path("link"));
    for tier in tiers_from(Tier::Rlimits) {
        let outcome = world.run(tier, &["read", &world.text("link/SKILL.md")]);
        assert_eq!(outcome.stdout.text(), "this is skill/SKILL.md\n", "{tier}");
    }
}

#[test]
fn a_writable_path_inside_a_read_only_one_is_written() {
    let mut world = World::new();
    fs::create_dir(world.path("skill/out")).unwrap();
    open_to_all(&world.path("skill/out"), 0o777);
    world.access.writable.push(world.path("skill/out"));
    world.allowed(&["write", &world.text("skill/out/%")]);
    world.refused(Tier::LandlockSeccomp, &["write", &world.text("skill/new")]);
}

#[test]
fn what_belongs_to_root_is_used_as_its_owner_would() {
    if !is_root() {
        return eprintln!("ATTENTION: not root: files that belong to root are not tested");
    }
    let mut world = World::new();
    for name in ["private", "workspace"] {
        fs::create_dir(world.path(name)).unwrap();
        world.write(&format!("{name}/file"), "of root");
        open_to_all(&world.path(&format!("{name}/file")), 0o600);
        open_to_all(&world.path(name), 0o700);
    }
    world.access.read_only.push(world.path("private"));
    world.access.writable.push(world.path("workspace"));
    for tier in tiers_from(Tier::Namespaces) {
        let outcome = world.run(tier, &["read", &world.text("private/file")]);
        assert_eq!(outcome.stdout.text(), "of root");
        for name in ["workspace/file", "workspace/new"] {
            assert_eq!(world.run(tier, &["write", &world.text(name)]).end, End::Exited(0));
            let owner = fs::metadata(world.path(name)).unwrap().uid();
            assert_eq!(owner, 0, "{name}");
        }
        assert_eq!(world.run(tier, &["write", &world.text("private/new")]).end, End::Exited(1));
    }
}

#[test]
fn only_namespaces_reach_below_what_is_closed_to_the_unprivileged_user() {
    if !is_root() {
        return eprintln!("ATTENTION: not root: paths that only root may enter are not tested");
    }
    let mut world = World::new();
    open_to_all(&world.path("home"), 0o700);
    fs::create_dir(world.path("home/skill")).unwrap();
    world.write("home/skill/file", "reached");
    world.access.read_only.push(world.path("home/skill"));
    for tier in tiers_from(Tier::Rlimits) {
        let command = world.command(&["read", &world.text("home/skill/file")]);
        let result =
            crate::world::sandbox(tier).run(&command, &world.access, &world.limits, &|| false);
        match result {
            Ok(outcome) => {
                assert_eq!(tier, Tier::Namespaces);
                assert_eq!(outcome.stdout.text(), "reached");
            }
            Err(error) => {
                assert!(tier < Tier::Namespaces, "{tier}: {error}");
                assert!(matches!(error, prowess_sandbox::Error::Unreachable { .. }), "{error}");
            }
        }
    }
}
