//! What every command may reach: programs, libraries, settings, harmless devices.

use std::path::{Path, PathBuf};

/// Read and executed, where they are there.
pub(super) const DIRECTORIES: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
];

/// Devices that are read and written.
pub(super) const DEVICES: &[&str] =
    &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What programs ask of a `/proc` that shows all processes and is not theirs: nothing of a process.
pub(super) const PROC_FILES: &[&str] = &[
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/uptime",
    "/proc/version",
];

/// The file that says whom to ask for names, where it lies outside of the directories above.
pub(super) fn resolver() -> Option<PathBuf> {
    let real = Path::new("/etc/resolv.conf").canonicalize().ok()?;
    (!DIRECTORIES.iter().any(|directory| real.starts_with(directory))).then_some(real)
}
