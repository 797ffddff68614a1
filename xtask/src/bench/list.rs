//! `bench list`: the real command over whole trees, against opening and reading their files.

use std::fs;
use std::path::{Path, PathBuf};

use prowess_testkit::Corpus;

use super::SEED;
use super::directory::Directory;
use super::process::{Program, Taken};
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
    println!(
        "{:<32}{:>10}{:>10}{:>10}{:>8}{:>8}{:>8}",
        "", "CPU ms", "wall ms", "MB", "× CPU", "× wall", "× MB"
    );
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

/// This program, reading the files in the order in which a listing finds them. The list of their
/// paths stands beside the tree.
fn floor(root: &Path, paths: &[PathBuf]) -> Result<Program, String> {
    let problem = |error: std::io::Error| format!("the floor: {error}");
    let mut lines: Vec<String> = paths.iter().map(|path| format!("{}\n", path.display())).collect();
    lines.sort_unstable();
    let input = root.with_extension("txt");
    fs::write(&input, lines.concat()).map_err(problem)?;
    let path = std::env::current_exe().map_err(problem)?;
    Ok(Program { path, arguments: words(&["bench-inner", "floor"]), input: Some(input) })
}

fn print_row(name: &str, taken: Taken, floor: Taken) {
    let figures = |taken: Taken| {
        [taken.cpu.as_secs_f64() * 1e3, taken.wall.as_secs_f64() * 1e3, taken.memory as f64 / 1e6]
    };
    let (own, base) = (figures(taken), figures(floor));
    print!("{name:<32}");
    own.iter().for_each(|figure| print!("{figure:>10.1}"));
    own.iter().zip(base).for_each(|(own, base)| print!("{:>8.2}", own / base));
    println!();
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
