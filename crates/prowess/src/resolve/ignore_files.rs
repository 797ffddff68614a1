//! Skills that an ignore file names: those between a root and a skill count, those above the root do not.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use super::{Rejection, Status};
use crate::catalog::CatalogEntry;
use crate::read::read_bounded;

/// The files that are read, in this order; of all lines that fit, the last one counts.
const FILES: [&str; 3] = [".gitignore", ".ignore", ".fdignore"];

/// Bytes of one file, beyond which it is not read.
const FILE_BYTES: usize = 256 * 1024;

/// Segments of a pattern that are looked at; paths are no deeper.
const SEGMENTS: usize = 64;

/// Rejects what an ignore file below its root names, or a directory above it.
pub(super) fn ignore_files(entries: &mut [CatalogEntry]) {
    let mut known: HashMap<PathBuf, Vec<Line>> = HashMap::new();
    for entry in entries {
        if entry.status != Status::Active {
            continue;
        }
        let Ok(below) = entry.candidate.file.strip_prefix(&entry.root.path) else { continue };
        let parts: Vec<String> = below
            .components()
            .filter_map(|part| match part {
                Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
                _ => None,
            })
            .collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        if let Some(file) = ignored_by(&entry.root.path, &parts, &mut known) {
            let message = format!("`{}` names it", file.display());
            entry.status = Status::Rejected(Rejection::new("ignore-files", message));
        }
    }
}

/// The file that ignores `root/parts`, or a directory on the way there.
fn ignored_by(
    root: &Path,
    parts: &[&str],
    known: &mut HashMap<PathBuf, Vec<Line>>,
) -> Option<PathBuf> {
    for end in 1..=parts.len() {
        let mut last = None;
        let mut directory = root.to_owned();
        for start in 0..end {
            let lines = known.entry(directory.clone()).or_insert_with(|| lines_of(&directory));
            let fits = |line: &&Line| line.fits(&parts[start..end], end < parts.len());
            last = lines
                .iter()
                .rev()
                .find(fits)
                .map(|line| (line.clone(), directory.clone()))
                .or(last);
            directory.push(parts[start]);
        }
        if let Some((line, directory)) = last.filter(|(line, _)| !line.negated) {
            return Some(directory.join(line.file));
        }
    }
    None
}

fn lines_of(directory: &Path) -> Vec<Line> {
    let read = |file: &'static str| {
        let bytes = read_bounded(&directory.join(file), FILE_BYTES).ok().flatten();
        let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
        text.lines().filter_map(|line| Line::read(line, file)).collect::<Vec<_>>()
    };
    FILES.into_iter().flat_map(read).collect()
}

/// A line of an ignore file.
#[derive(Clone, Debug)]
struct Line {
    segments: Vec<String>,
    /// It takes back what an earlier line said.
    negated: bool,
    /// It is about directories only.
    directories: bool,
    file: &'static str,
}

impl Line {
    fn read(line: &str, file: &'static str) -> Option<Self> {
        let line = line.trim_end();
        let (negated, line) = line.strip_prefix('!').map_or((false, line), |line| (true, line));
        let (directories, line) = line.strip_suffix('/').map_or((false, line), |line| (true, line));
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        // One without an inner slash fits at any depth.
        let anchored = line.contains('/');
        let mut segments: Vec<String> =
            line.trim_start_matches('/').split('/').take(SEGMENTS).map(str::to_owned).collect();
        if !anchored {
            segments.insert(0, "**".to_owned());
        }
        Some(Self { segments, negated, directories, file })
    }

    fn fits(&self, path: &[&str], is_directory: bool) -> bool {
        (is_directory || !self.directories) && fits(&self.segments, path)
    }
}

/// Whether segments fit a whole path: `**` is any number of them.
fn fits(segments: &[String], path: &[&str]) -> bool {
    // What of the pattern so far fits which beginnings of the path; a table, so that no pattern costs
    // more than the product of the lengths.
    let mut reached = vec![false; path.len() + 1];
    reached[0] = true;
    for segment in segments {
        let mut next = vec![false; path.len() + 1];
        for at in 0..=path.len() {
            next[at] = match segment.as_str() {
                "**" => reached[at] || (at > 0 && next[at - 1]),
                // A name has no slash, so that a star stays inside it.
                _ => at > 0 && reached[at - 1] && crate::wildcard::matches(segment, path[at - 1]),
            };
        }
        reached = next;
    }
    reached[path.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_paths() {
        let table = [
            ("old/", "old", true, true),
            ("old/", "old", false, false),
            ("old", "group/old", true, true),
            ("/old", "group/old", true, false),
            ("group/old", "group/old", true, true),
            ("group/*", "group/old", true, true),
            ("*", "group/old", true, true),
            ("a/**/b", "a/x/y/b", true, true),
            ("a/**/b", "a/b", true, true),
            ("a*", "group/abc", true, true),
            ("a*", "group/bca", true, false),
        ];
        for (line, path, is_directory, expected) in table {
            let parts: Vec<&str> = path.split('/').collect();
            let line = Line::read(line, ".gitignore").unwrap();
            assert_eq!(line.fits(&parts, is_directory), expected, "{line:?} {path}");
        }
        for none in ["", "# why", "/", "  "] {
            assert!(Line::read(none, ".gitignore").is_none(), "{none:?}");
        }
    }
}
