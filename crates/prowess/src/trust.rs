//! Which projects the user trusts. A project's skills are listed and read like any others; nothing
//! that they bring may run until the project is trusted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::limits;
use crate::roots::Scope;
pub use crate::state::StateError;
use crate::state::{self, Use};

/// The file that remembers it.
const FILE: &str = "trust.json";

/// The directories that are trusted, as they really are, without links.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Trust {
    directories: BTreeSet<PathBuf>,
}

/// Whether what a skill brings may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is the user's own, or of a project that is trusted.
    Trusted,
    /// It is of a project that is not.
    Untrusted {
        /// The directory that would have to be trusted.
        project: PathBuf,
    },
}

/// Why a directory could not be trusted.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// There is no such directory.
    #[error("cannot trust `{}`: {cause}", path.display())]
    NoDirectory {
        /// What was named.
        path: PathBuf,
        /// Why not.
        cause: std::io::Error,
    },
    /// Whoever trusts that trusts whatever will ever be there.
    #[error("`{}` is no project: everything is below it", .0.display())]
    TooWide(PathBuf),
    /// Its path cannot be written down.
    #[error("`{}` cannot be remembered: its path is not UTF-8", .0.display())]
    NotUtf8(PathBuf),
    /// It could not be remembered.
    #[error(transparent)]
    State(#[from] StateError),
}

impl Trust {
    /// The file that remembers it on a machine.
    pub fn file(host: &Host) -> PathBuf {
        host.state().join(FILE)
    }

    /// What the user trusts on a machine.
    pub fn load(host: &Host) -> Result<Self, StateError> {
        state::read(&host.state(), FILE)
    }

    /// The directories that are trusted, sorted.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        self.directories.iter().map(PathBuf::as_path)
    }

    /// Trusts a directory from now on; the directory as it really is, and whether that is new.
    pub fn add(host: &Host, directory: &Path) -> Result<(PathBuf, bool), TrustError> {
        let failed = |cause| TrustError::NoDirectory { path: directory.to_owned(), cause };
        let real = directory.canonicalize().map_err(failed)?;
        if !real.is_dir() {
            return Err(failed(std::io::Error::other("it is not a directory")));
        }
        let home = host.home.canonicalize();
        if real.parent().is_none() || home.is_ok_and(|home| home.starts_with(&real)) {
            return Err(TrustError::TooWide(real));
        }
        if real.to_str().is_none() {
            return Err(TrustError::NotUtf8(real));
        }
        let new = state::update(&host.state(), FILE, Use::Kept, |trust: &mut Self| {
            trust.directories.insert(real.clone())
        })?;
        Ok((real, new))
    }

    /// Trusts a directory no more, also where it is gone; whether it was trusted.
    pub fn remove(host: &Host, directory: &Path) -> Result<(PathBuf, bool), TrustError> {
        let real = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
        let removed = state::update(&host.state(), FILE, Use::Kept, |trust: &mut Self| {
            trust.directories.remove(&real)
        })?;
        Ok((real, removed))
    }

    /// How many of the directories right below one are repositories that are not trusted themselves:
    /// trust in the directory ends at each of them.
    pub fn uncovered_in(&self, directory: &Path) -> usize {
        let Ok(entries) = directory.read_dir() else { return 0 };
        let below = entries.take(limits::TREE_ENTRIES).flatten().map(|entry| entry.path());
        let uncovered = |path: &PathBuf| is_repository(path) && !self.directories.contains(path);
        below.filter(uncovered).count()
    }

    /// Whether a directory is in a repository. Where it is not, trust in it does not reach a directory
    /// below it that the user works in: that is a project of its own.
    pub fn is_in_repository(host: &Host, directory: &Path) -> bool {
        project_of(directory, host.home.canonicalize().ok().as_deref()).is_some()
    }

    /// How it stands with what lies in a directory that was found in a place of that kind. `found` is
    /// the path that led there: a user's link into a project makes nothing of the project the user's.
    pub(crate) fn standing(&self, host: &Host, scope: Scope, found: &Path) -> Standing {
        let Ok(real) = found.canonicalize() else {
            // Nothing can be run from what is not there; fail on the safe side all the same.
            return Standing::Untrusted { project: found.to_owned() };
        };
        let own = match scope {
            Scope::Project | Scope::Extra => false,
            Scope::Enterprise | Scope::Bundled | Scope::User | Scope::Plugin | Scope::Managed => {
                is_where_it_seems(host, found, &real)
            }
        };
        if own {
            return Standing::Trusted;
        }
        let home = host.home.canonicalize().ok();
        let project = match project_of(&real, home.as_deref()) {
            Some(project) => project,
            // No repository: the project is where the user is at work.
            None => match worked_in(host, &real) {
                Some(project) => project,
                // The home directory is no project, and what lies in its own hidden directories is as much
                // the user's where it is found from above as where it is found by itself.
                None if in_hidden_directory(&real, home.as_deref())
                    && is_where_it_seems(host, found, &real) =>
                {
                    return Standing::Trusted;
                }
                None if scope == Scope::Project => real.clone(),
                None => return Standing::Trusted,
            },
        };
        let inside = real.ancestors().take_while(|directory| directory.starts_with(&project));
        match inside.into_iter().any(|directory| self.directories.contains(directory)) {
            true => Standing::Trusted,
            false => Standing::Untrusted { project },
        }
    }
}

/// Whether a path leads where it says: no link below the home directory, or below the root.
fn is_where_it_seems(host: &Host, found: &Path, real: &Path) -> bool {
    match (found.strip_prefix(&host.home), host.home.canonicalize()) {
        (Ok(inside), Ok(home)) => home.join(inside) == *real,
        _ => found == real,
    }
}

/// Whether a path lies in a hidden directory right below the home directory.
fn in_hidden_directory(real: &Path, home: Option<&Path>) -> bool {
    use std::os::unix::ffi::OsStrExt as _;
    let inside = home.and_then(|home| real.strip_prefix(home).ok());
    let first = inside.and_then(|inside| inside.components().next());
    first.is_some_and(|first| first.as_os_str().as_bytes().starts_with(b"."))
}

fn is_repository(directory: &Path) -> bool {
    directory.join(".git").exists()
}

/// The repository a directory is in. The home directory is none, even where it is kept in one: then
/// everything in it would be a project's.
fn project_of(real: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let below_home = real.ancestors().take_while(|directory| Some(*directory) != home);
    below_home.into_iter().find(|directory| is_repository(directory)).map(Path::to_owned)
}

/// The directory the user is at work in, where that is no repository and something lies in it.
fn worked_in(host: &Host, real: &Path) -> Option<PathBuf> {
    let home = host.home.canonicalize().ok();
    let cwd = host.cwd.canonicalize().ok().filter(|cwd| Some(cwd) != home.as_ref())?;
    real.starts_with(&cwd).then_some(cwd)
}
