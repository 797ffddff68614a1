//! A skill that was read.

use std::sync::Arc;

use crate::diagnostic::Span;
use crate::frontmatter::Frontmatter;
use crate::tree::TreePath;

/// Where a name or a description comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From the frontmatter, as it stands there.
    Frontmatter,
    /// From the frontmatter, mended.
    Repaired,
    /// From the directory's or file's name.
    Directory,
    /// From the first paragraph of the body.
    Body,
}

/// A text and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sourced {
    /// The text, trimmed.
    pub text: String,
    /// Its origin.
    pub origin: Origin,
}

/// A skill as its `SKILL.md` describes it. Parts that are missing are `None`, never an error.
#[derive(Clone, Debug)]
pub struct Skill {
    /// The name it goes by.
    pub name: Option<Sourced>,
    /// What it says it is for.
    pub description: Option<Sourced>,
    /// Everything between the fences.
    pub frontmatter: Frontmatter,
    /// The file inside the skill's directory.
    pub file: TreePath,
    pub(crate) text: Arc<str>,
    pub(crate) body: Span,
    pub(crate) exact: bool,
    pub(crate) has_body: bool,
}

impl Skill {
    /// The text of the file, decoded.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The instructions below the frontmatter.
    pub fn body(&self) -> &str {
        self.body.of(&self.text)
    }

    /// Whether the body was read; a listing reads heads only.
    pub fn has_body(&self) -> bool {
        self.has_body
    }

    /// Where the body stands in the text.
    pub fn body_span(&self) -> Span {
        self.body
    }

    /// Whether the text is byte for byte what the file holds, so that spans can be used to edit it.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The name, or nothing.
    pub fn name_text(&self) -> &str {
        self.name.as_ref().map_or("", |name| &name.text)
    }

    /// The description, or nothing.
    pub fn description_text(&self) -> &str {
        self.description.as_ref().map_or("", |description| &description.text)
    }
}
