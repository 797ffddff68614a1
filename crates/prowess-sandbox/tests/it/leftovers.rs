//! After a run nothing is left: no process, no file, no mount.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use prowess_sandbox::{End, Tier};
use rustix::fs::{FlockOperation, Mode};
use rustix::process::{Pid, Signal, kill_process};

use crate::world::{World, open_to_all, tiers_from, told};

/// More than anything here takes, so that a failure ends.
const TIME: Duration = Duration::from_secs(20);

/// Whether somebody holds the lock that a daemon takes.
fn is_held(path: &Path) -> bool {
    let file = File::open(path).unwrap();
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_err()
}

#[test]
fn daemons_die_with_the_command() {
    let world = World::new();
    let path = world.path("work/lock");
    let plain = world.plain_daemon(&path);
    assert!(is_held(&path), "without a sandbox");
    kill_process(plain, Signal::KILL).unwrap();
    for tier in tiers_from(Tier::Rlimits) {
        let path = world.path(&format!("work/lock-{tier}"));
        let outcome = world.run(tier, &["daemon", path.to_str().unwrap()]);
        assert_eq!(outcome.end, End::Exited(0), "{tier}: {}", told(&outcome));
        assert!(!outcome.stdout.bytes.is_empty(), "{tier}: it did run");
        assert!(!is_held(&path), "{tier}");
    }
}

impl World {
    /// Starts the daemon without a sandbox. Its output goes to a file, because it would hold a pipe open.
    fn plain_daemon(&self, path: &Path) -> Pid {
        let output = self.path("work/output");
        let status = std::process::Command::new(self.path("skill/probe"))
            .args(["daemon", path.to_str().unwrap()])
            .stdin(std::process::Stdio::null())
            .stdout(File::create(&output).unwrap())
            .status();
        assert!(status.unwrap().success());
        let text = fs::read_to_string(output).unwrap();
        Pid::from_raw(text.lines().next().unwrap().parse().unwrap()).unwrap()
    }
}

/// Kills a process while the command holds a pipe, and waits until nobody holds it any more.
fn dies_with(choose: impl Fn(u32) -> Pid) {
    for tier in tiers_from(Tier::Rlimits) {
        let world = World::new();
        let path = world.path("work/pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &path, Mode::from_raw_mode(0o666)).unwrap();
        open_to_all(&path, 0o666);
        fs::create_dir(world.path("temporary")).unwrap();
        let mut host = std::process::Command::new(world.path("skill/probe"))
            .env("TMPDIR", world.path("temporary"))
            .args(["host", &tier.to_string(), &world.text("work"), "hold", path.to_str().unwrap()])
            .stdin(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            // Opens when the command does, and ends when nobody holds the other end any more.
            let mut pipe = File::open(path).unwrap();
            sender.send("held").unwrap();
            pipe.read_to_end(&mut Vec::new()).unwrap();
            sender.send("gone").unwrap();
        });
        assert_eq!(receiver.recv_timeout(TIME), Ok("held"), "{tier}");
        kill_process(choose(host.id()), Signal::KILL).unwrap();
        assert_eq!(receiver.recv_timeout(TIME), Ok("gone"), "{tier}");
        host.wait().unwrap();
        // Whoever of the two is left removes the temporary directory, soon after.
        let start = Instant::now();
        while fs::read_dir(world.path("temporary")).unwrap().count() > 0 {
            assert!(start.elapsed() < TIME, "{tier}");
            std::thread::yield_now();
        }
    }
}

fn pid(text: &str) -> Pid {
    Pid::from_raw(text.trim().parse().unwrap()).unwrap()
}

#[test]
fn a_command_dies_with_its_host() {
    dies_with(|host| pid(&host.to_string()));
}

#[test]
fn a_command_dies_with_its_guard() {
    dies_with(|host| {
        pid(&fs::read_to_string(format!("/proc/{host}/task/{host}/children")).unwrap())
    });
}

#[test]
fn no_directory_and_no_mount_is_left() {
    let world = World::new();
    let mounts = || fs::read_to_string("/proc/self/mountinfo").unwrap();
    let before = mounts();
    for tier in tiers_from(Tier::Rlimits) {
        // Directories that not even their owner may enter are no reason to leave them.
        let script =
            "mkdir -p $TMPDIR/a/b; touch $TMPDIR/a/b/c; mkdir -m 0 $TMPDIR/d; echo $TMPDIR";
        let mut command = world.command(&["-c", script]).env("TMPDIR", world.path("work"));
        command.program = "sh".into();
        let outcome = world.start(tier, &command);
        assert_eq!(outcome.end, End::Exited(0), "{tier}: {}", told(&outcome));
        if tier == Tier::LandlockSeccomp {
            let directory = outcome.stdout.text();
            assert!(directory.contains("/prowess-"), "{directory}");
            assert!(!Path::new(directory.trim_end()).exists(), "{directory}");
        }
        assert_eq!(mounts(), before, "{tier}");
    }
    open_to_all(&world.path("work/d"), 0o777);
}
