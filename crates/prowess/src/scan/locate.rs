//! Which skills a path names: itself, or all below it.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use prowess_format::Rules;
use prowess_format::place::Trouble;

use super::{ScanError, archive};
use crate::cancel::Cancel;
use crate::discover::{self, Candidate};
use crate::limits;
use crate::profile::{FlatFiles, Walk};

/// Something that is to be scanned.
#[derive(Debug)]
pub(super) enum Target {
    /// A skill in a directory, or a single file.
    Skill(Candidate),
    /// An archive.
    Archive(PathBuf),
    /// A place that could not be searched: nothing in it may pass for scanned.
    Unsearched(PathBuf, String),
}

impl Target {
    /// Where it is. An archive is where the directory would be that it holds.
    pub(super) fn candidate(&self) -> Candidate {
        let directory = match self {
            Self::Skill(candidate) => return candidate.clone(),
            Self::Archive(path) => path.with_file_name(archive::stem(path).unwrap_or_default()),
            Self::Unsearched(path, _) => path.clone(),
        };
        let file = directory.join("SKILL.md");
        Candidate { file, directory, flat: false, linked: false }
    }

    /// The directory or file.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Skill(candidate) if candidate.flat => &candidate.file,
            Self::Skill(candidate) => &candidate.directory,
            Self::Archive(path) | Self::Unsearched(path, _) => path,
        }
    }
}

/// Everything that paths name, each once, in the order of the paths and below each by name.
pub(super) fn locate(
    paths: &[PathBuf],
    rules: &Rules,
    cancel: &Cancel,
) -> Result<Vec<Target>, ScanError> {
    let mut targets = Vec::new();
    for path in paths {
        targets.extend(locate_one(path, rules, cancel)?);
    }
    let mut seen = HashSet::new();
    targets.retain(|target| match target.path().canonicalize() {
        Ok(real) => seen.insert(real),
        Err(_) => true,
    });
    Ok(targets)
}

fn locate_one(path: &Path, rules: &Rules, cancel: &Cancel) -> Result<Vec<Target>, ScanError> {
    let unreadable = |cause| ScanError::Unreadable { path: path.to_owned(), cause };
    let metadata = path.metadata().map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => ScanError::Missing(path.to_owned()),
        _ => unreadable(error),
    })?;
    if metadata.is_file() {
        return file(path).map(|target| vec![target]);
    }
    if !metadata.is_dir() {
        return Err(ScanError::NotASkill(path.to_owned()));
    }
    let names: Vec<OsString> = std::fs::read_dir(path)
        .map_err(unreadable)?
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    let whole = |file: &str| {
        let (file, directory) = (path.join(file), path.to_owned());
        Target::Skill(Candidate { file, directory, flat: false, linked: false })
    };
    if let Some(name) = discover::skill_file_in(&names, rules) {
        let (file, directory) = (path.join(name), path.to_owned());
        let candidate = Candidate { file, directory, flat: false, linked: false };
        return Ok(vec![Target::Skill(candidate)]);
    }
    let walk = Walk {
        depth: limits::TREE_DEPTH,
        stop_at_skill: true,
        flat: FlatFiles::None,
        hidden: true,
        node_modules: true,
        include_self: true,
        ..Walk::default()
    };
    let found = discover::discover(path, walk, rules, cancel, |candidate, _| candidate);
    if found.found.is_empty() && found.troubles.is_empty() {
        // No skill anywhere: what is here is looked at as one, or nobody would have looked at it.
        return Ok(vec![whole("SKILL.md")]);
    }
    let mut targets: Vec<Target> = found.found.into_iter().map(Target::Skill).collect();
    targets.extend(found.troubles.into_iter().map(|(place, trouble)| {
        let reason = match trouble {
            Trouble::Unreadable(cause) => cause,
            Trouble::Limit(limit) => limit,
            other => format!("{other:?}"),
        };
        Target::Unsearched(place, reason)
    }));
    Ok(targets)
}

/// A file: one that describes the directory it is in, an archive, or a skill that is a single file.
fn file(path: &Path) -> Result<Target, ScanError> {
    let name = path.file_name().unwrap_or_default();
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let file = path.to_owned();
    let markdown = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    match () {
        () if name.eq_ignore_ascii_case("skill.md") || name == "manifest.json" => {
            Ok(Target::Skill(Candidate { file, directory, flat: false, linked: false }))
        }
        () if archive::stem(path).is_some() => Ok(Target::Archive(file)),
        () if markdown => {
            Ok(Target::Skill(Candidate { file, directory, flat: true, linked: false }))
        }
        () => Err(ScanError::NotASkill(file)),
    }
}
