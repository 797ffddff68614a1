//! `bench scan`: the real command over whole trees, against opening and reading their files.

use prowess_testkit::Corpus;

use super::SEED;
use super::directory::Directory;
use super::process::Program;
use super::table::{floor, print_head, print_row, words};
use crate::workspace;

const AIMS: &str =
    "aims: CPU ≤ 1 ms an ordinary skill, ≤ 20 ms for one with start-up, memory < 60 MB";

/// Runs the benchmark once for each count and prints its tables.
pub(super) fn run(counts: &[usize]) -> Result<(), String> {
    let prowess = workspace::target_directory()?.join("release/prowess");
    println!("each row a process of its own, files in the cache, best of 5 runs\n{AIMS}");
    for &count in counts {
        let directory = Directory::new()?;
        let problem = |error: std::io::Error| format!("{}: {error}", directory.path().display());
        let root = directory.path().join("skills");
        let home = directory.path().join("home");
        let paths = Corpus::new(SEED).write_tree(&root, count).map_err(problem)?;
        let bytes: u64 =
            paths.iter().filter_map(|path| path.metadata().ok()).map(|file| file.len()).sum();
        let scan = |what: &std::path::Path| {
            let mut arguments = words(&["--home"]);
            arguments.push(home.to_string_lossy().into_owned());
            arguments.extend(words(&["scan", "--format", "jsonl"]));
            arguments.push(what.to_string_lossy().into_owned());
            Program { path: prowess.clone(), arguments, input: None }
        };
        println!("\n{count} skills, {:.1} MB", bytes as f64 / 1e6);
        print_head();
        let base = floor(&root, &paths)?.measure()?;
        print_row("read the files (the floor)", base, base);
        let all = scan(&root).measure()?;
        print_row("scan", all, base);
        let one = paths.first().and_then(|path| path.parent()).ok_or("there is no skill")?;
        let single = scan(one).measure()?;
        let each = all.cpu.as_secs_f64() * 1e3 / count as f64;
        let speed = bytes as f64 / 1e6 / all.wall.as_secs_f64();
        println!(
            "{each:.2} ms CPU a skill, {speed:.1} MB/s; one skill: {:.1} ms CPU",
            single.cpu.as_secs_f64() * 1e3
        );
    }
    Ok(())
}
