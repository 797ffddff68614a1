//! Every path of this repository that a document names is there.
//!
//! Two kinds of names count: back-ticked words that begin with a directory of ours or are one of our
//! top-level files, and the targets of relative links. What is in a code block does not.

use super::repository::{File, Repository};

/// A back-ticked word that begins so is a path of this repository.
const DIRECTORIES: &[&str] = &["crates/", "docs/", "xtask/", ".ci/", ".cargo/"];

/// Files at the top whose names mean nothing else; `SKILL.md` and the like are the subject of this
/// project and stand in its documents everywhere.
const TOP: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "README.md",
    "SECURITY.md",
    "clippy.toml",
    "rustfmt.toml",
];

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let is_there = |path: &String| repository.paths.contains(path);
    let mut problems = Vec::new();
    for document in &repository.documents {
        for (line, path) in named_paths(document) {
            if !is_there(&path) {
                problems.push(format!("{}:{line}: `{path}` is not there", document.path));
            }
        }
    }
    problems
}

/// The paths a document names, from the root of the repository, each with its line.
fn named_paths(document: &File) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_block = false;
    for (index, line) in document.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            let words = line.split('`').skip(1).step_by(2).filter_map(repository_path);
            let links = link_targets(line).filter_map(|to| linked_path(&document.path, to));
            found.extend(words.chain(links).map(|path| (index + 1, path)));
        }
    }
    found
}

/// A back-ticked word as a path, if it is one of ours.
fn repository_path(word: &str) -> Option<String> {
    let ours =
        DIRECTORIES.iter().any(|directory| word.starts_with(directory)) || TOP.contains(&word);
    (ours && !is_pattern(word)).then(|| clean(word).to_owned())
}

/// Whether a word stands for many paths, or is more than a path.
fn is_pattern(word: &str) -> bool {
    word.contains(|c: char| c.is_whitespace() || "<>{}*$…".contains(c))
}

/// Without a fragment, a line number and a slash at the end.
fn clean(path: &str) -> &str {
    let path = path.split(['#', ':']).next().unwrap_or_default();
    path.trim_end_matches('/')
}

fn link_targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

/// The target of a link in a document as a path, if it stays in the repository.
fn linked_path(document: &str, target: &str) -> Option<String> {
    let is_url = target.contains("://") || target.starts_with("mailto:");
    let path = clean(target);
    if is_url || path.is_empty() || path.starts_with('/') || is_pattern(target) {
        return None;
    }
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(path: &str, text: &str) -> Vec<String> {
        let document = File::from(&(path, text));
        named_paths(&document).into_iter().map(|(_, path)| path).collect()
    }

    #[test]
    fn words_that_are_paths_of_ours_are_found() {
        let table = [
            ("see `crates/a/src/lib.rs:12`", &["crates/a/src/lib.rs"][..]),
            ("`docs/x/` and `README.md`", &["docs/x", "README.md"]),
            ("`crates/<name>/src` `crates/*/src` `cargo xtask test` `SKILL.md`", &[]),
            ("crates/a without ticks", &[]),
            ("```\n`crates/a`\n```\n`xtask/src`", &["xtask/src"]),
        ];
        for (text, expected) in table {
            assert_eq!(paths("README.md", text), expected, "{text}");
        }
    }

    #[test]
    fn links_are_resolved_from_their_document() {
        let table = [
            ("README.md", "[a](docs/a.md#top)", &["docs/a.md"][..]),
            ("docs/b/c.md", "[a](../a.md) [d](./d.md)", &["docs/a.md", "docs/b/d.md"]),
            ("docs/c.md", "[w](https://x.example/y) [t](#top) [m](mailto:a@b.example)", &[]),
        ];
        for (document, text, expected) in table {
            assert_eq!(paths(document, text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_missing_is_named_with_its_line() {
        let repository = Repository {
            documents: vec![File::from(&("README.md", "`xtask/src`\n\n`crates/gone`\n"))],
            paths: vec!["xtask/src".to_owned()],
            ..Repository::default()
        };
        assert_eq!(check(&repository), ["README.md:3: `crates/gone` is not there"]);
    }
}
