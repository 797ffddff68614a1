//! As whom a command runs, and without which privileges.

use std::fs;

use rustix::io::Errno;
use rustix::process::{Gid, Uid};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs, set_thread_groups,
    set_thread_res_gid, set_thread_res_uid,
};

use super::{Refusal, setup};

/// The number of the user, and of the group, as which commands of root run. The kernel itself uses it
/// for who has no number.
pub(in super::super) const UNPRIVILEGED: u32 = 65534;

/// Whom a command runs as if not as the caller: root is dropped where there is another user to become.
/// In a container with root alone there is none, and that root is none outside.
pub(in super::super) fn dropped() -> Option<(Uid, Gid)> {
    let becomes = is_dropped();
    becomes.then(|| (Uid::from_raw(UNPRIVILEGED), Gid::from_raw(UNPRIVILEGED)))
}

/// Whether root is dropped here.
pub(in super::super) fn is_dropped() -> bool {
    rustix::process::geteuid().is_root()
        && ["/proc/self/uid_map", "/proc/self/gid_map"].iter().all(|map| maps_unprivileged(map))
}

/// Whether a table of rows `inside outside count` has the number.
fn maps_unprivileged(table: &str) -> bool {
    let text = fs::read_to_string(table).unwrap_or_default();
    text.lines().any(|line| {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        matches!(numbers[..], [inside, _, count]
            if (inside..inside.saturating_add(count)).contains(&u64::from(UNPRIVILEGED)))
    })
}

/// Becomes the unprivileged user where the caller is root, and gives up every privilege for good.
pub(super) fn drop_privileges(to: Option<(Uid, Gid)>) -> Result<(), Refusal> {
    shrink_bounding_set()?;
    clear_ambient_capability_set().map_err(setup("ambient capabilities"))?;
    if let Some((user, group)) = to {
        set_thread_groups(&[]).map_err(setup("the groups"))?;
        set_thread_res_gid(group, group, group).map_err(setup("the group"))?;
        set_thread_res_uid(user, user, user).map_err(setup("the user"))?;
    }
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, sets).map_err(setup("capabilities"))?;
    set_no_new_privs(true).map_err(setup("no new privileges"))
}

/// Takes every capability out of what a program could ever gain. Who may not do that has none to gain,
/// because no program brings new privileges then.
fn shrink_bounding_set() -> Result<(), Refusal> {
    for number in 0..64 {
        match remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << number)) {
            Ok(()) => {}
            // The last one the kernel knows has been passed; or nothing may be taken out.
            Err(Errno::INVAL | Errno::PERM) => break,
            Err(error) => return Err(setup("the bounding set")(error)),
        }
    }
    Ok(())
}
