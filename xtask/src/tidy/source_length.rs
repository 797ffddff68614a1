//! A file is short enough to be read at one go.

use super::repository::Repository;

/// Lines of a file, without the tests at its end.
const LIMIT: usize = 600;

/// Files that may be longer, each with its own limit, and why.
const EXEMPT: &[(&str, usize)] = &[
    // One grammar, read by descent; cutting it would separate rules that call each other.
    ("crates/prowess-format/src/yaml/block.rs", 900),
];

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    for file in &repository.sources {
        let exempt = EXEMPT.iter().find(|(path, _)| *path == file.path);
        let limit = exempt.map_or(LIMIT, |(_, limit)| *limit);
        let lines = file.code().lines().count();
        if lines > limit {
            problems.push(format!("{} has {lines} lines; the limit is {limit}", file.path));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_code_is_a_problem_and_long_tests_are_not() {
        let long = "x\n".repeat(LIMIT + 1);
        let tested = format!("x\n\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
        let sources = [("a.rs", long.as_str()), ("b.rs", tested.as_str())];
        let expected = [format!("a.rs has {} lines; the limit is {LIMIT}", LIMIT + 1)];
        assert_eq!(check(&Repository::of_sources(&sources)), expected);
    }
}
