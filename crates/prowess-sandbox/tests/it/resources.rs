//! Time, output, processes, memory, sizes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use prowess_sandbox::{End, Helper, Limits, Sandbox, Tier};

use crate::world::{World, tiers_from, told};

const SHORT: Duration = Duration::from_millis(400);

#[test]
fn time_ends_what_ignores_signals() {
    let mut world = World::new();
    world.limits.time = SHORT;
    for tier in tiers_from(Tier::Rlimits) {
        let outcome = world.run(tier, &["hang"]);
        assert_eq!(outcome.end, End::TimedOut, "{tier}");
        assert!(outcome.took >= SHORT);
        assert_eq!(outcome.stdout.text(), "hanging\n", "{tier}");
    }
}

#[test]
fn the_caller_ends_a_command() {
    let world = World::new();
    for tier in tiers_from(Tier::Rlimits) {
        let asked = AtomicUsize::new(0);
        let cancelled = || asked.fetch_add(1, Ordering::Relaxed) > 2;
        let sandbox = crate::world::sandbox(tier);
        let outcome =
            sandbox.run(&world.command(&["hang"]), &world.access, &world.limits, &cancelled);
        let outcome = outcome.unwrap();
        assert_eq!(outcome.end, End::Cancelled, "{tier}");
        assert!(outcome.took < world.limits.time / 2);
    }
}

#[test]
fn a_bomb_of_processes_is_bounded_and_ends() {
    let mut world = World::new();
    world.limits.time = SHORT;
    world.limits.processes = 40;
    for tier in tiers_from(Tier::Rlimits) {
        assert_eq!(world.run(tier, &["bomb"]).end, End::TimedOut, "{tier}");
        let probe = world.path("skill/probe");
        assert_eq!(running(&probe), 0, "{tier}");
    }
}

/// How many processes of this machine execute a file.
fn running(program: &std::path::Path) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let executed = entries.filter_map(|entry| std::fs::read_link(entry.path().join("exe")).ok());
    executed.filter(|path| path == program).count()
}

#[test]
fn a_gigabyte_of_output_is_drained() {
    let world = World::new();
    let before = resident();
    for tier in tiers_from(Tier::Rlimits) {
        let outcome = world.run(tier, &["flood", "1024"]);
        assert_eq!(outcome.end, End::Exited(0), "{tier}");
        assert_eq!(outcome.stdout.bytes.len(), world.limits.output);
        assert!(outcome.stdout.cut && !outcome.stderr.cut);
    }
    assert!(resident() < before + (64 << 20), "{before} {}", resident());
}

/// The memory of this process, in bytes.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

#[test]
fn files_do_not_grow_without_end() {
    let world = World::new();
    let path = world.text("work/large");
    assert_eq!(world.plain(&["large", &path]).status.code(), Some(0));
    std::fs::remove_file(&path).unwrap();
    for tier in tiers_from(Tier::Rlimits) {
        assert_eq!(world.run(tier, &["large", &path]).end, End::Signalled(25), "{tier}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn memory_and_processor_are_bounded() {
    let mut world = World::new();
    world.limits.memory = 256 << 20;
    world.limits.cpu_seconds = 1;
    world.holds(Tier::Rlimits, &["memory", "1024"]);
    world.allowed(&["memory", "16"]);
    let tier = *tiers_from(Tier::Rlimits).last().unwrap();
    assert_eq!(world.run(tier, &["spin"]).end, End::Signalled(24));
}

#[test]
fn without_a_helper_time_and_output_are_kept() {
    let mut world = World::new();
    world.limits = Limits { time: SHORT, output: 10, ..Limits::default() };
    let sandbox = Sandbox::new(Helper::None).minimum(Tier::Rlimits);
    let run = |words: &[&str]| {
        sandbox.run(&world.command(words), &world.access, &world.limits, &|| false).unwrap()
    };
    let outcome = run(&["hang"]);
    assert_eq!((outcome.end, outcome.tier), (End::TimedOut, Tier::Rlimits), "{}", told(&outcome));
    let outcome = run(&["flood", "1"]);
    assert_eq!(outcome.end, End::Exited(0));
    assert!(outcome.stdout.cut && outcome.stdout.bytes.len() == 10);
    assert_eq!(run(&["exit", "7"]).end, End::Exited(7));
    assert_eq!(run(&["raise", "9"]).end, End::Signalled(9));
    assert_eq!(run(&["descriptors"]).stdout.text(), "\n");
}
