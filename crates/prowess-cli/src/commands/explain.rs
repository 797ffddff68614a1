//! `prowess explain`: the page of a diagnostic or of a rule of the scanner.

use prowess::scan::{RulePage, rules};
use prowess_api::{CodeJson, ExitCode, ExplainDocument, ProblemKind, RuleJson, VERSION};
use prowess_format::{Code, code};

use super::Outcome;
use crate::error::CliError;
use crate::output::Output;

/// Explain a diagnostic or a rule of the scanner; without a code, list all of them
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The code, as in `unquoted-colon`
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub(crate) fn run(command: &Args, output: &mut Output) -> Outcome {
    let (codes, rules): (Vec<&'static Code>, Vec<RulePage>) = match &command.code {
        None => (code::all().collect(), rules()),
        Some(id) => {
            let rules: Vec<RulePage> = rules().into_iter().filter(|rule| rule.id == id).collect();
            (code::find(id).into_iter().collect(), rules)
        }
    };
    if let Some(id) = &command.code
        && codes.is_empty()
        && rules.is_empty()
    {
        return Err(unknown(id));
    }
    if output.is_json() {
        let codes = codes.into_iter().map(CodeJson::new).collect();
        let rules = rules.into_iter().map(rule_json).collect();
        output.json(&ExplainDocument { version: VERSION, codes, rules });
        return Ok(ExitCode::Fine);
    }
    match command.code.is_some() {
        true => {
            codes.iter().for_each(|code| print_page(code, output));
            rules.iter().for_each(|rule| print_rule(rule, output));
        }
        false => {
            for code in codes {
                let severity =
                    code.severity.map_or("off".to_owned(), |severity| severity.to_string());
                output.line(&format!("{:<28} {severity:<8} {}", code.id, code.message));
            }
            for rule in &rules {
                let first = rule.page.trim().lines().next().unwrap_or_default();
                output.line(&format!("{:<28} {:<8} {first}", rule.id, rule.severity.word()));
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

fn rule_json(rule: RulePage) -> RuleJson {
    let packs = rule.packs.iter().map(|pack| pack.word()).collect();
    RuleJson { rule: rule.id, packs, severity: rule.severity.word(), page: rule.page }
}

fn print_rule(rule: &RulePage, output: &mut Output) {
    let packs: Vec<&str> = rule.packs.iter().map(|pack| pack.word()).collect();
    output.line(&format!(
        "{} ({} at worst; asked by {})",
        rule.id,
        rule.severity,
        packs.join(", ")
    ));
    output.line("");
    output.line(rule.page.trim());
}

fn unknown(id: &str) -> CliError {
    let message = format!("there is no diagnostic or rule `{id}`");
    let known = code::all().map(|code| code.id).chain(rules().into_iter().map(|rule| rule.id));
    let mut similar: Vec<&str> = Vec::new();
    for known in known.filter(|known| shares_word(known, id)) {
        // A diagnostic and a rule may go by one name.
        if !similar.contains(&known) {
            similar.push(known);
        }
    }
    let error = CliError::new(ProblemKind::NotFound, message);
    match similar.is_empty() {
        true => error.hint("`prowess explain` lists all of them"),
        false => error.hint(format!("similar ones: {}", similar.join(", "))),
    }
}

fn shares_word(known: &str, typed: &str) -> bool {
    typed.split('-').any(|word| word.len() > 3 && known.split('-').any(|part| part == word))
}
