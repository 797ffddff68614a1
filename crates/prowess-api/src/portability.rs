//! `prowess check --for AGENT --json`.

use std::borrow::Cow;
use std::path::Path;

use prowess_format::portability::{Consequence, Effect};
use serde::Serialize;

use crate::PathText;
use crate::diagnostic::diagnostic_path;

/// What agents make of skills.
#[derive(Debug, Serialize)]
pub struct PortabilityDocument {
    /// 1.
    pub version: u32,
    /// One for each skill, or place where a skill was expected.
    pub skills: Vec<PortableSkill>,
}

/// One skill.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PortableSkill {
    /// The skill's directory, or its file where it is a single file.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// The name it has or, where it has none, that of its directory.
    pub name: Option<String>,
    /// What each agent makes of it.
    pub agents: Vec<AgentEffects>,
}

/// What one agent makes of a skill.
#[derive(Debug, Serialize)]
pub struct AgentEffects {
    /// The agent's profile.
    pub profile: String,
    /// Whether it loads the skill.
    pub loads: bool,
    /// What becomes of the skill's parts, the worst first.
    pub effects: Vec<EffectJson>,
}

/// What becomes of one part.
#[derive(Debug, Serialize)]
pub struct EffectJson {
    /// `rejects`, `ignores`, `truncates` or `reads-otherwise`.
    pub effect: Effect,
    /// Why; `prowess explain` has its page.
    pub code: &'static str,
    /// One sentence, in the agent's own words where it has some.
    pub message: String,
    /// Where, if it is about a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<LocationJson>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Cow<'static, str>>,
}

/// A place in a file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationJson {
    /// The file, below the path that was given.
    pub file: String,
    /// The file's bytes in base64, where its path is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1.
    pub column: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl EffectJson {
    /// Of an effect on the skill in `directory`.
    pub fn new(consequence: &Consequence, directory: &Path) -> Self {
        let diagnostic = &consequence.diagnostic;
        let location = diagnostic.location.map(|location| {
            let file = PathText::new(&diagnostic_path(diagnostic, directory));
            LocationJson {
                file: file.text,
                file_bytes: file.bytes,
                line: location.line,
                column: location.column,
                start: location.span.start,
                end: location.span.end,
            }
        });
        Self {
            effect: consequence.effect,
            code: diagnostic.code.id,
            message: diagnostic.message.clone(),
            location,
            fix: diagnostic.help.clone(),
        }
    }
}
