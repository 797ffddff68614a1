//! `prowess prompt`: what a model is told about the skills there are.

use prowess::listing::ListingError;
use prowess::resolve::Status;
use prowess::{Budget, Cancel, Catalog, Engine, Listing, ListingOptions, UnknownSkills};
use prowess_api::{ExitCode, ProblemKind, PromptDocument, VERSION};
use prowess_format::body::estimate_tokens;

use super::Outcome;
use crate::error::CliError;
use crate::output::Output;
use crate::setup;

/// Print what a model is told about the skills an agent loads
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How long it may be: 8000, 8000chars, 2000tokens or none [default: what the agent allows]
    #[arg(long, value_name = "BUDGET", value_parser = budget)]
    budget: Option<Budget>,

    /// The context window of the model: some agents allow their list a share of it
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1..))]
    context_window: Option<u64>,

    /// Another form that the agent has for its list
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    /// Load this skill from the start: the bodies of pinned skills take the place of the list
    #[arg(long, value_name = "NAME")]
    pin: Vec<String>,

    /// Scan the skills, and tell of none that the scanner blocks
    #[arg(long)]
    scan: bool,

    /// A tool the agent offers; with none named, all it may need are taken to be there
    #[arg(long, value_name = "TOOL")]
    tool: Vec<String>,
}

fn budget(text: &str) -> Result<Budget, String> {
    text.parse::<Budget>().map_err(|error| error.to_string())
}

/// How many skills are named in a remark.
const NAMED: usize = 20;

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let engine = engine(command, args)?;
    let catalog = engine.load(&Cancel::none())?;
    talk_of_blocked(&catalog, output);
    setup::talk_of_trouble(&engine, output);
    let pinned: Vec<&str> = command.pin.iter().map(String::as_str).collect();
    let options = ListingOptions {
        budget: command.budget.unwrap_or_default(),
        context_window: command
            .context_window
            .map(|tokens| tokens.try_into().unwrap_or(usize::MAX)),
        variant: command.variant.as_deref(),
        pinned: &pinned,
    };
    let listing = catalog.listing_with(&options).map_err(|error| problem(&error))?;
    talk_of_cut(&listing, output);
    if output.is_json() {
        output.json(&document(catalog.profile(), listing));
    } else if !listing.text.is_empty() {
        output.bytes(listing.text.as_bytes());
        output.line("");
    }
    Ok(ExitCode::Fine)
}

fn engine(command: &Args, args: &crate::args::Args) -> Result<Engine, CliError> {
    let mut host = setup::host(args)?;
    if !command.tool.is_empty() {
        host.tools = Some(command.tool.clone());
    }
    setup::engine_on(host, args, args.profile_name(), None, command.scan)
}

fn problem(error: &ListingError) -> CliError {
    let kind = match error {
        ListingError::UnknownSkills(unknown) => return unknown_skills(unknown),
        ListingError::UnknownVariant { .. } => ProblemKind::Usage,
        ListingError::TooLong { .. } => ProblemKind::Refused,
        ListingError::Unreadable { .. } | ListingError::Template(_) => ProblemKind::System,
    };
    CliError::new(kind, error.to_string())
}

fn unknown_skills(error: &UnknownSkills) -> CliError {
    let word = if error.unknown.len() == 1 { "skill" } else { "skills" };
    let message = format!("unknown {word}: {}", error.unknown.join(", "));
    let available = match error.available.is_empty() {
        true => "none".to_owned(),
        false => some_of(&error.available),
    };
    CliError::new(ProblemKind::NotFound, message).hint(format!("available: {available}"))
}

/// Names, the first few of them where there are many.
fn some_of(names: &[String]) -> String {
    let named = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Says what the scanner took away.
fn talk_of_blocked(catalog: &Catalog, output: &mut Output) {
    for entry in catalog.entries() {
        if let Status::Rejected(rejection) = &entry.status
            && rejection.code == "scan"
        {
            let name = entry.skill.name_text();
            output.talk(&format!("`{name}` is left out: {}", rejection.message));
        }
    }
}

/// Says what the budget took away: skills never vanish silently. Those that are missing are named among
/// the warnings.
fn talk_of_cut(listing: &Listing, output: &mut Output) {
    let shortened = listing.cut.shortened.len();
    if shortened > 0 {
        output.talk(&format!("descriptions shortened or left out for lack of room: {shortened}"));
    }
    for warning in &listing.warnings {
        output.talk(warning);
    }
}

fn document(profile: &str, listing: Listing) -> PromptDocument {
    PromptDocument {
        version: VERSION,
        profile: profile.to_owned(),
        estimated_tokens: estimate_tokens(&listing.text),
        text: listing.text,
        step: listing.step.name(),
        shown: listing.shown,
        omitted: listing.cut.omitted,
        shortened: listing.cut.shortened,
        warnings: listing.warnings,
    }
}
