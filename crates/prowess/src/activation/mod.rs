//! Level 2: from the name of a skill and arguments to the exact text, and to what it asks for beside it.
//!
//! ```text
//! name ─ find, may it? ─▶ entry ─ body ─▶ fill: arguments, variables ─▶ wrap: the agent's template ─▶ Plan
//! Plan ─ scan ─▶ permission ─▶ files, commands ─▶ wrap again ─▶ Performed
//! ```
//!
//! A plan is a value. Nothing is run: what the text asks for is in [`Plan::wanted`], and in the place of a
//! command stand the agent's words for one that did not run. Performing it is the engine's.

mod attach;
mod commands;
mod dependencies;
mod error;
mod page;
mod perform;
mod rules;

use std::path::{Path, PathBuf};

pub use attach::Attached;
pub use commands::{CommandOutcome, CommandStatus};
pub(crate) use commands::{has_network, how};
pub use error::ActivationError;
pub use perform::Performed;
pub use rules::ActivationRules;

use prowess_format::dialect::{Applies, Variable};
use prowess_format::fill::{self, Filled, Input, Segment, Wanted};
use prowess_format::frontmatter::Value;
use prowess_format::views::Context;
use prowess_format::views::claude_code::ClaudeCode;
use prowess_format::views::gating::Gating;
use prowess_format::{Dialect, Digest, Frontmatter};

use crate::catalog::{Catalog, CatalogEntry};
use crate::discover::Candidate;
use crate::listing::path_text;
use crate::resolve::Status;
use crate::search::search;
use crate::trust::Standing;
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

/// What a skill that is started comes to: a value, nothing of which has happened yet. It is performed by
/// [`Engine::perform`](crate::Engine::perform).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The skill.
    pub name: String,
    /// The file that describes it.
    pub file: PathBuf,
    /// Its directory.
    pub directory: PathBuf,
    /// What a tool that loads it calls its result.
    pub title: String,
    /// The text for the model, in the agent's wrapper, as if nothing that it asks for happened.
    pub text: String,
    /// What the instructions in it are made of, before anything was made harmless for the wrapper.
    pub segments: Vec<Segment<'static>>,
    /// What the instructions ask for.
    pub wanted: Vec<Wanted>,
    /// Where it is to run.
    pub context: Context,
    /// The model it wants.
    pub model: Option<String>,
    /// The tools it may use.
    pub allowed_tools: Vec<String>,
    /// Whether what it brings may run.
    pub standing: Standing,
    /// Who starts it.
    pub caller: Caller,
    /// In which conversation.
    pub session: Option<String>,
    /// What was typed after its name.
    pub arguments: String,
    /// The project that is worked on.
    pub project: Option<PathBuf>,
    /// What the one who asked should know.
    pub warnings: Vec<String>,
    /// What the wrapper is filled with, and the wrapper.
    page: Page,
    template: String,
    /// What goes around all of it where it runs in a sub-agent.
    fork: Option<String>,
    /// What was read for it: the skill itself, then what it needs.
    read: Vec<ReadSkill>,
    /// None of its commands is to run.
    commands_off: bool,
    /// The name its settings go by.
    settings_key: String,
    /// The variable that its key goes into.
    primary_env: Option<String>,
}

/// A skill whose text is in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReadSkill {
    name: String,
    candidate: Candidate,
    /// Of the bytes that were read; nothing where they are part of the program.
    digest: Option<Digest>,
}

impl Catalog {
    /// What a skill comes to, by its name. Nothing is run, scanned or asked here; see
    /// [`Engine::perform`](crate::Engine::perform).
    pub fn activate(&self, name: &str, request: &Request<'_>) -> Result<Plan, ActivationError> {
        let entry = self.startable(name, request.caller)?;
        let rules = &self.profile.activation;
        let name = || entry.skill.name_text().to_owned();
        let fields = ClaudeCode::read(&entry.skill.frontmatter);
        let (body, digest) = self.body_of(entry)?;
        let nothing = Dialect::default();
        let dialect = match (self.profile.dialect.applies, request.caller) {
            (Applies::Command, Caller::Model) => &nothing,
            _ => &self.profile.dialect,
        };
        let filled = fill(entry, &body, dialect, &fields.arguments, request)?;
        let candidate = &entry.candidate;
        let model = fields.model.filter(|model| model != "inherit");
        let (needed, warnings) = self.needed(entry);
        let (dependencies, mut read) = self.dependencies(&needed, request)?;
        read.insert(0, ReadSkill { name: name(), candidate: candidate.clone(), digest });
        let mut page = Page {
            name: name(),
            body: filled.text(),
            file: path_text(&candidate.file),
            directory: path_text(&candidate.directory),
            arguments: request.arguments.trim().to_owned(),
            model: model.clone().unwrap_or_default(),
            allowed_tools: fields.allowed_tools.join(", "),
            dependencies,
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
        let namespaces: Vec<&str> = self.profile.namespaces.iter().map(String::as_str).collect();
        let gating = (!wanted.is_empty())
            .then(|| Gating::read(&entry.skill.frontmatter, &namespaces))
            .flatten();
        let (settings_key, primary_env) =
            gating.map_or((None, None), |gating| (gating.skill_key, gating.primary_env));
        let text = page.clone().render(template).map_err(ActivationError::Template)?;
        Ok(Plan {
            name: name(),
            file: candidate.file.clone(),
            directory: candidate.directory.clone(),
            title: rules.title(entry.skill.name_text()).map_err(ActivationError::Template)?,
            text,
            segments: segments.into_iter().map(owned).collect(),
            wanted,
            context: fields.context,
            model,
            allowed_tools: fields.allowed_tools,
            standing: entry.standing().clone(),
            caller: request.caller,
            session: request.session.map(str::to_owned),
            arguments: request.arguments.trim().to_owned(),
            project: request.project.map(Path::to_owned),
            warnings,
            page,
            template: template.clone(),
            fork: rules.fork.clone(),
            read,
            commands_off: false,
            settings_key: settings_key.unwrap_or_else(name),
            primary_env,
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

    pub(crate) fn not_found(&self, name: &str, caller: Caller) -> ActivationError {
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

    /// A skill's instructions, and the digest of the file they were read from.
    fn body_of(&self, entry: &CatalogEntry) -> Result<(String, Option<Digest>), ActivationError> {
        let body = entry.body_and_digest(&self.profile.format);
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
