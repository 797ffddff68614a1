//! The official conformance suite, for the newest revision and for the one before it.
//!
//! Many scenarios need tools, prompts and resources that are the suite's own. Those are in a file of expected
//! failures, each with its reason; one that passes all the same fails the run.

use std::path::Path;
use std::process::Command;

use super::install::{Tools, pinned};
use super::server::Served;
use crate::workspace;

/// The package of a suite, its options, and the file of what is expected to fail.
const SUITES: [(&str, &[&str], &str); 2] = [
    (
        "conformance-2025-11-25",
        &["--spec-version", "2025-11-25"],
        "expected-failures-2025-11-25.yml",
    ),
    (
        "@modelcontextprotocol/conformance",
        &["--suite", "all", "--spec-version", "2026-07-28"],
        "expected-failures-2026-07-28.yml",
    ),
];

/// Scenarios of the Skills extension, which are in no suite; all of them pass.
const SKILLS: [&str; 3] =
    ["sep-2640-skills-enumeration", "sep-2640-skills-manifest", "sep-2640-skills-directory"];

fn run_suite(tools: &Tools, package: &str, url: &str, options: &[&str]) -> Result<(), String> {
    let script = tools.packages.join("node_modules").join(package).join("dist/index.js");
    let mut command = Command::new(&tools.node);
    command.arg(script).args(["server", "--url", url]).args(options);
    workspace::run(command.current_dir(&tools.packages))
}

fn run_all(tools: &Tools, url: &str) -> Result<(), String> {
    for (package, options, expected) in SUITES {
        let file = pinned().join(expected).display().to_string();
        let options = [options, &["--expected-failures", &file]].concat();
        run_suite(tools, package, url, &options)?;
    }
    for scenario in SKILLS {
        run_suite(tools, "@modelcontextprotocol/conformance", url, &["--scenario", scenario])?;
    }
    Ok(())
}

pub(super) fn run(tools: &Tools, program: &Path) -> Result<(), String> {
    let served = Served::start(program)?;
    run_all(tools, &served.url)
}
