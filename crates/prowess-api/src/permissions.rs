//! `prowess permissions --json`.

use serde::Serialize;

/// What was allowed for good.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PermissionsDocument {
    /// 1.
    pub version: u32,
    /// What is allowed; with `revoke`, what no longer is.
    pub approvals: Vec<ApprovalJson>,
}

/// Something that was allowed for good.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalJson {
    /// `skill`: a model loads it; `command`: its commands run.
    pub permission: String,
    /// The skill.
    pub skill: String,
    /// Where it lies.
    pub path: String,
    /// The tree that it was allowed for: as soon as that changes, it is asked again.
    pub digest: String,
    /// Its commands may reach the network.
    pub network: bool,
}
