//! `cargo xtask tidy`: what holds for the repository as a whole and no compiler checks. The same
//! checks are a test, so that nobody has to remember the command.
//!
//! A check is a function from a [`Repository`] to sentences about what is wrong; one file a check,
//! and one row in [`CHECKS`].

mod directions;
mod document_paths;
mod file_names;
mod graph;
mod licence_expression;
mod licences;
mod module_docs;
mod purity;
mod repository;
mod source_length;
mod threat_model;

use crate::Failure;
use repository::Repository;

/// A name, and what finds the problems.
type Check = (&'static str, fn(&Repository) -> Vec<String>);

const CHECKS: &[Check] = &[
    ("directions", directions::check),
    ("licences", licences::check),
    ("document paths", document_paths::check),
    ("module docs", module_docs::check),
    ("source length", source_length::check),
    ("purity", purity::check),
    ("file names", file_names::check),
    ("threat model", threat_model::check),
];

/// Runs the command.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    if let Some(argument) = arguments.first() {
        return Err(Failure::Usage(format!("`tidy` takes no `{argument}`")));
    }
    let problems = problems(&Repository::read()?);
    for problem in &problems {
        eprintln!("{problem}");
    }
    match problems.len() {
        0 => Ok(()),
        count => Err(Failure::Failed(format!("{count} things are not tidy"))),
    }
}

fn problems(repository: &Repository) -> Vec<String> {
    let found = |(name, check): &Check| {
        let problems = check(repository).into_iter();
        problems.map(|problem| format!("{name}: {problem}")).collect::<Vec<_>>()
    };
    CHECKS.iter().flat_map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        let problems = problems(&Repository::read().unwrap());
        assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
    }
}
