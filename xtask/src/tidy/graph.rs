//! The packages of `cargo metadata` and which of them depend on which.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// One package.
#[derive(Debug)]
pub(super) struct Package<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    /// As its manifest says it.
    pub(super) licence: Option<&'a str>,
    /// The names its manifest depends on, and whether for its tests only.
    pub(super) dependencies: Vec<(&'a str, bool)>,
}

/// The packages, by id.
#[derive(Debug)]
pub(super) struct Graph<'a> {
    packages: BTreeMap<&'a str, Package<'a>>,
    members: BTreeSet<&'a str>,
    /// The packages that a package needs to be built and used, by id.
    edges: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(metadata: &'a Value) -> Self {
        let packages = items(&metadata["packages"]).map(package);
        let members = items(&metadata["workspace_members"]).filter_map(Value::as_str).collect();
        let edges = items(&metadata["resolve"]["nodes"]).map(edges).collect();
        Self { packages: packages.map(|package| (package.id, package)).collect(), members, edges }
    }

    /// The packages of the workspace.
    pub(super) fn members(&self) -> impl Iterator<Item = &Package<'a>> {
        self.members.iter().filter_map(|id| self.packages.get(id))
    }

    /// Whether a name is that of a package of the workspace.
    pub(super) fn is_member(&self, name: &str) -> bool {
        self.members().any(|member| member.name == name)
    }

    /// Everything that a package needs to be built and used, itself included, in the order of ids.
    pub(super) fn reach(&self, package: &Package<'a>) -> Vec<&Package<'a>> {
        let mut seen = BTreeSet::from([package.id]);
        let mut open = vec![package.id];
        while let Some(id) = open.pop() {
            for next in self.edges.get(id).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.iter().filter_map(|id| self.packages.get(id)).collect()
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn package<'a>(value: &'a Value) -> Package<'a> {
    let dependency = |value: &'a Value| (text(&value["name"]), value["kind"] == "dev");
    Package {
        id: text(&value["id"]),
        name: text(&value["name"]),
        licence: value["license"].as_str(),
        dependencies: items(&value["dependencies"]).map(dependency).collect(),
    }
}

fn edges(node: &Value) -> (&str, Vec<&str>) {
    let needed = |edge: &&Value| items(&edge["dep_kinds"]).any(|kind| kind["kind"] != "dev");
    let targets = items(&node["deps"]).filter(needed).map(|edge| text(&edge["pkg"])).collect();
    (text(&node["id"]), targets)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn packages_for_tests_are_not_reached() {
        let edge = |to, kind: Value| json!({ "pkg": to, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [{ "id": "a", "name": "a" }, { "id": "b", "name": "b" }, { "id": "c", "name": "c" }],
            "workspace_members": ["a"],
            "resolve": { "nodes": [
                { "id": "a", "deps": [edge("b", json!("build")), edge("c", json!("dev"))] },
                { "id": "b", "deps": [edge("a", Value::Null)] },
            ]},
        });
        let graph = Graph::new(&metadata);
        let start = graph.members().next().unwrap();
        let names: Vec<_> = graph.reach(start).iter().map(|package| package.name).collect();
        assert_eq!(names, ["a", "b"]);
        assert!(graph.is_member("a") && !graph.is_member("b"));
    }
}
