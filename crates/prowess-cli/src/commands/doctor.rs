//! `prowess doctor`: what is wrong here, and what to do about it.

use std::collections::HashMap;
use std::sync::Arc;

use prowess::doctor::{self, Problem};
use prowess::roots::RootKind;
use prowess::settings::{Ignored, Origin};
use prowess::trust::Trust;
use prowess::{Cancel, CatalogEntry, Files};
use prowess_api::{DoctorDocument, ExitCode, PathText, ProblemJson, VERSION};
use prowess_format::Severity;

use super::Outcome;
use crate::output::{Output, safe};
use crate::setup;

/// Say what is wrong with the skills and settings here, and what to do
///
/// Looks as every agent that is current does, or as the one of --profile. Ends with 1 where
/// something is an error.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let host = setup::host(args)?;
    let mut problems = doctor::of_settings(setup::settings(args, &host)?.ignored());
    problems.extend(Trust::load(&host).err().map(|error| doctor::of_state(&error)));
    problems.extend(doctor::of_profiles(&host));
    let (mut loaded, mut of_scan) = (0, Vec::new());
    let files = Arc::new(Files::default());
    for profile in setup::current_profiles(args, &host) {
        let engine = setup::engine_sharing(args, host.clone(), &profile, files.clone())?;
        let catalog = engine.load(&Cancel::none())?;
        let of_agent = |ignored: &&Ignored| matches!(ignored.origin, Origin::Agent { .. });
        let settings = engine.settings();
        let ignored: Vec<Ignored> = settings.ignored().iter().filter(of_agent).cloned().collect();
        problems.extend(doctor::of_settings(&ignored));
        // What is part of the program is nobody's yet.
        let own = |entry: &&CatalogEntry| entry.root.kind != RootKind::Embedded;
        loaded += catalog.active().into_iter().filter(own).count();
        problems.extend(doctor::diagnose(&engine, &catalog));
        of_scan.extend(doctor::of_scan(&engine));
    }
    // All agents have one policy, and one memory.
    of_scan.sort_by(|a, b| a.message.cmp(&b.message));
    of_scan.dedup();
    problems.extend(of_scan);
    let failed = problems.iter().any(|problem| problem.severity == Severity::Error);
    if output.is_json() {
        let problems = problems.into_iter().map(json).collect();
        output.json(&DoctorDocument { version: VERSION, problems });
    } else {
        print(&problems, loaded > 0, output);
    }
    Ok(if failed { ExitCode::No } else { ExitCode::Fine })
}

fn json(problem: Problem) -> ProblemJson {
    let path = problem.path.as_deref().map(PathText::new);
    let (path, path_bytes) = match path {
        Some(path) => (Some(path.text), path.bytes),
        None => (None, None),
    };
    ProblemJson {
        severity: problem.severity,
        profile: problem.profile,
        path,
        path_bytes,
        message: problem.message,
        help: problem.help,
    }
}

/// One piece of advice, and the agents it is about.
struct Advice<'a> {
    problem: &'a Problem,
    profiles: Vec<&'a str>,
}

/// What several agents stumble over is told once.
fn advice(problems: &[Problem]) -> Vec<Advice<'_>> {
    let mut all: Vec<Advice<'_>> = Vec::new();
    let mut known = HashMap::new();
    for problem in problems {
        let key = (problem.severity as u8, &problem.path, &problem.message);
        let at = *known.entry(key).or_insert(all.len());
        if at == all.len() {
            all.push(Advice { problem, profiles: Vec::new() });
        }
        all[at].profiles.extend(problem.profile.as_deref());
    }
    // The worst first; equally bad ones stay in their order.
    all.sort_by_key(|advice| std::cmp::Reverse(advice.problem.severity));
    all
}

fn print(problems: &[Problem], any_loaded: bool, output: &mut Output) {
    let all = advice(problems);
    for Advice { problem, profiles } in &all {
        let for_whom = match profiles.is_empty() {
            true => String::new(),
            false => format!(" [{}]", profiles.join(", ")),
        };
        let mark = problem.severity;
        output.line(&format!("{mark}: {}{for_whom}", safe::line(&problem.message)));
        if let Some(path) = &problem.path {
            output.line(&format!("  at {}", safe::line(&path.to_string_lossy())));
        }
        if let Some(help) = &problem.help {
            output.line(&format!("  help: {}", safe::line(help)));
        }
    }
    if all.is_empty() {
        output.line(match any_loaded {
            true => "Nothing is wrong.",
            false => "There is no skill here yet; `prowess new NAME` makes one.",
        });
        return;
    }
    let count = |severity| all.iter().filter(|one| one.problem.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    output.line(&format!("{} and {}", counted(errors, "error"), counted(warnings, "warning")));
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
