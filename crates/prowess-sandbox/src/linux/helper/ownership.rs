//! What belongs to root looks, in the places granted to a command of root, as if it belonged to the user
//! that command runs as: a workspace of root can be read and written as its owner would.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::OwnedFd;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
use rustix::thread::UnshareFlags;

use super::super::control::again;
use super::super::raw::{self, Fork};
use super::exit;
use super::identity::UNPRIVILEGED;

/// A user namespace in which root and the unprivileged user have changed places, for mounts to be seen
/// through. None where not all numbers of users are ours to give, as in some containers.
pub(super) fn exchanged() -> io::Result<OwnedFd> {
    let (ready, tell) = pipe_with(PipeFlags::CLOEXEC)?;
    let (held, hold) = pipe_with(PipeFlags::CLOEXEC)?;
    let child = match raw::fork()? {
        Fork::Parent(child) => child,
        Fork::Child => {
            drop((ready, hold));
            let left = raw::unshare(UnshareFlags::NEWUSER);
            drop(tell);
            // Until it is killed, or the guard is gone.
            let _end = File::from(held).read(&mut [0]);
            exit(i32::from(left.is_err()))
        }
    };
    drop((tell, held));
    let namespace = File::from(ready).read(&mut [0]).and_then(|_| {
        let process = format!("/proc/{}", child.as_raw_pid());
        for map in ["uid_map", "gid_map"] {
            fs::write(format!("{process}/{map}"), table())?;
        }
        File::open(format!("{process}/ns/user"))
    });
    let _ended_already = kill_process(child, Signal::KILL);
    again(|| waitpid(Some(child), WaitOptions::empty()))?;
    drop(hold);
    Ok(namespace?.into())
}

/// Rows `inside outside count`: all numbers are themselves but two.
fn table() -> String {
    let (one, after) = (UNPRIVILEGED - 1, UNPRIVILEGED + 1);
    let rest = u32::MAX - after;
    format!("0 {UNPRIVILEGED} 1\n1 1 {one}\n{UNPRIVILEGED} 0 1\n{after} {after} {rest}\n")
}
