//! `prowess agents --json`.

use std::collections::BTreeMap;

use serde::Serialize;

/// The agents that are here, or all that are known.
#[derive(Debug, Serialize)]
pub struct AgentsDocument {
    /// 1.
    pub version: u32,
    /// By id.
    pub agents: Vec<AgentJson>,
}

/// One agent.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentJson {
    /// What it is called.
    pub id: String,
    /// The profile that says how it treats skills; nothing where only its directories are known.
    pub profile: Option<String>,
    /// The product the profile stands for.
    pub product: String,
    /// Its version, or the date of what is known about it.
    pub emulates: String,
    /// Whether it is on this machine.
    pub present: bool,
    /// What shows that: directories, files, programs.
    pub found_by: Vec<String>,
    /// Where it looks for skills, in its order; only those that are there.
    pub directories: Vec<AgentDirectory>,
    /// How many skills it loads.
    pub loaded: usize,
    /// How many of them are kept out of what a model is shown.
    pub hidden: usize,
    /// How many it finds and does not load, by reason.
    pub lost: BTreeMap<&'static str, usize>,
}

/// A place an agent reads.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentDirectory {
    /// The directory.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// What kind of place it is.
    pub scope: &'static str,
    /// How many skills are loaded from it.
    pub loaded: usize,
}

/// `prowess agents --matrix --json`: skills by agents.
#[derive(Debug, Serialize)]
pub struct MatrixDocument {
    /// 1.
    pub version: u32,
    /// The agents, in the order of the columns.
    pub agents: Vec<String>,
    /// Sorted by name.
    pub skills: Vec<MatrixSkill>,
}

/// One skill under every agent that finds something of its name.
#[derive(Debug, Serialize)]
pub struct MatrixSkill {
    /// The skill's name.
    pub name: String,
    /// By agent.
    pub agents: BTreeMap<String, MatrixCell>,
}

/// How it stands with a skill under one agent.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MatrixCell {
    /// `visible`, `hidden`, `denied`, `not-eligible`, `off`, `rejected` or `shadowed`.
    pub state: &'static str,
    /// The file that counts.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// Why.
    pub reason: String,
}
