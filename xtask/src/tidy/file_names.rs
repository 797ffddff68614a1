//! No file has a name under which anything could be put.

use super::repository::Repository;

const BANNED: &[&str] =
    &["common.rs", "helpers.rs", "manager.rs", "misc.rs", "util.rs", "utils.rs"];

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let vague =
        repository.sources.iter().filter(|file| BANNED.contains(&name(&file.path).as_str()));
    vague.map(|file| format!("{} says nothing about what is in it", file.path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vague_names_are_a_problem() {
        let sources = [("a/utils.rs", ""), ("a/name.rs", ""), ("a/my_utils.rs", "")];
        let expected = ["a/utils.rs says nothing about what is in it"];
        assert_eq!(check(&Repository::of_sources(&sources)), expected);
    }
}
