//! Skills that are written in code, not in a file: WINK's `Skill` section.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::diagnostic::{Diagnostic, Severity};
use crate::parse::{Document, parse};
use crate::rules::Rules;
use crate::template::{self, OnMissing, TemplateError};
use crate::tree::TreePath;
use crate::validate::{Surroundings, validate};
use crate::write;

/// A skill given by values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineSkill {
    /// The name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The heading it is shown under.
    pub title: String,
    /// The instructions, with `$name` placeholders.
    pub template: String,
    /// What is shown until it is opened; made from name and description where it is not given.
    pub summary: Option<String>,
    /// The tools it brings. A skill with tools stays in the prompt, one without can be installed.
    pub tools: Vec<String>,
}

impl InlineSkill {
    /// What is shown until the skill is opened.
    pub fn summary(&self) -> String {
        match &self.summary {
            Some(summary) => summary.clone(),
            None => format!("[Skill: {}] {}", self.name, self.description),
        }
    }

    /// Whether it brings tools of its own.
    pub fn has_tools(&self) -> bool {
        !self.tools.is_empty()
    }

    /// The skill as a `SKILL.md`: name and description, then the template with its values.
    pub fn to_skill_md(&self, values: &BTreeMap<String, String>) -> Result<String, TemplateError> {
        let body = template::substitute(&self.template, values, OnMissing::Refuse)?;
        Ok(write::skill_md(&self.fields(false), &body))
    }

    /// What is wrong with it: the same checks, under the same codes, as for a file that says this.
    pub fn check(&self, rules: &Rules) -> Vec<Diagnostic> {
        let text = write::skill_md(&self.fields(true), &self.template);
        let file = TreePath::skill_file();
        let (bytes, size) = (text.as_bytes(), text.len() as u64);
        let document = Document { file: &file, bytes, directory: None, size, flat: false };
        let parsed = parse(document, rules);
        let mut found = validate(&parsed.skill, parsed.diagnostics, Surroundings::default(), rules);
        // Lines and bytes would be those of a file that nobody wrote.
        found.iter_mut().for_each(|item| (item.location, item.fix) = (None, None));
        found
    }

    /// Whether nothing refuses it.
    pub fn is_valid(&self, rules: &Rules) -> bool {
        !self.check(rules).iter().any(|item| item.severity == Severity::Error)
    }

    fn fields(&self, with_title: bool) -> Map<String, Json> {
        let mut fields = Map::new();
        fields.insert("name".to_owned(), Json::String(self.name.clone()));
        fields.insert("description".to_owned(), Json::String(self.description.clone()));
        if with_title {
            fields.insert("title".to_owned(), Json::String(self.title.clone()));
        }
        fields
    }
}
