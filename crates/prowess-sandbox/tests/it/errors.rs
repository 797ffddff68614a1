//! When a command is not run, and what is said then.

use std::path::PathBuf;

use prowess_sandbox::{Access, Command, Error, Helper, Limits, Sandbox, Tier};

use crate::world::{World, helper, open_to_all, sandbox, tiers_from};

fn error(world: &World, tier: Tier, command: &Command) -> Error {
    sandbox(tier).run(command, &world.access, &world.limits, &|| false).unwrap_err()
}

#[test]
fn programs_that_cannot_be_run_are_named() {
    let world = World::new();
    world.write("skill/text", "no program");
    world.write("skill/script", "#!/nowhere/at/all\n");
    open_to_all(&world.path("skill/script"), 0o755);
    for tier in tiers_from(Tier::Rlimits) {
        for name in ["prowess-no-such-program", "./no-such-program", "/nowhere/program", ""] {
            let error = error(&world, tier, &Command::new(name, world.path("work")));
            assert!(matches!(error, Error::NotFound { .. }), "{tier}: {name}: {error}");
        }
        for name in ["skill/text", "skill", "skill/script"] {
            let error = error(&world, tier, &Command::new(world.path(name), world.path("work")));
            assert!(matches!(error, Error::NotExecutable { .. }), "{tier}: {name}: {error}");
        }
    }
}

#[test]
fn paths_that_cannot_be_used_are_named() {
    let world = World::new();
    let command = |directory: &str| Command::new("true", world.path(directory));
    for directory in ["nowhere", "work/file"] {
        let error = error(&world, Tier::Rlimits, &command(directory));
        assert!(matches!(error, Error::Directory { .. }), "{error}");
    }
    let run = |access: &Access| {
        sandbox(Tier::Rlimits).run(&command("work"), access, &world.limits, &|| false)
    };
    for path in [world.path("nowhere"), PathBuf::from("/")] {
        let access = Access { read_only: vec![path], ..Access::default() };
        assert!(matches!(run(&access).unwrap_err(), Error::Path { .. }));
    }
    let masked = vec![world.path("work")];
    let access = Access { writable: vec![world.path("work")], masked, ..Access::default() };
    assert!(matches!(run(&access).unwrap_err(), Error::Path { .. }));
}

#[test]
fn a_kernel_without_walls_runs_nothing() {
    let world = World::new();
    let old = Sandbox::new(Helper::Path(helper())).at_most(Tier::Rlimits);
    assert_eq!(old.tier(), Tier::Rlimits);
    let run = |sandbox: &Sandbox| {
        sandbox.run(&world.command(&["exit", "0"]), &world.access, &Limits::default(), &|| false)
    };
    let error = run(&old).unwrap_err();
    let Error::TierTooLow { reached, minimum, why } = error else { panic!("{error}") };
    assert_eq!((reached, minimum), (Tier::Rlimits, Tier::LandlockSeccomp));
    assert!(why.contains("landlock+seccomp"), "{why}");
    let none = run(&Sandbox::new(Helper::None)).unwrap_err();
    assert!(none.to_string().contains("there is no helper"), "{none}");
    assert_eq!(run(&old.minimum(Tier::Rlimits)).unwrap().tier, Tier::Rlimits);
}

#[test]
fn a_helper_that_is_none_is_told() {
    let world = World::new();
    let run = |helper: PathBuf| {
        let sandbox = Sandbox::new(Helper::Path(helper)).minimum(Tier::Rlimits);
        let command = world.command(&["exit", "0"]);
        sandbox.run(&command, &world.access, &world.limits, &|| false).unwrap_err()
    };
    let missing = run(world.path("nowhere"));
    assert!(matches!(missing, Error::HelperMissing { .. }), "{missing}");
    let other = run("/bin/true".into());
    assert!(other.to_string().contains("dispatch"), "{other}");
}

#[test]
fn too_much_is_refused() {
    let world = World::new();
    let command = world.command(&["exit", &"x".repeat(9 << 20)]);
    let error = error(&world, Tier::Rlimits, &command);
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    // What passes us and not the kernel.
    let command = world.command(&["exit", &"x".repeat(4 << 20)]);
    let error = self::error(&world, Tier::Rlimits, &command);
    assert!(matches!(error, Error::NotExecutable { .. }), "{error}");
}
