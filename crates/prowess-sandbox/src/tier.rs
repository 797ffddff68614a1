//! How strong the walls are.

use std::fmt;

/// How strong the walls around a command are, weakest first. What each holds is in the documentation of
/// the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Limits on resources, a clean environment, no gain from setuid programs; nothing is kept from the
    /// command that its user may read or write.
    Rlimits,
    /// Files by Landlock, system calls by seccomp.
    LandlockSeccomp,
    /// As well, a tree of files, processes and a network of its own.
    Namespaces,
}

impl Tier {
    /// All of them, the weakest first.
    pub const ALL: [Self; 3] = [Self::Rlimits, Self::LandlockSeccomp, Self::Namespaces];
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rlimits => "rlimits",
            Self::LandlockSeccomp => "landlock+seccomp",
            Self::Namespaces => "namespaces+landlock+seccomp",
        })
    }
}
