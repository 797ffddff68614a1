//! Leaves the namespaces of the machine.

use std::fs;

use rustix::thread::UnshareFlags;

use super::super::raw;
use super::{Refusal, setup};

/// Leaves all namespaces, of the network only where it is not wanted. Who is not root needs a user
/// namespace to be allowed to, in which the user keeps its number.
pub(super) fn leave(network: bool, users: bool) -> Result<(), Refusal> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    let mut flags =
        UnshareFlags::NEWNS | UnshareFlags::NEWPID | UnshareFlags::NEWIPC | UnshareFlags::NEWUTS;
    flags.set(UnshareFlags::NEWNET, !network);
    flags.set(UnshareFlags::NEWUSER, users);
    raw::unshare(flags).map_err(setup("new namespaces"))?;
    if users {
        let write = |file: &str, text: String| {
            fs::write(file, text).map_err(setup("the numbers of users in a new namespace"))
        };
        write("/proc/self/setgroups", "deny".to_owned())?;
        write("/proc/self/uid_map", format!("{0} {0} 1", user.as_raw()))?;
        write("/proc/self/gid_map", format!("{0} {0} 1", group.as_raw()))?;
    }
    Ok(())
}
