//! Every package that is linked into a crate of ours, or builds it, may be used under a licence that
//! asks for no more than its own text to be kept.

use std::collections::BTreeSet;

use super::graph::Graph;
use super::licence_expression::is_satisfied;
use super::repository::Repository;

const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let graph = Graph::new(&repository.metadata);
    let mut problems = BTreeSet::new();
    for package in graph.members().flat_map(|member| graph.reach(member)) {
        match package.licence {
            None => {
                problems.insert(format!("`{}` names no licence", package.name));
            }
            Some(licence) if !is_satisfied(licence, ALLOWED) => {
                problems.insert(format!("`{}` is under `{licence}`", package.name));
            }
            Some(_) => {}
        }
    }
    problems.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_foreign_licence_is_a_problem_where_it_is_linked() {
        let metadata = json!({
            "packages": [
                { "id": "a", "name": "a", "license": "MIT" },
                { "id": "b", "name": "b", "license": "GPL-3.0" },
                { "id": "c", "name": "c", "license": null },
                { "id": "d", "name": "d", "license": "GPL-3.0" },
            ],
            "workspace_members": ["a"],
            "resolve": { "nodes": [{ "id": "a", "deps": [
                { "pkg": "b", "dep_kinds": [{ "kind": null }] },
                { "pkg": "c", "dep_kinds": [{ "kind": "build" }] },
                { "pkg": "d", "dep_kinds": [{ "kind": "dev" }] },
            ]}]},
        });
        let problems = check(&Repository { metadata, ..Repository::default() });
        assert_eq!(problems, ["`b` is under `GPL-3.0`", "`c` names no licence"]);
    }
}
