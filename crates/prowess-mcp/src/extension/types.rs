//! The types of the extension, as they are on the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How long a list may be taken for fresh, in milliseconds. Clients hear of changes besides.
pub(crate) const TTL_MS: u64 = 5_000;

/// Which page of a list is wanted.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct ListParams {
    pub(crate) cursor: Option<String>,
}

/// Which skill or directory is wanted.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct UriParams {
    pub(crate) uri: String,
    pub(crate) cursor: Option<String>,
}

/// One file of a skill.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SkillResource {
    pub(crate) uri: String,
    pub(crate) digest: String,
    pub(crate) size: u64,
}

/// The files of a skill.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum SkillResources {
    /// All of them.
    Files(Vec<SkillResource>),
    /// They cannot be told beforehand.
    Dynamic(DynamicResources),
}

/// The word for that.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) enum DynamicResources {
    #[serde(rename = "dynamic")]
    Dynamic,
}

/// A skill.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Skill {
    pub(crate) uri: String,
    pub(crate) frontmatter: Map<String, Value>,
    pub(crate) resources: SkillResources,
}

/// The word of every result that is complete.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) enum ResultType {
    #[serde(rename = "complete")]
    Complete,
}

/// Who may keep a result: what is a user's own is nobody else's.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) enum CacheScope {
    #[serde(rename = "private")]
    Private,
}

/// The answer of `skills/list`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListResult {
    pub(crate) result_type: ResultType,
    pub(crate) skills: Vec<Skill>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_cursor: Option<String>,
    pub(crate) ttl_ms: u64,
    pub(crate) cache_scope: CacheScope,
}

/// The answer of `skills/get`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GetResult {
    pub(crate) result_type: ResultType,
    pub(crate) skill: Skill,
    pub(crate) ttl_ms: u64,
    pub(crate) cache_scope: CacheScope,
}

/// The answer of `resources/directory/read`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DirectoryResult {
    pub(crate) result_type: ResultType,
    pub(crate) resources: Vec<rmcp::model::Resource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_cursor: Option<String>,
}
