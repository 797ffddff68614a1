//! A place that a file of the project names: what a search of it may cost.
//!
//! Such a file comes with a clone, and the agent reads what it names, so it is listed. But whoever
//! wrote it must not make us search a whole disk: what everything is below is not searched at all, and
//! what lies outside the project only a little, until the user trusts the project.

use std::path::{Path, PathBuf};

use super::{RootRule, Scope, named_in};
use crate::discover::Reach;
use crate::host::Host;
use crate::settings::{Origin, Settings};
use crate::trust::{Standing, Trust};

/// How a place may be searched.
pub(super) enum Search {
    /// As any other.
    Free,
    /// A little.
    Within(Reach),
    /// Not at all.
    Refused,
}

/// The project's file that makes a rule lead to a place, where one does.
pub(super) fn naming_file<'a>(
    rule: &RootRule,
    place: &Path,
    host: &Host,
    settings: &'a Settings,
) -> Option<&'a Path> {
    match named_in(rule, place, host, settings)? {
        Origin::Project(path) | Origin::Agent { path, project: true } => Some(path),
        _ => None,
    }
}

/// How a place may be searched that a file of the project names. Paths are compared as they really
/// are: a link, or `..`, leads out of a project as well as a path does.
pub(super) fn search(file: &Path, place: &Path, host: &Host, trust: &Trust) -> Search {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (place, home, cwd) = (real(place), real(&host.home), real(&host.cwd));
    if home.starts_with(&place) || cwd.starts_with(&place) {
        return Search::Refused;
    }
    let project = project_of(file, host);
    // What lies in the home directory itself is the user's own.
    if place.starts_with(real(&project)) || real(&project) == home {
        return Search::Free;
    }
    match trust.standing(host, Scope::Project, &project) {
        Standing::Trusted => Search::Free,
        Standing::Untrusted { .. } => Search::Within(Reach::NARROW),
    }
}

/// The directory a project's file speaks for: the worktree, or where there is none the nearest
/// directory above the working directory that holds the file. A home directory that is kept in a
/// repository makes no project of what is in it.
fn project_of(file: &Path, host: &Host) -> PathBuf {
    let worktree = host.worktree().filter(|worktree| !host.home.starts_with(worktree));
    let worktree = worktree.filter(|worktree| file.starts_with(worktree));
    let holds = |directory: &PathBuf| file.starts_with(directory);
    let nearest = || host.ancestors().into_iter().find(holds);
    worktree.or_else(nearest).unwrap_or_else(|| host.cwd.clone())
}
