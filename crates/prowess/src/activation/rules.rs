//! The `[activation]` table of a profile: what a skill that is started comes to, in the agent's words.

use serde::Deserialize;

use super::page::{Dependency, Page, ResourceFile};
use crate::listing::escape::one_line;
use crate::listing::template::Template;

/// What a skill that is started comes to. By default its text and nothing around it.
///
/// Templates see `name`, `body`, `file`, `directory`, `arguments`, `model`, `allowed_tools`, `files` (each
/// with `path` and `inside`), `omitted` and `dependencies` (each with `name` and `body`).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ActivationRules {
    /// What a model is given.
    pub template: String,
    /// What a user's command puts into the conversation, where that is something else.
    pub command: Option<String>,
    /// What a sub-agent is given, around what a model would be; the template sees `name`, `arguments`,
    /// `project` and `text`.
    pub fork: Option<String>,
    /// What a tool that loads a skill calls its result; the template sees `name`.
    pub title: String,
    /// What is said where the same text is in the conversation already; the template sees `name`.
    pub already_loaded: String,
    /// How many tokens of each skill stay in a conversation that is compacted, and how many of all.
    pub reattach: Reattach,
    /// How many of a skill's other files are named.
    pub files: usize,
    /// The skills that a skill names as its dependencies come with it.
    pub dependencies: bool,
    /// What is said where there is no such skill; the template sees `name` and `available`.
    pub not_found: String,
    /// The keys of a frontmatter that keep a skill from users, where their value means no.
    pub user_keys: Vec<String>,
}

impl Default for ActivationRules {
    fn default() -> Self {
        Self {
            template: "{{ body }}".to_owned(),
            command: None,
            fork: None,
            title: "Loaded skill: {{ name }}".to_owned(),
            already_loaded: "Skill \"{{ name }}\" is already loaded: the same instructions stand \
                             above, and they still hold."
                .to_owned(),
            reattach: Reattach::default(),
            files: 0,
            dependencies: false,
            not_found: "Skill \"{{ name }}\" not found. Available skills: {{ available }}"
                .to_owned(),
            user_keys: Vec::new(),
        }
    }
}

/// How much of the skills that were loaded stays in a conversation that is compacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Reattach {
    /// Tokens of one skill, from its beginning.
    pub each: usize,
    /// Tokens of all of them, the newest first.
    pub all: usize,
}

impl Default for Reattach {
    fn default() -> Self {
        Self { each: 5_000, all: 25_000 }
    }
}

/// What the template of `fork` sees.
#[derive(serde::Serialize)]
struct Forked<'a> {
    name: &'a str,
    arguments: &'a str,
    project: &'a str,
    text: &'a str,
}

/// What the templates of `title` and `already-loaded` see.
#[derive(serde::Serialize)]
struct Named<'a> {
    name: &'a str,
}

/// What the template of `not-found` sees.
#[derive(serde::Serialize)]
struct Missing<'a> {
    name: &'a str,
    available: &'a str,
}

impl ActivationRules {
    /// What is said where there is no skill of a name.
    pub(super) fn not_found(&self, name: &str, available: &[String]) -> Result<String, String> {
        let available = match available.is_empty() {
            true => "none".to_owned(),
            false => available.join(", "),
        };
        Template::new(&self.not_found, 1)?.render(&Missing { name, available: &available })
    }

    /// What a tool that loads a skill calls its result.
    pub(super) fn title(&self, name: &str) -> Result<String, String> {
        Template::new(&self.title, 1)?.render(&Named { name: &one_line(name) })
    }

    /// What is said where the same text is in the conversation already.
    pub(crate) fn already_loaded(&self, name: &str) -> Result<String, String> {
        Template::new(&self.already_loaded, 1)?.render(&Named { name: &one_line(name) })
    }

    /// Whether every template compiles and asks only for what there is.
    pub(crate) fn check(&self) -> Result<(), String> {
        let text = || "x".to_owned();
        let full = Page {
            name: text(),
            body: text(),
            file: text(),
            directory: text(),
            arguments: text(),
            model: text(),
            allowed_tools: text(),
            files: vec![ResourceFile { path: text(), inside: text() }],
            omitted: 1,
            dependencies: vec![Dependency { name: text(), body: text() }],
        };
        for source in std::iter::once(&self.template).chain(&self.command) {
            for page in [&full, &Page::default()] {
                let template = Template::new(source, 1)?;
                template
                    .render(page)
                    .map_err(|cause| format!("a template of the activation: {cause}"))?;
            }
        }
        if let Some(template) = &self.fork {
            for text in ["x", ""] {
                forked(template, text, text, text, text)?;
            }
        }
        self.title("x")?;
        self.already_loaded("x")?;
        self.not_found("x", &[]).map(drop)
    }
}

/// What a sub-agent is given.
pub(super) fn forked(
    template: &str,
    name: &str,
    arguments: &str,
    project: &str,
    text: &str,
) -> Result<String, String> {
    let name = &one_line(name);
    Template::new(template, 1)?.render(&Forked { name, arguments, project, text })
}
