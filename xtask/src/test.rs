//! `cargo xtask test`: installs what the tests need and runs everything, phase by phase.

use crate::phase::{self, Choice, Phase};
use crate::workspace::{cargo, root, run as run_command};
use crate::{Failure, mcp, skills_ref};

const PHASES: &[Phase] = &[
    Phase { name: "install", needs: &[], run: skills_ref::install },
    Phase { name: "fmt", needs: &[], run: fmt },
    Phase { name: "clippy", needs: &[], run: clippy },
    Phase { name: "build", needs: &[], run: build },
    Phase { name: "tests", needs: &["install", "build"], run: tests },
    Phase { name: "mcp", needs: &["build"], run: mcp::prove },
    Phase { name: "docs", needs: &["build"], run: docs },
];

/// The names of the phases in the order they run.
pub(crate) fn phase_names() -> Vec<&'static str> {
    PHASES.iter().map(|phase| phase.name).collect()
}

/// Runs the command.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let choice = parse(arguments)?;
    let result = phase::run(PHASES, &choice);
    // Said last, where it is seen: a run without these data proves less than one with them.
    if !shared_data_is_there() {
        println!(
            "\nATTENTION: ../shared is not there: the tests on its data (real skills) are left out"
        );
    }
    result?;
    println!("\nxtask: all phases passed");
    Ok(())
}

fn parse(arguments: &[String]) -> Result<Choice, Failure> {
    let mut choice = Choice::default();
    let mut words = arguments.iter();
    while let Some(option) = words.next() {
        let list = match option.as_str() {
            "--only" => &mut choice.only,
            "--skip" => &mut choice.skip,
            other => return Err(Failure::Usage(format!("`test` has no option `{other}`"))),
        };
        let name =
            words.next().ok_or_else(|| Failure::Usage(format!("`{option}` needs a phase")))?;
        if !phase_names().contains(&name.as_str()) {
            return Err(Failure::Usage(format!("there is no phase `{name}`")));
        }
        list.push(name.clone());
    }
    Ok(choice)
}

fn shared_data_is_there() -> bool {
    root().parent().is_some_and(|parent| parent.join("shared").is_dir())
}

fn fmt() -> Result<(), String> {
    run_command(cargo().args(["fmt", "--all", "--", "--check"]))
}

fn clippy() -> Result<(), String> {
    // The benchmarks are behind a feature; nothing else of the tests compiles them.
    let options = ["--workspace", "--all-targets", "--features", "xtask/bench"];
    run_command(cargo().arg("clippy").args(options).args(["--", "-D", "warnings"]))
}

fn build() -> Result<(), String> {
    run_command(cargo().args(["test", "--workspace", "--no-run"]))
}

fn tests() -> Result<(), String> {
    let python = skills_ref::python()?;
    let mut command = cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    if python.exists() {
        command.env("PROWESS_SKILLS_REF_PYTHON", &python);
    } else {
        println!("ATTENTION: skills-ref is not installed (phase `install`): no differential test");
    }
    run_command(&mut command)
}

fn docs() -> Result<(), String> {
    run_command(cargo().args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-Dwarnings"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Option<Choice> {
        let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
        parse(&arguments).ok()
    }

    #[test]
    fn phases_are_chosen_by_name() {
        let both = Choice { only: vec!["fmt".into(), "tests".into()], skip: vec!["docs".into()] };
        let words = ["--only", "fmt", "--skip", "docs", "--only", "tests"];
        assert_eq!(parsed(&words), Some(both));
        assert_eq!(parsed(&[]), Some(Choice::default()));
        for wrong in [&["--only"][..], &["--only", "nothing"], &["fmt"]] {
            assert_eq!(parsed(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn needs_name_phases_that_run_before() {
        for (at, phase) in PHASES.iter().enumerate() {
            let before = &phase_names()[..at];
            assert!(phase.needs.iter().all(|name| before.contains(name)), "{}", phase.name);
        }
    }
}
