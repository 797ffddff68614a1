//! `prowess prompt --json`.

use serde::Serialize;

/// What a model is told about the skills there are.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptDocument {
    /// 1.
    pub version: u32,
    /// The profile in force.
    pub profile: String,
    /// The text; empty where nothing is said.
    pub text: String,
    /// What was done to make it fit: `full`, `aliases`, `shortened`, `round-robin`, `names-only`,
    /// `names-always` or `cut`.
    pub step: &'static str,
    /// How many skills are in it.
    pub shown: usize,
    /// The names of skills that are left out for lack of room.
    pub omitted: Vec<String>,
    /// The names of skills whose description is shortened or gone.
    pub shortened: Vec<String>,
    /// What the one who asked for it should know.
    pub warnings: Vec<String>,
    /// An estimate of the tokens it costs.
    pub estimated_tokens: usize,
}
