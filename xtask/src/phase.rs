//! Named phases: run one after the other, timed, and summed up at the end.

use std::time::{Duration, Instant};

/// One part of a long command.
pub(crate) struct Phase {
    /// What it is called on the command line and where it fails.
    pub(crate) name: &'static str,
    /// The phases without which it makes no sense: if one of them failed, it is not run.
    pub(crate) needs: &'static [&'static str],
    /// What it does.
    pub(crate) run: fn() -> Result<(), String>,
}

/// Which phases are wanted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// These alone; all where none is named.
    pub(crate) only: Vec<String>,
    /// Not these.
    pub(crate) skip: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    /// A phase it needs failed.
    NotRun,
}

impl Choice {
    fn wants(&self, name: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|item| item == name);
        (self.only.is_empty() || named(&self.only)) && !named(&self.skip)
    }
}

/// Runs the chosen phases. One that fails does not stop those that do not need it, so that one run
/// tells everything.
pub(crate) fn run(phases: &[Phase], choice: &Choice) -> Result<(), String> {
    let mut done: Vec<(&str, Outcome, Duration)> = Vec::new();
    for phase in phases.iter().filter(|phase| choice.wants(phase.name)) {
        let blocked = done
            .iter()
            .any(|(name, outcome, _)| *outcome != Outcome::Passed && phase.needs.contains(name));
        let start = Instant::now();
        let outcome = if blocked { Outcome::NotRun } else { run_one(phase) };
        done.push((phase.name, outcome, start.elapsed()));
    }
    print_times(&done);
    let failed: Vec<&str> = done
        .iter()
        .filter(|(_, outcome, _)| *outcome == Outcome::Failed)
        .map(|(name, ..)| *name)
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn run_one(phase: &Phase) -> Outcome {
    println!("\n=== {} ===", phase.name);
    match (phase.run)() {
        Ok(()) => Outcome::Passed,
        Err(message) => {
            eprintln!("phase `{}` failed: {message}", phase.name);
            Outcome::Failed
        }
    }
}

/// The times, the slowest phase first.
fn print_times(done: &[(&str, Outcome, Duration)]) {
    let mut sorted: Vec<_> = done.iter().collect();
    sorted.sort_by_key(|(_, _, time)| std::cmp::Reverse(*time));
    let total: Duration = done.iter().map(|(_, _, time)| *time).sum();
    println!("\n=== time of each phase, slowest first ===");
    for (name, outcome, time) in sorted {
        let remark = match outcome {
            Outcome::Passed => "",
            Outcome::Failed => "  FAILED",
            Outcome::NotRun => "  not run: a phase it needs failed",
        };
        println!("{name:<10}{:>8.1} s{remark}", time.as_secs_f64());
    }
    println!("{:<10}{:>8.1} s", "all", total.as_secs_f64());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(name: &'static str, needs: &'static [&'static str], fails: bool) -> Phase {
        let run = if fails { || Err("no".to_owned()) } else { || Ok(()) };
        Phase { name, needs, run }
    }

    fn choice(only: &[&str], skip: &[&str]) -> Choice {
        let owned = |list: &[&str]| list.iter().map(|&item| item.to_owned()).collect();
        Choice { only: owned(only), skip: owned(skip) }
    }

    #[test]
    fn a_failure_is_named_and_stops_only_what_needs_it() {
        let phases = [
            phase("a", &[], true),
            phase("b", &["a"], true),
            phase("c", &["b"], true),
            phase("d", &[], true),
        ];
        let all = run(&phases, &Choice::default());
        assert_eq!(all, Err("failed: a, d".to_owned()));
        assert_eq!(run(&phases, &choice(&[], &["a", "d"])), Err("failed: b".to_owned()));
    }

    #[test]
    fn a_choice_leaves_phases_out() {
        let phases = [phase("a", &[], true), phase("b", &["a"], false)];
        assert_eq!(run(&phases, &choice(&["b"], &[])), Ok(()));
        assert_eq!(run(&phases, &choice(&[], &["a"])), Ok(()));
        assert_eq!(run(&phases, &choice(&["a", "b"], &["a"])), Ok(()));
    }
}
