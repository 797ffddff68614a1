//! What the checks look at, read once: sources, documents and what cargo says about the packages.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::workspace;

/// A text file of the repository.
#[derive(Debug)]
pub(super) struct File {
    /// From the root of the repository, with `/`.
    pub(super) path: String,
    pub(super) text: String,
}

/// The repository as the checks see it.
#[derive(Debug, Default)]
pub(super) struct Repository {
    /// Every Rust file, in the order of the paths.
    pub(super) sources: Vec<File>,
    /// Every Markdown file that describes the repository.
    pub(super) documents: Vec<File>,
    /// Every path there is below the directories that documents name, and at the top.
    pub(super) paths: Vec<String>,
    /// The answer of `cargo metadata`.
    pub(super) metadata: Value,
}

/// The directories that are walked; `target` and what tools leave behind are not.
const DIRECTORIES: &[&str] = &["crates", "docs", "xtask", ".ci", ".cargo"];

/// The documents at the top.
const PAGES: &[&str] = &["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"];

/// Directories that hold inputs of tests: what is in them follows no rule of ours.
const DATA: &[&str] = &["fixtures", "target"];

impl Repository {
    /// Reads the repository this program was built from.
    pub(super) fn read() -> Result<Self, String> {
        let root = workspace::root();
        let mut paths = Vec::new();
        list(&root, "", &mut paths)?;
        for directory in DIRECTORIES {
            walk(&root, directory, &mut paths)?;
        }
        paths.sort();
        let sources = texts(&root, &paths, |path| path.ends_with(".rs"))?;
        let documents = texts(&root, &paths, |path| {
            PAGES.contains(&path) || path.starts_with("docs/") && path.ends_with(".md")
        })?;
        Ok(Self { sources, documents, paths, metadata: metadata()? })
    }
}

/// Of this platform alone, because packages of others need not have been downloaded; with all
/// features, because a licence binds also who switches one on.
fn metadata() -> Result<Value, String> {
    let version = workspace::output(Command::new("rustc").arg("-vV"))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not name its host")?;
    workspace::metadata(&["--all-features", "--filter-platform", host])
}

fn texts(
    root: &Path,
    paths: &[String],
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<File>, String> {
    let read = |path: &String| {
        let text =
            fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
        Ok(File { path: path.clone(), text })
    };
    paths.iter().filter(|path| wanted(path)).map(read).collect()
}

/// Adds what is below a directory, the directory included; nothing where there is none.
fn walk(root: &Path, directory: &str, paths: &mut Vec<String>) -> Result<(), String> {
    if !root.join(directory).is_dir() {
        return Ok(());
    }
    let mut inside = Vec::new();
    list(root, directory, &mut inside)?;
    paths.extend_from_slice(&inside);
    for path in inside {
        let name = path.rsplit('/').next().unwrap_or_default();
        if root.join(&path).is_dir() && !DATA.contains(&name) {
            walk(root, &path, paths)?;
        }
    }
    Ok(())
}

/// Adds the names in a directory.
fn list(root: &Path, directory: &str, paths: &mut Vec<String>) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{directory}: {error}");
    for entry in fs::read_dir(root.join(directory)).map_err(problem)? {
        let name = entry.map_err(problem)?.file_name().to_string_lossy().into_owned();
        let glue = if directory.is_empty() { "" } else { "/" };
        paths.push(format!("{directory}{glue}{name}"));
    }
    Ok(())
}

impl File {
    /// The text without the tests at its end. Clippy sees to it that nothing stands after them.
    pub(super) fn code(&self) -> &str {
        let marker = "\n#[cfg(test)]\nmod ";
        // A module without a body is a file of its own and says nothing about what follows here.
        let tests = self.text.match_indices(marker).find(|(at, _)| {
            let rest = &self.text[at + marker.len()..];
            rest.lines().next().is_some_and(|line| line.ends_with('{'))
        });
        tests.map_or(&self.text, |(at, _)| &self.text[..=at])
    }

    /// Whether the file is for tests alone.
    pub(super) fn is_test(&self) -> bool {
        self.path.contains("/tests/")
            || self.path.ends_with("/tests.rs")
            || self.path.ends_with("_tests.rs")
    }
}

#[cfg(test)]
impl Repository {
    /// A repository of these sources and nothing else.
    pub(super) fn of_sources(sources: &[(&str, &str)]) -> Self {
        Self { sources: sources.iter().map(File::from).collect(), ..Self::default() }
    }
}

#[cfg(test)]
impl From<&(&str, &str)> for File {
    fn from((path, text): &(&str, &str)) -> Self {
        Self { path: (*path).to_owned(), text: (*text).to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_at_the_end_are_no_code() {
        let table = [
            ("fn a() {}\n\n#[cfg(test)]\nmod tests {\n}\n", "fn a() {}\n\n"),
            ("#[cfg(test)]\nmod a_tests;\nfn b() {}\n", "#[cfg(test)]\nmod a_tests;\nfn b() {}\n"),
            (
                "x\n#[cfg(test)]\nmod a;\n\n#[cfg(test)]\nmod b {\n}\n",
                "x\n#[cfg(test)]\nmod a;\n\n",
            ),
            ("fn a() {}\n", "fn a() {}\n"),
        ];
        for (text, code) in table {
            assert_eq!(File::from(&("a.rs", text)).code(), code);
        }
    }
}
