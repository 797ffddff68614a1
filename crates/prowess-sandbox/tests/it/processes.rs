//! Other processes, privileges, and what is inherited.

use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use prowess_sandbox::{End, Tier};
use rustix::io::FdFlags;

use crate::world::{World, copy, is_root, tiers_from};

/// Names a copy of the probe that belongs to root and has the setuid bit.
pub(crate) const SETUID: &str = "PROWESS_SANDBOX_SETUID";

#[test]
fn the_environment_of_others_is_unreadable() {
    let world = World::new();
    let environment = format!("/proc/{}/environ", std::process::id());
    world.holds(Tier::LandlockSeccomp, &["read", &environment]);
    for tier in tiers_from(Tier::Namespaces) {
        let listed = world.run(tier, &["list", "/proc"]).stdout.text();
        let processes = listed.split(' ').filter(|name| name.parse::<u32>().is_ok()).count();
        assert_eq!(processes, 2, "init and the probe: {listed}");
        // Init is of the same user, and holds the socket to the guard.
        assert_eq!(world.run(tier, &["list", "/proc/1/fd"]).end, End::Exited(1));
        assert_eq!(world.run(tier, &["read", "/proc/1/environ"]).end, End::Exited(1));
    }
}

#[test]
fn others_are_neither_signalled_nor_limited() {
    let world = World::new();
    let this = std::process::id().to_string();
    world.holds(Tier::LandlockSeccomp, &["signal", &this]);
    world.holds(Tier::LandlockSeccomp, &["limit", &this]);
}

#[test]
fn there_is_no_capability_to_gain() {
    let world = World::new();
    for tier in tiers_from(Tier::Rlimits) {
        let outcome = world.run(tier, &["capabilities"]);
        // Who has no privilege cannot take others away; no_new_privs keeps them out of reach.
        if is_root() || tier == Tier::Namespaces {
            assert_eq!(outcome.stdout.text(), "0\n", "{tier}");
        }
    }
}

#[test]
fn setuid_programs_gain_nothing() {
    let mut world = World::new();
    let program = if is_root() {
        let program = world.path("skill/setuid");
        copy(&world.path("skill/probe"), &program);
        fs::set_permissions(&program, fs::Permissions::from_mode(0o4755)).unwrap();
        program
    } else if let Some(program) = std::env::var_os(SETUID) {
        let program = PathBuf::from(program);
        let plain = std::process::Command::new(&program).arg("user").output().unwrap();
        assert_eq!(plain.stdout, b"0\n", "without a sandbox");
        program
    } else {
        return eprintln!("ATTENTION: not root: there is no setuid program to test with");
    };
    world.access.read_only.push(program.clone());
    for tier in tiers_from(Tier::Rlimits) {
        let mut command = world.command(&["user"]);
        command.program = program.clone().into();
        let expected = if is_root() { 65534 } else { rustix::process::getuid().as_raw() };
        assert_eq!(world.start(tier, &command).stdout.text(), format!("{expected}\n"), "{tier}");
    }
}

#[test]
fn nothing_is_inherited() {
    let world = World::new();
    let file = fs::File::open("/etc/passwd").unwrap();
    let high = rustix::io::fcntl_dupfd_cloexec(&file, 77).unwrap();
    rustix::io::fcntl_setfd(&high, FdFlags::empty()).unwrap();
    let number = high.as_raw_fd().to_string();
    let plain = String::from_utf8(world.plain(&["descriptors"]).stdout).unwrap();
    assert!(plain.split_whitespace().any(|found| found == number), "without a sandbox: {plain}");
    for tier in tiers_from(Tier::Rlimits) {
        assert_eq!(world.run(tier, &["descriptors"]).stdout.text(), "\n", "{tier}");
    }
}

#[test]
fn without_namespaces_nobody_leaves_the_session() {
    let world = World::new();
    assert_eq!(world.plain(&["group"]).status.code(), Some(0));
    for tier in tiers_from(Tier::LandlockSeccomp) {
        let expected = if tier == Tier::Namespaces { 0 } else { 1 };
        assert_eq!(world.run(tier, &["group"]).end, End::Exited(expected), "{tier}");
    }
}
