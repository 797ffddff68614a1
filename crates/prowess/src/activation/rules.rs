//! The `[activation]` table of a profile: what a skill that is started comes to, in the agent's words.

use serde::Deserialize;

use super::page::{Dependency, Page, ResourceFile};
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
            files: 0,
            dependencies: false,
            not_found: "Skill \"{{ name }}\" not found. Available skills: {{ available }}"
                .to_owned(),
            user_keys: Vec::new(),
        }
    }
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
        self.not_found("x", &[]).map(drop)
    }
}
