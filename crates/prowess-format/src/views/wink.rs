//! How WINK shows a skill.

use super::read;
use crate::body;
use crate::skill::Skill;

/// What WINK makes of a skill's frontmatter and body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wink {
    /// The heading of its section: the key `title`, else the first heading of the body.
    pub title: Option<String>,
    /// The line that stands for the skill until it is opened; none without a name.
    pub summary: Option<String>,
}

impl Wink {
    /// Reads title and summary.
    pub fn read(skill: &Skill) -> Self {
        let title = read::text(&skill.frontmatter, "title").or_else(|| body::title(skill.body()));
        let summary = skill.name().map(|name| {
            let summary = format!("[Skill: {}] {}", name.text, skill.description_text());
            summary.trim_end().to_owned()
        });
        Self { title, summary }
    }
}
