//! The agents themselves: from npm, pinned with hashes, each in a directory of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::workspace::{root, run, target_directory};

/// Only installing is tried again: a registry that does not answer says nothing about an agent.
const ATTEMPTS: usize = 3;

/// An agent that is installed.
pub(super) struct Tool {
    /// The directory with `node_modules`.
    directory: PathBuf,
    /// The interpreter the developer has.
    node: PathBuf,
    /// The version of its main package.
    pub(super) version: String,
}

impl Tool {
    /// A file of an installed package.
    pub(super) fn file(&self, path: &str) -> PathBuf {
        self.directory.join("node_modules").join(path)
    }

    /// A program in a package that is named for this system.
    pub(super) fn native(&self, package: &str, path: &str) -> PathBuf {
        self.file(&format!("{package}-{}-{}", system(), architecture())).join(path)
    }

    /// A driver of ours.
    pub(super) fn driver(&self, name: &str) -> PathBuf {
        root().join("xtask/oracles").join(name)
    }

    /// The interpreter.
    pub(super) fn node(&self) -> &Path {
        &self.node
    }

    /// Where the interpreter is.
    pub(super) fn node_directory(&self) -> PathBuf {
        self.node.parent().map_or_else(PathBuf::new, Path::to_owned)
    }
}

fn system() -> &'static str {
    if cfg!(target_os = "macos") { "darwin" } else { "linux" }
}

fn architecture() -> &'static str {
    if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" }
}

/// Installs what `xtask/oracles/<agent>/package-lock.json` pins, unless it is there. No script of a
/// package is run.
pub(super) fn install(agent: &str, package: &str) -> Result<Tool, String> {
    let from = root().join("xtask/oracles").join(agent);
    let directory = target_directory()?.join("tools/oracles").join(agent);
    let lock = read(&from.join("package-lock.json"))?;
    let stamp = directory.join("installed-lock.json");
    if !fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        fs::create_dir_all(&directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
        for name in ["package.json", "package-lock.json"] {
            write(&directory.join(name), &read(&from.join(name))?)?;
        }
        fill(&directory)?;
        write(&stamp, &lock)?;
    }
    let manifest = read(&directory.join("node_modules").join(package).join("package.json"))?;
    let manifest: Value = serde_json::from_str(&manifest).map_err(|error| error.to_string())?;
    let version = manifest["version"].as_str().ok_or("its package has no version")?.to_owned();
    let node = find_program("node").ok_or("there is no `node` in the path")?;
    Ok(Tool { directory, node, version })
}

fn fill(directory: &Path) -> Result<(), String> {
    // Not `ci`, which wants packages of every system in the lock file: a registry may lack some.
    let options =
        ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    let install = || run(Command::new("npm").args(options).current_dir(directory));
    let mut result = install();
    for number in 2..=ATTEMPTS {
        let Err(problem) = &result else { break };
        println!("{problem}; attempt {number} of {ATTEMPTS}");
        result = install();
    }
    result
}

fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).map(|directory| directory.join(name));
    // What is found may be a link into a directory with more than this program.
    found.into_iter().find(|file| file.is_file())?.canonicalize().ok()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
