//! Which crate of the workspace may use which, and what none of its dependencies may bring along.
//!
//! An edge that is not in the table is a decision: make it, write it into ARCHITECTURE.md, and then
//! here.

use super::graph::{Graph, Package};
use super::repository::Repository;

/// What one crate may use.
struct Row {
    name: &'static str,
    /// Crates of the workspace.
    may_use: &'static [&'static str],
    /// Other packages that must not be reached, however indirectly.
    must_not_reach: &'static [&'static str],
}

/// What reads the world: files, directories, processes, the network, and the runtimes for it.
const EFFECTS: &[&str] = &[
    "async-std",
    "curl",
    "dirs",
    "hyper",
    "ignore",
    "mio",
    "nix",
    "notify",
    "reqwest",
    "rustix",
    "rustls",
    "smol",
    "socket2",
    "tempfile",
    "tokio",
    "ureq",
    "walkdir",
];

/// What talks to a terminal, serves or runs asynchronously.
const FRONTS: &[&str] = &["axum", "clap", "crossterm", "hyper", "rmcp", "tokio"];

const NOTHING: &[&str] = &[];

/// Everything but the command itself, on which nothing depends, and what is for tests.
const ALL: &[&str] = &[
    "prowess",
    "prowess-api",
    "prowess-format",
    "prowess-mcp",
    "prowess-package",
    "prowess-registry",
    "prowess-sandbox",
    "prowess-scan",
    "prowess-server",
];

/// As [`ALL`], and the generated skills.
const ALL_AND_TESTKIT: &[&str] = &[
    "prowess",
    "prowess-api",
    "prowess-format",
    "prowess-mcp",
    "prowess-package",
    "prowess-registry",
    "prowess-sandbox",
    "prowess-scan",
    "prowess-server",
    "prowess-testkit",
];

const TABLE: &[Row] = &[
    Row { name: "prowess-format", may_use: NOTHING, must_not_reach: EFFECTS },
    Row { name: "prowess-package", may_use: &["prowess-format"], must_not_reach: EFFECTS },
    Row {
        name: "prowess-scan",
        may_use: &["prowess-format", "prowess-package"],
        must_not_reach: EFFECTS,
    },
    Row { name: "prowess-sandbox", may_use: NOTHING, must_not_reach: FRONTS },
    Row {
        name: "prowess",
        may_use: &["prowess-format", "prowess-package", "prowess-sandbox", "prowess-scan"],
        must_not_reach: FRONTS,
    },
    Row { name: "prowess-api", may_use: &["prowess-format"], must_not_reach: EFFECTS },
    Row {
        name: "prowess-registry",
        may_use: &["prowess-api", "prowess-format", "prowess-package", "prowess-scan"],
        must_not_reach: NOTHING,
    },
    Row { name: "prowess-mcp", may_use: &["prowess", "prowess-api"], must_not_reach: NOTHING },
    Row {
        name: "prowess-server",
        may_use: &["prowess", "prowess-api", "prowess-mcp", "prowess-registry"],
        must_not_reach: &["clap", "crossterm"],
    },
    Row { name: "prowess-cli", may_use: ALL, must_not_reach: NOTHING },
    Row { name: "prowess-testkit", may_use: NOTHING, must_not_reach: NOTHING },
    Row { name: "xtask", may_use: ALL_AND_TESTKIT, must_not_reach: NOTHING },
];

pub(super) fn check(repository: &Repository) -> Vec<String> {
    let graph = Graph::new(&repository.metadata);
    let mut problems = Vec::new();
    for member in graph.members() {
        match TABLE.iter().find(|row| row.name == member.name) {
            Some(row) => check_member(&graph, member, row, &mut problems),
            None => problems.push(format!("`{}` is not in the table of directions", member.name)),
        }
    }
    problems
}

fn check_member(graph: &Graph<'_>, member: &Package<'_>, row: &Row, problems: &mut Vec<String>) {
    for (name, for_tests) in &member.dependencies {
        let allowed = row.may_use.contains(name) || *for_tests && *name == "prowess-testkit";
        if graph.is_member(name) && !allowed {
            problems.push(format!("`{}` must not use `{name}`", member.name));
        }
    }
    for package in graph.reach(member) {
        if row.must_not_reach.contains(&package.name) {
            problems.push(format!("`{}` must not reach `{}`", member.name, package.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A workspace of `prowess-format`, `prowess-testkit` and another crate, in which the first has
    /// these dependencies.
    fn problems(dependencies: &Value, other: &str) -> Vec<String> {
        let metadata = json!({
            "packages": [
                { "id": "f", "name": "prowess-format", "dependencies": dependencies },
                { "id": "t", "name": "prowess-testkit", "dependencies": [] },
                { "id": "o", "name": other, "dependencies": [] },
                { "id": "x", "name": "tokio", "dependencies": [] },
                { "id": "y", "name": "harmless", "dependencies": [] },
            ],
            "workspace_members": ["f", "t", "o"],
            "resolve": { "nodes": [
                { "id": "f", "deps": [{ "pkg": "y", "dep_kinds": [{ "kind": null }] }] },
                { "id": "y", "deps": [{ "pkg": "x", "dep_kinds": [{ "kind": null }] }] },
            ]},
        });
        check(&Repository { metadata, ..Repository::default() })
    }

    #[test]
    fn edges_outside_the_table_are_problems() {
        let reached = "`prowess-format` must not reach `tokio`";
        let dev = |name| json!([{ "name": name, "kind": "dev" }]);
        let normal = |name| json!([{ "name": name, "kind": null }]);
        assert_eq!(problems(&dev("prowess-testkit"), "xtask"), [reached]);
        for dependencies in [normal("prowess-api"), dev("prowess-api")] {
            let expected = ["`prowess-format` must not use `prowess-api`", reached];
            assert_eq!(problems(&dependencies, "prowess-api"), expected);
        }
        let expected = ["`prowess-format` must not use `prowess-testkit`", reached];
        assert_eq!(problems(&normal("prowess-testkit"), "xtask"), expected);
        let expected = [reached, "`prowess-extra` is not in the table of directions"];
        assert_eq!(problems(&json!([]), "prowess-extra"), expected);
    }
}
