//! The scripts of a manifest, as tools for a model.

use serde_json::{Value as Json, json};

use super::model::Manifest;
use super::paths::{self, Place};
use crate::limits;
use crate::tree::Tree;

/// Bytes of one script in which a description is looked for.
const SCRIPT_BYTES: usize = 1024 * 1024;

/// Bytes of all scripts together; past them a script has the general description.
const SCRIPTS_BYTES: usize = limits::SKILL_FILE_BYTES;

/// What marks the description of a script.
const MARK: &str = "@description";

/// A script as a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptTool {
    /// The file's name without its extension, hyphens as underscores.
    pub name: String,
    /// The first `@description` of the file, or that it runs the script.
    pub description: String,
    /// A JSON Schema: an object that may have an object `args`.
    pub input_schema: Json,
    /// The script, as the manifest spells it.
    pub script: String,
}

impl ScriptTool {
    /// The tool as JSON, as hosts of manifests know it.
    pub fn to_json(&self) -> Json {
        json!({
            "name": self.name,
            "description": self.description,
            "input_schema": self.input_schema,
            "implementation": "script",
            "script": self.script,
        })
    }
}

/// The tools of a manifest, one for each script. A script that cannot be read has a general
/// description; one that lies outside the skill is no tool.
pub fn tools(manifest: &Manifest, tree: &dyn Tree) -> Vec<ScriptTool> {
    let mut left = SCRIPTS_BYTES;
    let mut tools = Vec::new();
    for script in &manifest.scripts {
        let content = match paths::find(tree, script) {
            Place::Outside => continue,
            Place::Missing => Vec::new(),
            Place::Inside(file) => tree.read(&file, SCRIPT_BYTES.min(left)).unwrap_or_default(),
        };
        left -= content.len().min(left);
        let stem = stem(script);
        let description = described(&String::from_utf8_lossy(&content))
            .unwrap_or_else(|| format!("Execute {stem} script"));
        tools.push(ScriptTool {
            name: stem.replace('-', "_"),
            description,
            input_schema: schema(),
            script: script.clone(),
        });
    }
    tools
}

fn schema() -> Json {
    json!({
        "type": "object",
        "properties": {
            "args": { "type": "object", "description": "Arguments to pass to the script" },
        },
    })
}

/// The last segment without its extension; a name that begins with its only dot has none.
fn stem(path: &str) -> &str {
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// What stands after the first mark that has something after it on its line.
fn described(text: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let after = &line[line.find(MARK)? + MARK.len()..];
        // `@descriptions` is another word; the end of a block comment is no part of the text.
        let text = after.strip_prefix([' ', '\t'])?.trim().trim_end_matches("*/").trim_end();
        (!text.is_empty()).then(|| text.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_as_node_has_them() {
        let table = [
            ("scripts/fetch-page.sh", "fetch-page"),
            ("a.tar.gz", "a.tar"),
            (".hidden", ".hidden"),
            ("x/.env.sh", ".env"),
            ("run", "run"),
            ("run.", "run"),
            ("", ""),
        ];
        for (path, expected) in table {
            assert_eq!(stem(path), expected, "{path:?}");
        }
    }

    #[test]
    fn the_first_description_counts() {
        let table = [
            ("# @description Get it\n# @description other", Some("Get it")),
            ("/** @description Get it */", Some("Get it")),
            ("# @descriptions x\n# @description\n# @description\ty \r\n", Some("y")),
            ("# description: x", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(described(text).as_deref(), expected, "{text:?}");
        }
    }
}
