//! Every test that the threat model names is there, and every boundary names one.

use super::repository::{File, Repository};

const PAGE: &str = "docs/threat-model.md";

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let Some(page) = repository.documents.iter().find(|document| document.path == PAGE) else {
        return vec![format!("{PAGE} is not there")];
    };
    problems(page, &repository.sources)
}

fn problems(page: &File, sources: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, line) in page.text.lines().enumerate() {
        // Rows of the table: the last cell names tests. The head and the rule below it name none.
        let Some(row) = line.trim().strip_prefix('|').and_then(|row| row.strip_suffix('|')) else {
            continue;
        };
        let last = row.rsplit('|').next().unwrap_or_default();
        let tests: Vec<&str> = last.split('`').skip(1).step_by(2).collect();
        let is_head = last.trim() == "tests" || last.trim().bytes().all(|byte| byte == b'-');
        let place = format!("{}:{}", page.path, index + 1);
        if tests.is_empty() && !is_head {
            problems.push(format!("{place}: no test holds this boundary"));
        }
        for test in tests {
            let function = format!("fn {test}(");
            if !sources.iter().any(|source| source.text.contains(&function)) {
                problems.push(format!("{place}: there is no test `{test}`"));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_is_gone_is_told() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let page = file(
            PAGE,
            "| boundary | tests |\n|---|---|\n| a | `here` |\n| b | `gone` |\n| c | none |\n",
        );
        let sources = [file("x.rs", "#[test]\nfn here() {}\n")];
        let expected = [
            "docs/threat-model.md:4: there is no test `gone`",
            "docs/threat-model.md:5: no test holds this boundary",
        ];
        assert_eq!(problems(&page, &sources), expected);
    }
}
