//! `prowess why`: which agents see a skill, and why not.

use std::sync::Arc;

use prowess::scan::Judgement;
use prowess::why::{self, Explanation};
use prowess::{Cancel, CatalogEntry, Files, Profile};
use prowess_api::{
    ExitCode, PathText, ProblemKind, VERSION, WhyAgent, WhyCandidate, WhyDocument, WhyReason,
};

use super::Outcome;
use crate::error::CliError;
use crate::output::{Output, judgement, safe};
use crate::setup;

/// Explain which agents see a skill, which copy wins, and why not the others
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The skill's name, or its directory's
    #[arg(value_name = "NAME")]
    name: String,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let name = &command.name;
    let mut agents = Vec::new();
    let host = setup::host(args)?;
    let files = Arc::new(Files::default());
    for profile in setup::current_profiles(args, &host) {
        let engine = setup::engine_sharing(args, host.clone(), &profile, files.clone())?;
        let catalog = engine.load(&Cancel::none())?;
        let found = why::why(&catalog, name);
        if found.is_empty() {
            continue;
        }
        let judged = |one: &Explanation<'_>| engine.cached_verdict(&one.entry.candidate);
        let found: Vec<(Explanation<'_>, Option<Judgement>)> = found
            .into_iter()
            .map(|one| {
                let judgement = judged(&one);
                (one, judgement)
            })
            .collect();
        if !output.is_json() {
            print(engine.profile(), &found, output);
        }
        let candidates = found.iter().map(|(one, judged)| candidate(one, judged.as_ref()));
        let candidates = candidates.collect();
        agents.push(WhyAgent { profile, candidates });
    }
    if agents.is_empty() {
        let message = format!("no agent finds a skill called `{name}`");
        let hint = "`prowess list` shows what is found; `-C DIR` looks from another directory";
        return Err(CliError::new(ProblemKind::NotFound, message).hint(hint));
    }
    if output.is_json() {
        output.json(&WhyDocument { version: VERSION, name: name.clone(), agents });
    }
    Ok(ExitCode::Fine)
}

fn candidate(explanation: &Explanation<'_>, judged: Option<&Judgement>) -> WhyCandidate {
    let path_of = |entry: &CatalogEntry| PathText::new(&entry.candidate.file);
    let (path, root) = (path_of(explanation.entry), PathText::new(&explanation.entry.root.path));
    let (by, by_bytes) = match explanation.by.map(path_of) {
        Some(by) => (Some(by.text), by.bytes),
        None => (None, None),
    };
    WhyCandidate {
        path: path.text,
        path_bytes: path.bytes,
        scope: explanation.entry.root.scope.name(),
        root: root.text,
        root_bytes: root.bytes,
        status: explanation.status,
        reason: WhyReason {
            code: explanation.code,
            message: explanation.message.clone(),
            line: explanation.line,
            by,
            by_bytes,
        },
        scan: judged.map(judgement::json),
    }
}

fn print(profile: &Profile, found: &[(Explanation<'_>, Option<Judgement>)], output: &mut Output) {
    let emulates = &profile.emulates;
    output.line(&format!("{} ({}, {})", profile.name, emulates.product, emulates.version));
    for (one, judged) in found {
        let mark = match one.status {
            "active" => "+",
            "shadowed" => "-",
            _ => "x",
        };
        let file = safe::line(&one.entry.candidate.file.to_string_lossy());
        let scope = one.entry.root.scope.name();
        let line = one.line.map(|line| format!(", line {line}")).unwrap_or_default();
        output.line(&format!("  {mark} {file} ({scope})"));
        output.line(&format!("    {}{line}", safe::line(&one.message)));
        if let Some(judged) = judged {
            output.line(&format!("    scanned: {}", judgement::line(judged)));
            for found in judgement::findings(judged) {
                output.line(&format!("      {found}"));
            }
        }
    }
    output.line("");
}
