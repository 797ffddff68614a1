//! The reference validator of the open standard, in a Python environment of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace::{output, root, run, target_directory};

/// Only installing is tried again: an index that does not answer says nothing about this project.
const ATTEMPTS: usize = 3;

/// Prints nothing where the validator can be used.
const PROBE: &str = "import skills_ref";

/// Where the environment's interpreter is, installed or not.
pub(crate) fn python() -> Result<PathBuf, String> {
    Ok(environment()?.join("bin/python"))
}

fn environment() -> Result<PathBuf, String> {
    Ok(target_directory()?.join("tools/skills-ref"))
}

/// Makes the environment, unless it is there and made from the same requirements.
pub(crate) fn install() -> Result<(), String> {
    let environment = environment()?;
    let requirements = root().join("xtask/requirements-skills-ref.txt");
    let wanted = read(&requirements)?;
    let stamp = environment.join("installed-requirements.txt");
    let python = python()?;
    let fresh = fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted);
    if fresh && output(Command::new(&python).args(["-c", PROBE])).is_ok() {
        println!("skills-ref is there");
        return Ok(());
    }
    create(&environment)?;
    fill(&python, &requirements)?;
    output(Command::new(&python).args(["-c", PROBE]))?;
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// An empty environment. Debian keeps the module for that in a package of its own.
fn create(environment: &Path) -> Result<(), String> {
    let make = || run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(environment));
    let Err(problem) = make() else { return Ok(()) };
    let hint = "install it with `apt-get install -y python3-venv` (Python 3.11 or later)";
    if !is_root() {
        return Err(format!("{problem}; {hint}"));
    }
    println!("no Python environment could be made; trying to install the package for it");
    retry(|| {
        run(Command::new("apt-get").arg("update"))?;
        let mut install = Command::new("apt-get");
        install.args(["install", "-y", "python3-venv"]).env("DEBIAN_FRONTEND", "noninteractive");
        run(&mut install)
    })
    .and_then(|()| make())
    .map_err(|problem| format!("{problem}; {hint}"))
}

fn fill(python: &Path, requirements: &Path) -> Result<(), String> {
    retry(|| {
        let options = ["-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps"];
        run(Command::new(python).args(options).arg("-r").arg(requirements))
    })
}

pub(crate) fn retry(attempt: impl Fn() -> Result<(), String>) -> Result<(), String> {
    let mut result = attempt();
    for number in 2..=ATTEMPTS {
        let Err(problem) = &result else { break };
        println!("{problem}; attempt {number} of {ATTEMPTS}");
        result = attempt();
    }
    result
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn an_attempt_is_repeated_until_it_succeeds_or_three_failed() {
        for (good_from, attempts, succeeds) in [(1, 1, true), (3, 3, true), (9, 3, false)] {
            let count = Cell::new(0);
            let result = retry(|| {
                count.set(count.get() + 1);
                if count.get() >= good_from { Ok(()) } else { Err("no".to_owned()) }
            });
            assert_eq!((count.get(), result.is_ok()), (attempts, succeeds));
        }
    }

    #[test]
    fn every_requirement_is_pinned_with_a_hash() {
        let text = read(&root().join("xtask/requirements-skills-ref.txt")).unwrap();
        let text = text.replace("\\\n", " ");
        let lines: Vec<_> =
            text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert!(lines.len() >= 3);
        for line in lines {
            assert!(line.contains("==") && line.contains("--hash=sha256:"), "{line}");
        }
    }
}
