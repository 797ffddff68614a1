//! System calls that reach around walls.

use prowess_sandbox::{End, Tier};

use crate::world::{World, is_root, tiers_from};

const EPERM: &str = "errno 1\n";
const ENOSYS: &str = "errno 38\n";

#[test]
fn calls_around_the_walls_are_refused() {
    let table = [
        ("ptrace", EPERM),
        ("unshare-user", EPERM),
        ("clone-user", EPERM),
        ("clone3", ENOSYS),
        ("io-uring", ENOSYS),
        ("keyctl", EPERM),
        ("add-key", EPERM),
        ("process-vm", EPERM),
        ("personality", EPERM),
        ("tiocsti", EPERM),
        ("tiocsti-high", EPERM),
        ("tioclinux", EPERM),
        ("bpf", EPERM),
        ("perf", EPERM),
        ("userfaultfd", EPERM),
        ("mount", EPERM),
        ("open-by-handle", EPERM),
    ];
    // Refused to an ordinary user as well, or not known to every kernel: nothing to compare with.
    let privileged = ["bpf", "perf", "userfaultfd", "mount", "open-by-handle", "add-key", "keyctl"];
    let world = World::new();
    for (call, errno) in table {
        let plain = String::from_utf8(world.plain(&["call", call]).stderr).unwrap();
        // A container that allows no namespaces mostly allows none of these.
        let contained = tiers_from(Tier::Namespaces).is_empty();
        if !contained && (!privileged.contains(&call) || is_root()) {
            assert!(!plain.ends_with(errno), "{call} without a sandbox: {plain}");
        }
        for tier in tiers_from(Tier::LandlockSeccomp) {
            let outcome = world.run(tier, &["call", call]);
            assert_eq!(outcome.end, End::Exited(1), "{tier}: {call}");
            let text = outcome.stderr.text();
            assert!(text.ends_with(errno), "{tier}: {call}: {text}");
        }
    }
}

/// The same calls have second numbers on x86-64, which a filter of the first would not see.
#[test]
#[cfg(target_arch = "x86_64")]
fn a_second_numbering_of_calls_kills() {
    let world = World::new();
    assert_ne!(world.plain(&["call", "x32"]).status.code(), None);
    for tier in tiers_from(Tier::LandlockSeccomp) {
        assert_eq!(world.run(tier, &["call", "x32"]).end, End::Signalled(31), "{tier}");
    }
}
