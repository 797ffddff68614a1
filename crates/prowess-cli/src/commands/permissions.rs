//! `prowess permissions`: what was allowed for good, and taking it back.

use std::path::PathBuf;

use prowess::permission::{Approval, Approvals};
use prowess_api::{ApprovalJson, ExitCode, PathText, PermissionsDocument, ProblemKind, VERSION};

use super::Outcome;
use crate::error::CliError;
use crate::output::{Output, safe};
use crate::setup;

/// List what was allowed for good, or take it back
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List what was allowed for good
    List,
    /// Take back what was allowed to a skill
    Revoke {
        /// The skill's name, or its directory
        #[arg(value_name = "SKILL", required_unless_present = "all")]
        skill: Option<String>,

        /// Take back everything
        #[arg(long, conflicts_with = "skill")]
        all: bool,
    },
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let host = setup::host(args)?;
    let (approvals, empty) = match &command.command {
        Command::List => {
            let all: Vec<Approval> = Approvals::load(&host)?.all().cloned().collect();
            (all, "nothing is allowed for good")
        }
        Command::Revoke { skill, .. } => {
            // A name is not a path; what has a slash or a leading dot is.
            let path = skill.as_ref().filter(|text| text.contains('/') || text.starts_with('.'));
            let path = path.map(|path| {
                let path = host.absolute(path);
                path.canonicalize().unwrap_or(path)
            });
            let picked = |one: &Approval| match (skill, &path) {
                (None, _) => true,
                (Some(_), Some(path)) => one.place == *path,
                (Some(name), None) => one.skill == *name,
            };
            let revoked = Approvals::revoke(&host, picked)?;
            if let Some(skill) = skill
                && revoked.is_empty()
            {
                let message = format!("nothing is allowed to `{skill}`");
                let problem = CliError::new(ProblemKind::NotFound, message);
                return Err(problem.hint("`prowess permissions list` shows what is"));
            }
            (revoked, "nothing was allowed")
        }
    };
    print(&approvals, empty, matches!(command.command, Command::Revoke { .. }), output);
    Ok(ExitCode::Fine)
}

fn print(approvals: &[Approval], empty: &str, revoked: bool, output: &mut Output) {
    let path = |path: &PathBuf| PathText::new(path).text;
    if output.is_json() {
        let json = |one: &Approval| ApprovalJson {
            permission: one.permission.to_string(),
            skill: one.skill.clone(),
            path: path(&one.place),
            digest: one.digest.clone(),
            network: one.network,
        };
        let approvals = approvals.iter().map(json).collect();
        output.json(&PermissionsDocument { version: VERSION, approvals });
        return;
    }
    let begin = if revoked { "revoked: " } else { "" };
    for one in approvals {
        let network = if one.network { " with network" } else { "" };
        let (permission, skill) = (one.permission, &one.skill);
        let line = format!("{begin}{permission} {skill}{network} ({})", path(&one.place));
        output.line(&safe::line(&line));
    }
    if approvals.is_empty() {
        output.talk(empty);
    }
}
