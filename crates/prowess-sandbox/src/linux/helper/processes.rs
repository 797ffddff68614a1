//! Processes on this machine: how many a user has, and which are descendants.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, openat, statat};
use rustix::process::{Pid, Signal, Uid, WaitOptions, kill_process, wait};

/// How many processes and threads a user has, which the kernel counts against a limit. Where that cannot be
/// found out the limit is the tighter for it.
pub(in super::super) fn count(user: Uid) -> u64 {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let Ok(proc) = openat(CWD, "/proc", flags, Mode::empty()) else { return 0 };
    let entries = Dir::read_from(&proc).into_iter().flatten().flatten();
    let processes = entries
        .filter(|entry| entry.file_name().to_bytes().first().is_some_and(u8::is_ascii_digit));
    let threads = processes.filter_map(|entry| {
        // Most are of others, and are asked for nothing more.
        let name = entry.file_name();
        let owner = statat(&proc, name, AtFlags::empty()).ok()?.st_uid;
        let tasks = || fs::metadata(format!("/proc/{}/task", name.to_string_lossy()));
        // The links of the directory: its own two, and one from each thread.
        let count = |tasks: fs::Metadata| tasks.nlink().saturating_sub(2);
        if owner == user.as_raw() { tasks().ok().map(count) } else { None }
    });
    threads.sum()
}

/// Kills and reaps every descendant. This process has to be the one to which orphans are given, so that
/// none is left when it has no child any more.
pub(super) fn end_descendants() {
    loop {
        for child in children() {
            let _ended_already = kill_process(child, Signal::KILL);
        }
        // Each child there was has been killed, so that this waits for nothing that goes on. Orphans
        // that came meanwhile are the next round's.
        match wait(WaitOptions::empty()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
        }
    }
}

fn children() -> Vec<Pid> {
    let this = rustix::process::getpid().as_raw_pid();
    let list = fs::read_to_string(format!("/proc/{this}/task/{this}/children"));
    let list = list.unwrap_or_else(|_: io::Error| String::new());
    list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect()
}
