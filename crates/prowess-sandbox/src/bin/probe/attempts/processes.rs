//! Processes: of others, too many, and such that do not want to end.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;

use super::{checked, exit, say, wait_for_input};

pub(super) fn signal(process: &str) -> io::Result<()> {
    let process = process.parse().map_err(io::Error::other)?;
    // SAFETY: Signal 0 only asks whether one could be sent.
    checked(unsafe { libc::kill(process, 0) }.into())
}

/// Changes another process's limits, to what they are.
pub(super) fn limit(process: &str) -> io::Result<()> {
    let process = process.parse().map_err(io::Error::other)?;
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: The structures live through the calls.
    unsafe {
        checked(
            libc::prlimit(process, libc::RLIMIT_CORE, std::ptr::null(), &raw mut limit).into(),
        )?;
        checked(
            libc::prlimit(process, libc::RLIMIT_CORE, &raw const limit, std::ptr::null_mut())
                .into(),
        )
    }
}

/// Forks for ever, and so does each of the new ones.
pub(super) fn bomb() -> ! {
    loop {
        // SAFETY: This program has one thread.
        unsafe {
            libc::signal(libc::SIGTERM, libc::SIG_IGN);
            libc::fork();
        }
    }
}

/// Leaves a process behind that has left session and parent. It holds a lock as long as it lives, and
/// prints its number.
pub(super) fn daemon(path: &str) -> io::Result<()> {
    let lock = File::create(path)?;
    let (mut ready, go) = io::pipe()?;
    // SAFETY: This program has one thread.
    if unsafe { libc::fork() } == 0 {
        drop(ready);
        // SAFETY: As above. That a new session may be refused is part of the test.
        let child = unsafe {
            libc::setsid();
            libc::fork()
        };
        if child == 0 {
            // SAFETY: The lock is open.
            unsafe { libc::flock(lock.as_raw_fd(), libc::LOCK_EX) };
            say(&std::process::id().to_string())?;
            drop(go);
            hang()?;
        }
        exit(0)
    }
    drop((go, lock));
    ready.read_to_end(&mut Vec::new()).map(drop)
}

/// A new process group.
pub(super) fn group() -> io::Result<()> {
    // SAFETY: The call takes numbers. A child, because who leads a session cannot leave it.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: As above.
        exit(i32::from(unsafe { libc::setsid() } < 0))
    }
    let mut status = 0;
    // SAFETY: The status lives through the call.
    checked(unsafe { libc::waitpid(child, &raw mut status, 0) }.into())?;
    if status == 0 { Ok(()) } else { Err(io::Error::other("no new session")) }
}

/// Ends only when it is killed.
pub(super) fn hang() -> io::Result<()> {
    // SAFETY: Nothing is handed over.
    unsafe {
        libc::signal(libc::SIGTERM, libc::SIG_IGN);
        libc::signal(libc::SIGHUP, libc::SIG_IGN);
    }
    say("hanging")?;
    wait_for_input();
    loop {
        // SAFETY: As above.
        unsafe { libc::pause() };
    }
}

/// Prints the open descriptors that are no standard stream.
pub(super) fn descriptors() -> io::Result<()> {
    // SAFETY: Only flags are asked for.
    let open = |number: &i32| unsafe { libc::fcntl(*number, libc::F_GETFD) } >= 0;
    let numbers: Vec<String> = (3..1024).filter(open).map(|number| number.to_string()).collect();
    say(&numbers.join(" "))
}

/// Prints the capabilities that the process has or could gain, as the kernel writes them.
pub(super) fn capabilities() -> io::Result<()> {
    let mut all = 0_u64;
    for number in 0..64_u64 {
        // SAFETY: The call takes numbers.
        if unsafe { libc::prctl(libc::PR_CAPBSET_READ, number, 0, 0, 0) } == 1 {
            all |= 1 << number;
        }
    }
    say(&format!("{all:x}"))
}

pub(super) fn raise(signal: i32) -> io::Result<()> {
    // SAFETY: Whatever the signal does, it does to this process.
    checked(unsafe { libc::raise(signal) }.into())
}
