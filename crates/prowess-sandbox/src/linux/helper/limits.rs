//! Limits on resources, which the kernel keeps.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::super::request::Resources;

/// Applies the limits to this process and all that come from it. Makes system calls and nothing else.
pub(in super::super) fn apply_to_self(limits: &Resources, others: u64) -> io::Result<()> {
    let table = [
        (Resource::Cpu, limits.cpu_seconds),
        (Resource::As, limits.memory),
        (Resource::Nproc, limits.processes.saturating_add(others)),
        (Resource::Fsize, limits.file_size),
        (Resource::Nofile, limits.open_files),
        (Resource::Core, 0),
    ];
    for (resource, limit) in table {
        let highest = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let limit = limit.min(highest);
        // A second more, so that the signal that can be handled comes before the one that cannot.
        let maximum =
            if resource == Resource::Cpu { limit.saturating_add(1).min(highest) } else { limit };
        setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(maximum) })?;
    }
    Ok(())
}
