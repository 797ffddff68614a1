//! Level 2: from the name of a skill and arguments to the exact text, and to what it asks for beside it.
//!
//! ```text
//! name ─ find, may it? ─▶ entry ─ body ─▶ fill: arguments, variables ─▶ wrap: the agent's template ─▶ Plan
//! ```
//!
//! A plan is a value. Nothing is run: what the text asks for is in [`Plan::wanted`], and in the place of a
//! command stand the agent's words for one that did not run.

mod dependencies;
mod page;
mod rules;

use std::path::{Path, PathBuf};

pub use rules::ActivationRules;

use prowess_format::dialect::{Applies, Variable};
use prowess_format::fill::{self, Filled, Input, Segment, Wanted};
use prowess_format::frontmatter::Value;
use prowess_format::views::Context;
use prowess_format::views::claude_code::ClaudeCode;
use prowess_format::{Dialect, Frontmatter};
use prowess_scan::Verdict;

use crate::cancel::Cancel;
use crate::catalog::{Catalog, CatalogEntry};
use crate::engine::Engine;
use crate::listing::path_text;
use crate::resolve::Status;
use crate::scan::ScanError;
use crate::search::search;
use page::Page;

/// How many other skills are named where one is not there.
const SUGGESTIONS: usize = 3;

/// Who starts a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Caller {
    /// A user, by its command.
    #[default]
    User,
    /// A model.
    Model,
}

/// How a skill is started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// What was typed after its name.
    pub arguments: &'a str,
    /// By whom.
    pub caller: Caller,
    /// The project that is worked on.
    pub project: Option<&'a Path>,
    /// What the conversation is called.
    pub session: Option<&'a str>,
}

/// What a skill that is started comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The skill.
    pub name: String,
    /// The file that describes it.
    pub file: PathBuf,
    /// The text for the model, in the agent's wrapper.
    pub text: String,
    /// What the instructions in it are made of, before anything was made harmless for the wrapper.
    pub segments: Vec<Segment<'static>>,
    /// What the instructions ask for, and did not get.
    pub wanted: Vec<Wanted>,
    /// Where it is to run.
    pub context: Context,
    /// The model it wants.
    pub model: Option<String>,
    /// The tools it may use.
    pub allowed_tools: Vec<String>,
    /// What the one who asked should know.
    pub warnings: Vec<String>,
}

/// Why a skill is not started.
#[derive(Debug, thiserror::Error)]
pub enum ActivationError {
    /// No such skill is loaded.
    #[error("{message}")]
    NotFound {
        /// What was asked for.
        name: String,
        /// The agent's words.
        message: String,
        /// Why a skill of that name is not loaded, where there is one.
        reason: Option<String>,
        /// Skills that may be meant, the best first.
        suggestions: Vec<String>,
    },
    /// Its author, or a setting, keeps it from models.
    #[error("skill `{name}` is not for models: {reason}")]
    NotForModels {
        /// The skill.
        name: String,
        /// What keeps it from them.
        reason: String,
    },
    /// Its author keeps it from users.
    #[error("skill `{name}` is not for users: it says `{key}: false`")]
    NotForUsers {
        /// The skill.
        name: String,
        /// The key that says so.
        key: String,
    },
    /// The scanner blocks it.
    #[error("skill `{name}` is blocked: {reason}")]
    Blocked {
        /// The skill.
        name: String,
        /// What was found.
        reason: String,
    },
    /// Its files changed while it was scanned.
    #[error("skill `{name}` changed while it was scanned; start it again")]
    Changed {
        /// The skill.
        name: String,
    },
    /// It could not be scanned.
    #[error("skill `{name}` cannot be scanned: {cause}")]
    Unscanned {
        /// The skill.
        name: String,
        /// Why.
        cause: ScanError,
    },
    /// Its file cannot be read.
    #[error("skill `{name}` cannot be read from {}: {cause}", .path.display())]
    Unreadable {
        /// The skill.
        name: String,
        /// Its file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// Its text is too long.
    #[error("skill `{name}` is refused: {cause}")]
    TooLong {
        /// The skill.
        name: String,
        /// The limit.
        cause: fill::TooLong,
    },
    /// A template cannot be used; the check of a profile finds that before.
    #[error("the template of the activation cannot be used: {0}")]
    Template(String),
}

impl Engine {
    /// Starts a skill of a catalog that this engine loaded, unless the scanner blocks what is there now.
    pub fn activate(
        &self,
        catalog: &Catalog,
        name: &str,
        request: &Request<'_>,
        cancel: &Cancel,
    ) -> Result<Plan, ActivationError> {
        let plan = catalog.activate(name, request)?;
        let entry = catalog.startable(name, request.caller)?;
        let (needed, _) = catalog.needed(entry);
        for entry in std::iter::once(entry).chain(needed) {
            let name = || entry.skill.name_text().to_owned();
            let judged = self
                .verdict_by_content(&entry.candidate, cancel)
                .map_err(|cause| ActivationError::Unscanned { name: name(), cause })?;
            if judged.verdict == Verdict::Block {
                return Err(ActivationError::Blocked { name: name(), reason: judged.reason() });
            }
        }
        // What was scanned has to be what was read: a file that changed in between is neither.
        match catalog.activate(name, request)? == plan {
            true => Ok(plan),
            false => Err(ActivationError::Changed { name: plan.name }),
        }
    }
}

impl Catalog {
    /// What a skill comes to, by its name. What the scanner says of it is not asked here; see
    /// [`Engine::activate`].
    pub fn activate(&self, name: &str, request: &Request<'_>) -> Result<Plan, ActivationError> {
        let entry = self.startable(name, request.caller)?;
        let rules = &self.profile.activation;
        let name = || entry.skill.name_text().to_owned();
        let fields = ClaudeCode::read(&entry.skill.frontmatter);
        let body = self.body_of(entry)?;
        let nothing = Dialect::default();
        let dialect = match (self.profile.dialect.applies, request.caller) {
            (Applies::Command, Caller::Model) => &nothing,
            _ => &self.profile.dialect,
        };
        let filled = fill(entry, &body, dialect, &fields.arguments, request)?;
        let candidate = &entry.candidate;
        let model = fields.model.filter(|model| model != "inherit");
        let (needed, warnings) = self.needed(entry);
        let mut page = Page {
            name: name(),
            body: filled.text(),
            file: path_text(&candidate.file),
            directory: path_text(&candidate.directory),
            arguments: request.arguments.trim().to_owned(),
            model: model.clone().unwrap_or_default(),
            allowed_tools: fields.allowed_tools.join(", "),
            dependencies: self.dependencies(&needed, request)?,
            ..Page::default()
        };
        page.name_files(entry, rules.files);
        let template = match request.caller {
            Caller::User => rules.command.as_ref().unwrap_or(&rules.template),
            Caller::Model => &rules.template,
        };
        let owned = |piece: Segment<'_>| Segment {
            text: piece.text.into_owned().into(),
            source: piece.source,
        };
        let Filled { segments, wanted } = filled;
        Ok(Plan {
            name: name(),
            file: candidate.file.clone(),
            text: page.render(template).map_err(ActivationError::Template)?,
            segments: segments.into_iter().map(owned).collect(),
            wanted,
            context: fields.context,
            model,
            allowed_tools: fields.allowed_tools,
            warnings,
        })
    }

