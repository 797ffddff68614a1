//! `prowess explain`: the page of a diagnostic.

use prowess_api::{CodeJson, ExitCode, ExplainDocument, ProblemKind, VERSION};
use prowess_format::{Code, code};

use super::Outcome;
use crate::error::CliError;
use crate::output::Output;

/// Explain a diagnostic; without a code, list all of them
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The code, as in `unquoted-colon`
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub(crate) fn run(command: &Args, output: &mut Output) -> Outcome {
    let codes: Vec<&'static Code> = match &command.code {
        None => code::all().collect(),
        Some(id) => vec![code::find(id).ok_or_else(|| unknown(id))?],
    };
    if output.is_json() {
        let codes = codes.into_iter().map(CodeJson::new).collect();
        output.json(&ExplainDocument { version: VERSION, codes });
        return Ok(ExitCode::Fine);
    }
    match codes.as_slice() {
        [code] if command.code.is_some() => print_page(code, output),
        codes => {
            for code in codes {
                let severity =
                    code.severity.map_or("off".to_owned(), |severity| severity.to_string());
                output.line(&format!("{:<28} {severity:<8} {}", code.id, code.message));
            }
        }
    }
    Ok(ExitCode::Fine)
}

fn print_page(code: &Code, output: &mut Output) {
    let severity = code.severity.map_or("off".to_owned(), |severity| severity.to_string());
    output.line(&format!("{} ({severity}, where a profile says nothing else)", code.id));
    output.line("");
    output.line(&code.page_text());
    if !code.help.is_empty() {
        output.line("");
        output.line(&format!("What to do: {}.", code.help));
    }
}

fn unknown(id: &str) -> CliError {
    let message = format!("there is no diagnostic `{id}`");
    let similar: Vec<&str> =
        code::all().map(|code| code.id).filter(|known| shares_word(known, id)).collect();
    let error = CliError::new(ProblemKind::NotFound, message);
    match similar.is_empty() {
        true => error.hint("`prowess explain` lists all of them"),
        false => error.hint(format!("similar ones: {}", similar.join(", "))),
    }
}

fn shares_word(known: &str, typed: &str) -> bool {
    typed.split('-').any(|word| word.len() > 3 && known.split('-').any(|part| part == word))
}
