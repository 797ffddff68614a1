//! Processes on this machine: how many a user has, and which are descendants.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;

use rustix::process::{Pid, Signal, Uid, WaitOptions, kill_process, wait};

/// How many processes and threads a user has, which the kernel counts against a limit.
pub(in super::super) fn count(user: Uid) -> u64 {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbered = entries.filter(|entry| {
        entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
    });
    let threads = numbered.filter_map(|entry| {
        // Most are of others, and are asked for nothing more.
        let path = entry.path();
        let mine = fs::metadata(&path).ok()?.uid() == user.as_raw();
        // The links of the directory: its own two, and one from each thread.
        let tasks = || fs::metadata(path.join("task")).ok();
        if mine { tasks().map(|tasks| tasks.nlink().saturating_sub(2)) } else { None }
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
