//! The middle of the program touches nothing outside of it, and only the command prints.

use super::repository::{File, Repository};

/// Crates whose functions depend on their arguments alone.
const PURE: &[&str] =
    &["crates/prowess-format/src/", "crates/prowess-package/src/", "crates/prowess-scan/src/"];

/// Modules of the standard library that are doors to the outside.
const DOORS: &[&str] = &["env", "fs", "net", "process"];

/// Types that are read from a clock.
const CLOCKS: &[&str] = &["Instant", "SystemTime"];

const PRINTING: &[&str] = &["eprint!", "eprintln!", "print!", "println!"];

/// Where printing is the point. A build script prints to cargo, an example to its reader.
const MAY_PRINT: &[&str] =
    &["crates/prowess-cli/", "xtask/", "/build.rs", "/examples/", "/benches/"];

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    for file in repository.sources.iter().filter(|file| !file.is_test()) {
        let code = without_comments(file);
        if PURE.iter().any(|directory| file.path.starts_with(directory)) {
            let effects = effects(&code);
            problems.extend(effects.iter().map(|what| format!("{} uses `{what}`", file.path)));
        }
        if !MAY_PRINT.iter().any(|place| file.path.contains(place)) {
            let printed = PRINTING.iter().filter(|name| has_word(&code, name));
            problems.extend(printed.map(|name| format!("{} uses `{name}`", file.path)));
        }
    }
    problems
}

fn effects(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for door in DOORS {
        if has_word(code, &format!("std::{door}")) || is_in_group(code, door) {
            found.push(format!("std::{door}"));
        }
    }
    let clocks = CLOCKS.iter().filter(|name| has_word(code, name));
    found.extend(clocks.map(|&name| name.to_owned()));
    found
}

/// The code, each line up to a comment that begins it. A comment after code stays: to find where it
/// begins, strings would have to be understood.
fn without_comments(file: &File) -> String {
    let lines = file.code().lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Whether a word stands in the text with no letter, digit or underscore on either side.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })
}

/// Whether a module is taken from the standard library in a group: `use std::{fs, io};`.
fn is_in_group(code: &str, module: &str) -> bool {
    code.match_indices("std::{").any(|(at, opening)| {
        let mut depth = 0;
        let mut first = String::new();
        for c in code[at + opening.len()..].chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                _ if depth == 0 => first.push(c),
                _ => {}
            }
        }
        first.split(',').any(|item| item.trim().split("::").next() == Some(module))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        let problems = check(&Repository::of_sources(&[(path, text)]));
        problems.iter().map(|problem| problem.replace(path, "it")).collect()
    }

    #[test]
    fn doors_clocks_and_printing_are_found() {
        let table = [
            ("use std::fs;", &["it uses `std::fs`"][..]),
            ("use std::{\n    fs::{self, File},\n    io,\n};", &["it uses `std::fs`"]),
            ("let t = std::time::Instant::now();", &["it uses `Instant`"]),
            ("println!(\"{x}\");", &["it uses `println!`"]),
            ("eprintln!();", &["it uses `eprintln!`"]),
            ("use std::fmt; // for std::fmt\nlet instants = Instantly;", &[]),
            ("/// ```\n/// std::fs::read(x); println!();\n/// ```\nfn a() {}", &[]),
            ("fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(problems("crates/prowess-format/src/a.rs", text), expected, "{text}");
        }
    }

    #[test]
    fn other_places_have_other_rules() {
        let table = [
            ("crates/prowess/src/host.rs", "use std::env;", 0),
            ("crates/prowess/src/host.rs", "print!(\"x\");", 1),
            ("crates/prowess/examples/list.rs", "println!();", 0),
            ("crates/prowess-cli/src/main.rs", "println!();", 0),
            ("crates/prowess-format/tests/it/main.rs", "use std::fs; println!();", 0),
            ("crates/prowess-format/src/a_tests.rs", "use std::fs;", 0),
        ];
        for (path, text, count) in table {
            assert_eq!(problems(path, text).len(), count, "{path}: {text}");
        }
    }
}
