//! The rows of a table in which processes are compared with the floor.

use std::fs;
use std::path::{Path, PathBuf};

use super::process::{Program, Taken};

/// What the columns are.
pub(super) fn print_head() {
    println!(
        "{:<32}{:>10}{:>10}{:>10}{:>8}{:>8}{:>8}",
        "", "CPU ms", "wall ms", "MB", "× CPU", "× wall", "× MB"
    );
}

/// This program, reading the files in the order in which a listing finds them. The list of their
/// paths stands beside the tree.
pub(super) fn floor(root: &Path, paths: &[PathBuf]) -> Result<Program, String> {
    let problem = |error: std::io::Error| format!("the floor: {error}");
    let mut lines: Vec<String> = paths.iter().map(|path| format!("{}\n", path.display())).collect();
    lines.sort_unstable();
    let input = root.with_extension("txt");
    fs::write(&input, lines.concat()).map_err(problem)?;
    let path = std::env::current_exe().map_err(problem)?;
    Ok(Program { path, arguments: words(&["bench-inner", "floor"]), input: Some(input) })
}

/// One process, and how it compares.
pub(super) fn print_row(name: &str, taken: Taken, floor: Taken) {
    let figures = |taken: Taken| {
        [taken.cpu.as_secs_f64() * 1e3, taken.wall.as_secs_f64() * 1e3, taken.memory as f64 / 1e6]
    };
    let (own, base) = (figures(taken), figures(floor));
    print!("{name:<32}");
    own.iter().for_each(|figure| print!("{figure:>10.1}"));
    own.iter().zip(base).for_each(|(own, base)| print!("{:>8.2}", own / base));
    println!();
}

/// Words as arguments.
pub(super) fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
