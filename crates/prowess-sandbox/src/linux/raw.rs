//! The few calls that no safe crate offers. The only module of this crate with unsafe code.

#![allow(unsafe_code, reason = "each block says why it is sound")]

use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::Pid;
use rustix::thread::UnshareFlags;

/// The descriptors that are no standard stream.
const FIRST: libc::c_uint = 3;

/// What a fork returns.
pub(super) enum Fork {
    Parent(Pid),
    Child,
}

/// Forks this process. Only for the helper, which has one thread.
pub(super) fn fork() -> io::Result<Fork> {
    // SAFETY: The helper never starts a thread, so that the child finds no lock held by another and
    // may go on as the parent could.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Fork::Child),
        pid => Pid::from_raw(pid)
            .map(Fork::Parent)
            .ok_or_else(|| io::Error::other("the kernel gave a process no number")),
    }
}

/// Leaves namespaces that are shared with others. The table of descriptors is never among them.
pub(super) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    let flags = flags.difference(UnshareFlags::FILES);
    // SAFETY: The call is unsafe only for the table of descriptors, which stays shared.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
}

/// Closes all descriptors but the standard streams. Only for the very start of the helper, which has
/// made none itself then.
pub(super) fn close_inherited() -> io::Result<()> {
    // SAFETY: Nothing of this process owns a descriptor yet: what there is was inherited, and no value
    // will use or close it later.
    let result = unsafe { libc::close_range(FIRST, libc::c_uint::MAX, 0) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Has all descriptors but the standard streams closed when a program is executed.
pub(super) fn close_on_exec() -> io::Result<()> {
    // SAFETY: No descriptor is closed; flags are set that an exec looks at. The call allocates nothing
    // and takes no lock, so that it is sound after a fork.
    let result = unsafe {
        libc::close_range(FIRST, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC as libc::c_int)
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Has every signal do again what it usually does: what a host ignores is inherited, and a helper that
/// ignores the end of children would never hear of it.
pub(super) fn default_signals() {
    for signal in 1..=libc::SIGRTMAX() {
        // SAFETY: No function is installed. What cannot be changed is refused, and stays.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Whether what is mounted below is meant as well.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    One,
    All,
}

/// Sets attributes of a mount (`MOUNT_ATTR_…`), and keeps mounts elsewhere from spreading into it.
pub(super) fn set_mount_attributes(
    mount: impl AsFd,
    attributes: rustix::mount::MountAttrFlags,
    depth: Depth,
) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: u64::from(attributes.bits()),
        attr_clr: 0,
        propagation: libc::MS_PRIVATE,
        userns_fd: 0,
    };
    mount_setattr(mount, &attributes, depth)
}

/// Has the owners of files in a mount seen as a user namespace maps them.
pub(super) fn map_owners(mount: impl AsFd, users: impl AsFd) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_IDMAP,
        attr_clr: 0,
        propagation: 0,
        userns_fd: u64::try_from(users.as_fd().as_raw_fd()).map_err(io::Error::other)?,
    };
    mount_setattr(mount, &attributes, Depth::All)
}

fn mount_setattr(mount: impl AsFd, attributes: &libc::mount_attr, depth: Depth) -> io::Result<()> {
    let recursive = if depth == Depth::All { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: The path is a literal with its NUL, the structure lives through the call, and its size is
    // the one that is given; the kernel writes to neither.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_fd().as_raw_fd(),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH | recursive,
            &raw const *attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Has a command do this between fork and exec.
///
/// The function must make system calls and nothing else: no allocation, no lock, no panic.
pub(super) fn before_exec<F>(command: &mut Command, prepare: F)
where
    F: FnMut() -> io::Result<()> + Send + Sync + 'static,
{
    // SAFETY: The one caller hands over `limits::apply_to_self` and what is in this file, which make
    // system calls on values they own.
    unsafe { command.pre_exec(prepare) };
}
