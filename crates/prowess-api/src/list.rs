//! `prowess list --json`.

use serde::Serialize;

use crate::DiagnosticJson;

/// The skills that are loaded. They may be any sequence of [`ListedSkill`], so that those of a large
/// catalog need not be there all at once.
#[derive(Debug, Serialize)]
pub struct ListDocument<S> {
    /// 1.
    pub version: u32,
    /// Changes when the answer does.
    pub revision: String,
    /// The profile in force.
    pub profile: String,
    /// What all of them cost, where `--tokens` asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokensJson>,
    /// Sorted by name.
    pub skills: S,
}

/// One skill of a listing.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedSkill {
    /// The name it goes by.
    pub name: String,
    /// What the agent shows its users in place of the name, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What it says it is for; nothing where it does not say.
    pub description: Option<String>,
    /// The file that describes it.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// The skill's directory.
    pub directory: String,
    /// What kind of place it was found in.
    pub scope: &'static str,
    /// The place where the search began.
    pub root: String,
    /// Who reads that place, in the agent's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The level of that provider: `user` or `project`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// Whether it is kept out of what a model is shown.
    pub hidden: bool,
    /// Whether what it brings may run: it is the user's own, or of a project that is trusted.
    pub trusted: bool,
    /// What the scanner said, or `unscanned`.
    pub verdict: &'static str,
    /// What it costs, where `--tokens` asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokensJson>,
    /// What is to be said about its form.
    pub diagnostics: Vec<DiagnosticJson>,
}

/// An estimate of tokens: a quarter of the bytes, rounded up.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TokensJson {
    /// In what a model is told of the skills there are; 0 where it is not told of it.
    pub listing: u64,
    /// In the file that describes the skill.
    pub instructions: u64,
}

/// `prowess list --commands --json`: the commands that load skills.
#[derive(Debug, Serialize)]
pub struct CommandsDocument {
    /// 1.
    pub version: u32,
    /// The profile in force.
    pub profile: String,
    /// In the order of the skills' names.
    pub commands: Vec<CommandJson>,
}

/// A command that loads a skill.
#[derive(Debug, Serialize)]
pub struct CommandJson {
    /// What is typed after the slash.
    pub name: String,
    /// The skill's own name.
    pub skill: String,
    /// What is shown beside it.
    pub description: String,
}