    /// The skill of a name, where this caller may start it.
    fn startable(&self, name: &str, caller: Caller) -> Result<&CatalogEntry, ActivationError> {
        let entry = self.find(name).ok_or_else(|| self.not_found(name, caller))?;
        let name = || entry.skill.name_text().to_owned();
        match caller {
            Caller::Model => match entry.hidden_by() {
                Some(reason) => {
                    Err(ActivationError::NotForModels { name: name(), reason: reason.to_owned() })
                }
                None => Ok(entry),
            },
            Caller::User => {
                match refusing_key(&self.profile.activation.user_keys, &entry.skill.frontmatter) {
                    Some(key) => {
                        Err(ActivationError::NotForUsers { name: name(), key: key.to_owned() })
                    }
                    None => Ok(entry),
                }
            }
        }
    }

    fn not_found(&self, name: &str, caller: Caller) -> ActivationError {
        let told = |entry: &&CatalogEntry| caller == Caller::User || !entry.is_hidden();
        let text = |entry: &CatalogEntry| entry.skill.name_text().to_owned();
        let mut available: Vec<String> = self.active().into_iter().filter(told).map(text).collect();
        available.dedup();
        let rejected = self.entries().iter().filter(|entry| entry.skill.name_text() == name);
        let reason = rejected.filter_map(|entry| match &entry.status {
            Status::Rejected(rejection) => Some(rejection.message.clone()),
            _ => None,
        });
        let hits = search(self, name, SUGGESTIONS + available.len().min(SUGGESTIONS));
        let suggestions = hits.best.iter().map(|hit| hit.entry).filter(told).map(text);
        match self.profile.activation.not_found(name, &available) {
            Ok(message) => ActivationError::NotFound {
                name: name.to_owned(),
                message,
                reason: reason.into_iter().next(),
                suggestions: suggestions.take(SUGGESTIONS).collect(),
            },
            Err(cause) => ActivationError::Template(cause),
        }
    }

    fn body_of(&self, entry: &CatalogEntry) -> Result<String, ActivationError> {
        let body = entry.body(&self.profile.format);
        body.map_err(|cause| ActivationError::Unreadable {
            name: entry.skill.name_text().to_owned(),
            path: entry.candidate.file.clone(),
            cause,
        })
    }
}

/// Fills in a skill's text.
fn fill<'a>(
    entry: &CatalogEntry,
    body: &'a str,
    dialect: &Dialect,
    names: &[String],
    request: &Request<'_>,
) -> Result<Filled<'a>, ActivationError> {
    let variables = variables(entry, request);
    let arguments = request.arguments.trim();
    let filled = fill::fill(body, dialect, &Input { arguments, names, variables: &variables });
    filled.map_err(|cause| ActivationError::TooLong {
        name: entry.skill.name_text().to_owned(),
        cause,
    })
}

/// What the variables stand for, as far as that is known.
fn variables(entry: &CatalogEntry, request: &Request<'_>) -> Vec<(Variable, String)> {
    // The skills of a plugin lie in a directory of it.
    let plugin = entry.root.plugin.as_ref().and_then(|_| entry.root.path.parent());
    let effort = entry.skill.frontmatter.get("effort").and_then(Value::text);
    let known = [
        (Variable::SkillDirectory, Some(path_text(&entry.candidate.directory))),
        (Variable::ProjectDirectory, request.project.map(path_text)),
        (Variable::PluginDirectory, plugin.map(path_text)),
        (Variable::Session, request.session.map(str::to_owned)),
        (Variable::Effort, effort.map(str::to_owned)),
    ];
    known.into_iter().filter_map(|(variable, value)| Some((variable, value?))).collect()
}

/// The key by which a frontmatter keeps its skill from users.
fn refusing_key<'a>(keys: &'a [String], frontmatter: &Frontmatter) -> Option<&'a str> {
    let refuses =
        |key: &&String| frontmatter.get(key).is_some_and(|value| value.as_flag() == Some(false));
    keys.iter().find(refuses).map(String::as_str)
}
