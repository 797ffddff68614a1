//! `prowess search`: the loaded skills that hold some words.

use prowess::{Cancel, search};
use prowess_api::{ExitCode, PathText, SearchDocument, SearchResult, VERSION};

use super::Outcome;
use crate::output::skills::described;
use crate::output::{Output, safe};
use crate::setup;

/// Find skills by words in their names, descriptions, tags and categories
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What to look for; every word that is found makes a skill fit better
    #[arg(value_name = "WORDS", required = true)]
    words: Vec<String>,

    /// How many are shown
    #[arg(long, value_name = "COUNT", default_value_t = 50)]
    limit: usize,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let engine = setup::engine(args, args.profile_name(), None)?;
    let catalog = engine.load(&Cancel::none())?;
    let query = command.words.join(" ");
    let hits = search::search(&catalog, &query, command.limit);
    if hits.total == 0 {
        output.talk(&format!("no skill that is loaded has a word of `{query}`"));
    } else if hits.total > hits.best.len() {
        output.talk(&format!("{} more fit; `--limit` shows them", hits.total - hits.best.len()));
    }
    let results: Vec<SearchResult> = hits
        .best
        .iter()
        .map(|hit| {
            let path = PathText::new(&hit.entry.candidate.file);
            SearchResult {
                name: hit.entry.skill.name_text().to_owned(),
                description: described(hit.entry),
                path: path.text,
                path_bytes: path.bytes,
                score: (hit.score * 10_000.0).round() / 10_000.0,
            }
        })
        .collect();
    if output.is_json() {
        output.json(&SearchDocument { version: VERSION, query, results });
        return Ok(ExitCode::Fine);
    }
    for result in &results {
        let text = result.description.as_deref().unwrap_or_default();
        let (name, text) = (safe::line(&result.name), safe::line(text));
        output.line(&format!("{:.2}  {name}  {text}", result.score));
    }
    Ok(ExitCode::Fine)
}
