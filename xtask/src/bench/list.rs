//! `bench list`: the real command over whole trees, against opening and reading their files.

use std::fs;
use std::path::{Path, PathBuf};

use prowess_testkit::Corpus;

use super::SEED;
use super::directory::Directory;
use super::process::Program;
use super::table::{floor, print_head, print_row, words};
use crate::workspace;

const AIMS: &str = "\
aims: at 10,000 skills CPU ≤ 2 × the floor, wall ≤ 1 ×, memory < 40 MB; 100,000 skills < 1 s wall;
      --version ≤ 5 ms";

/// Runs the benchmark once for each count and prints its tables.
pub(super) fn run(counts: &[usize]) -> Result<(), String> {
    let prowess = workspace::target_directory()?.join("release/prowess");
    println!("each row a process of its own, files in the cache, best of 5 runs\n{AIMS}\n");
    let version = Program { path: prowess.clone(), arguments: words(&["--version"]), input: None };
    let start = version.measure_start()?.as_secs_f64() * 1e3;
    println!("--version: {start:.2} ms, best of 20");
    for &count in counts {
        let directory = Directory::new()?;
        let problem = |error: std::io::Error| format!("{}: {error}", directory.path().display());
        let root = directory.path().join("skills");
        let paths = Corpus::new(SEED).write_tree(&root, count).map_err(problem)?;
        measure("<root>/<group>/<name>/SKILL.md", &root, &paths, &prowess)?;
        let paths = flatten(&root, &paths).map_err(problem)?;
        measure("<root>/<name>/SKILL.md", &root, &paths, &prowess)?;
    }
    Ok(())
}

/// Moves all skills into the root itself, where agents keep theirs.
fn flatten(root: &Path, paths: &[PathBuf]) -> std::io::Result<Vec<PathBuf>> {
    let mut moved = Vec::with_capacity(paths.len());
    for skill in paths.iter().filter_map(|path| path.parent()) {
        let home = root.join(skill.file_name().unwrap_or_default());
        fs::rename(skill, &home)?;
        moved.push(home.join("SKILL.md"));
    }
    for group in paths.iter().filter_map(|path| path.parent()?.parent()) {
        // All skills of a group name the same one; it goes once.
        let _ = fs::remove_dir(group);
    }
    Ok(moved)
}

fn measure(shape: &str, root: &Path, paths: &[PathBuf], prowess: &Path) -> Result<(), String> {
    let floor = floor(root, paths)?;
    let list = |options: &[&str]| {
        let mut arguments = words(&["list"]);
        arguments.extend(words(options));
        arguments.push(root.to_string_lossy().into_owned());
        Program { path: prowess.to_owned(), arguments, input: None }
    };
    println!("\n{} skills in {shape}", paths.len());
    print_head();
    let rows = [
        ("read the files (the floor)", floor),
        ("list --json", list(&["--json"])),
        ("list", list(&[])),
    ];
    let mut first = None;
    for (name, program) in rows {
        let taken = program.measure()?;
        print_row(name, taken, *first.get_or_insert(taken));
    }
    Ok(())
}
