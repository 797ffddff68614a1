//! A file is short enough to be read at one go.

use super::repository::Repository;

/// Lines of a file, without the tests at its end.
const LIMIT: usize = 600;

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    for file in &repository.sources {
        let lines = file.code().lines().count();
        if lines > LIMIT {
            problems.push(format!("{} has {lines} lines; the limit is {LIMIT}", file.path));
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
