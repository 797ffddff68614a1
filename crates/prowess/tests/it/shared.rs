//! Data that is not part of the repository: public skills beside it, on machines that have them.

use std::path::PathBuf;

/// A head of a public `SKILL.md`.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct Head {
    pub(crate) id: String,
    pub(crate) dir: String,
    pub(crate) file: String,
    pub(crate) head: String,
    /// What a strict YAML reader says: `ok`, `error` or `no_frontmatter`.
    pub(crate) strict_yaml: String,
}

/// The heads, or `None` and a loud line where they are not there.
pub(crate) fn heads(test: &str) -> Option<Vec<Head>> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/frontmatter.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!(
            "SKIPPED {test}: ../shared/corpus/frontmatter.jsonl is not beside the repository"
        );
        return None;
    };
    let heads =
        text.lines().map(|line| serde_json::from_str(line).expect("a head is a JSON object"));
    Some(heads.collect())
}
