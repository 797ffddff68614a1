//! Single system calls, with arguments that do no harm where they are allowed.

use std::io;

use super::checked;

/// Makes a call; none if the name is unknown.
pub(super) fn call(name: &str) -> Option<io::Result<()>> {
    let null = std::ptr::null::<u8>();
    // SAFETY: Each call is handed numbers, null pointers, or a buffer that lives through it.
    let result = unsafe {
        match name {
            "ptrace" => libc::ptrace(libc::PTRACE_TRACEME, 0, null, null),
            "unshare-user" => libc::unshare(libc::CLONE_NEWUSER).into(),
            "clone-user" => clone(libc::CLONE_NEWUSER),
            "clone3" => libc::syscall(libc::SYS_clone3, null, 0),
            "io-uring" => libc::syscall(libc::SYS_io_uring_setup, 0, null),
            "keyctl" => libc::syscall(libc::SYS_keyctl, 0, -3, 0),
            "add-key" => libc::syscall(libc::SYS_add_key, null, null, null, 0, 0),
            "process-vm" => libc::process_vm_readv(
                std::process::id().cast_signed(),
                std::ptr::null(),
                0,
                std::ptr::null(),
                0,
                0,
            )
            .try_into()
            .unwrap_or(-1),
            "personality" => libc::personality(0xffff_ffff).into(),
            "bpf" => libc::syscall(libc::SYS_bpf, -1, null, 0),
            "perf" => libc::syscall(libc::SYS_perf_event_open, null, 0, 0, -1, 0),
            "userfaultfd" => libc::syscall(libc::SYS_userfaultfd, -1),
            "mount" => libc::mount(
                c"none".as_ptr(),
                c"/nowhere".as_ptr(),
                c"tmpfs".as_ptr(),
                0,
                std::ptr::null(),
            )
            .into(),
            "open-by-handle" => libc::syscall(libc::SYS_open_by_handle_at, -1, null, 0),
            "tiocsti" => libc::ioctl(0, libc::TIOCSTI, c"x".as_ptr()).into(),
            // With the upper half set, which the kernel does not look at.
            "tiocsti-high" => {
                libc::syscall(libc::SYS_ioctl, 0, libc::TIOCSTI | 1 << 32, c"x".as_ptr())
            }
            "tioclinux" => libc::ioctl(0, libc::TIOCLINUX, c"x".as_ptr()).into(),
            // The second numbering of system calls.
            "x32" => libc::syscall(0x4000_0000 | libc::SYS_getpid),
            _ => return None,
        }
    };
    Some(checked(result).map_err(|error| {
        // The number is what tells a filter from an argument that makes no sense.
        io::Error::other(format!("errno {}", error.raw_os_error().unwrap_or(0)))
    }))
}

/// A child in a new namespace.
///
/// # Safety
///
/// This program has one thread.
unsafe fn clone(flag: libc::c_int) -> i64 {
    let flags = i64::from(flag | libc::SIGCHLD);
    // SAFETY: Without a new stack this is a fork.
    let child = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    if child == 0 {
        super::exit(0);
    }
    if child > 0 {
        // SAFETY: The status is not asked for.
        unsafe { libc::waitpid(-1, std::ptr::null_mut(), 0) };
    }
    child
}
