//! Every Rust file begins by saying what it is.

use super::repository::Repository;

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let silent = repository.sources.iter().filter(|file| !file.text.starts_with("//! "));
    silent.map(|file| format!("{} does not begin with `//! …`", file.path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_first_line_about_itself_is_a_problem() {
        let sources = [("a.rs", "//! Good.\n"), ("b.rs", "use x;\n//! Late.\n"), ("c.rs", "")];
        let expected = ["b.rs does not begin with `//! …`", "c.rs does not begin with `//! …`"];
        assert_eq!(check(&Repository::of_sources(&sources)), expected);
    }
}
