//! What comes back from a command that runs.

use prowess_sandbox::{End, Tier};

use crate::world::{World, copy, tiers_from, told};

#[test]
fn ends_are_reported_as_they_are() {
    let world = World::new();
    let table = [
        (&["exit", "0"][..], End::Exited(0)),
        (&["exit", "3"], End::Exited(3)),
        (&["exit", "127"], End::Exited(127)),
        (&["exit", "255"], End::Exited(255)),
        (&["raise", "15"], End::Signalled(15)),
        (&["raise", "9"], End::Signalled(9)),
        (&["raise", "6"], End::Signalled(6)),
    ];
    for tier in tiers_from(Tier::Rlimits) {
        for (words, end) in table {
            assert_eq!(world.run(tier, words).end, end, "{tier}: {words:?}");
        }
    }
}

#[test]
fn streams_are_kept_apart_and_made_safe() {
    let world = World::new();
    for tier in tiers_from(Tier::Rlimits) {
        let outcome = world.run(tier, &["both"]);
        assert_eq!(
            (outcome.stdout.text(), outcome.stderr.text()),
            ("out\n".into(), "err\n".into())
        );
        let outcome = world.run(tier, &["bytes"]);
        assert_eq!(outcome.stdout.bytes, b"a\xff\x1b[31mb\x1b[0m\r\n");
        assert_eq!(outcome.stdout.text(), "a\u{fffd}b\n");
    }
}

#[test]
fn input_reaches_the_command_and_is_otherwise_empty() {
    let world = World::new();
    let large = vec![b'y'; 300_000];
    for tier in tiers_from(Tier::Rlimits) {
        for input in [None, Some(b"hello".to_vec()), Some(large.clone())] {
            let mut command = world.command(&["copy"]);
            command.input = input.clone();
            let mut limits = world.limits.clone();
            limits.output = 1 << 20;
            let sandbox = crate::world::sandbox(tier);
            let outcome = sandbox.run(&command, &world.access, &limits, &|| false).unwrap();
            assert!(outcome.stdout.bytes == input.unwrap_or_default(), "{tier}");
        }
    }
}

#[test]
fn the_environment_is_what_was_handed_over() {
    let world = World::new();
    for tier in tiers_from(Tier::Rlimits) {
        let command = world.command(&["environment"]).env("A", "b c").env("LANG", "C");
        let text = world.start(tier, &command).stdout.text();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("TMPDIR=")).collect();
        assert_eq!(lines, ["A=b c", "LANG=C"], "{tier}");
        assert_eq!(text.contains("TMPDIR="), tier > Tier::Rlimits, "{tier}");
    }
}

#[test]
fn it_runs_where_it_should() {
    let world = World::new();
    let real = world.path("work").canonicalize().unwrap();
    for tier in tiers_from(Tier::Rlimits) {
        let outcome = world.run(tier, &["directory"]);
        assert_eq!(outcome.stdout.text().trim_end(), real.to_str().unwrap(), "{tier}");
    }
}

#[test]
fn programs_are_found_by_name_and_by_relative_path() {
    let world = World::new();
    copy(&world.path("skill/probe"), &world.path("work/probe"));
    for tier in tiers_from(Tier::Rlimits) {
        for program in ["probe", "./probe", "../skill/probe"] {
            let mut command = world.command(&["exit", "0"]).env("PATH", world.path("skill"));
            command.program = program.into();
            let outcome = world.start(tier, &command);
            assert_eq!(outcome.end, End::Exited(0), "{tier}: {program}: {}", told(&outcome));
        }
        let mut command = world.command(&["-c", "cat file | wc -l; echo <(true) > /dev/null"]);
        command.program = "bash".into();
        let outcome = world.start(tier, &command);
        assert_eq!(outcome.stdout.text(), "1\n", "{tier}: {}", told(&outcome));
    }
}

#[test]
fn a_program_can_be_its_own_helper() {
    let world = World::new();
    let real = world.path("work").canonicalize().unwrap();
    for tier in tiers_from(Tier::Rlimits) {
        // Whatever signals it ignores.
        let script = "trap '' CHLD TERM HUP PIPE; exec \"$@\"";
        let output = std::process::Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(world.path("skill/probe"))
            .args(["host", &tier.to_string(), &world.text("work"), "directory"])
            .output();
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        assert_eq!(text, format!("{tier} Exited(0)\n{}\n", real.display()));
    }
}

#[test]
fn a_sandbox_is_shared_between_threads() {
    let world = World::new();
    let sandbox =
        prowess_sandbox::Sandbox::new(prowess_sandbox::Helper::Path(crate::world::helper()));
    let run = || {
        let outcome =
            sandbox.run(&world.command(&["exit", "5"]), &world.access, &world.limits, &|| false);
        outcome.unwrap().end
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(run)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), End::Exited(5));
        }
    });
}
