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

/// A text, trimmed, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sourced<'a> {
    /// The text.
    pub text: &'a str,
    /// Its origin.
    pub origin: Origin,
}

/// What a skill keeps of a name or a description: nothing where the frontmatter has it.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) text: KeptText,
    pub(crate) origin: Origin,
}

/// Where that text is.
#[derive(Clone, Debug)]
pub(crate) enum KeptText {
    /// It is the value of the frontmatter's entry of this number.
    Entry(u32),
    /// It stands nowhere else.
    Own(Box<str>),
}

/// A skill as its `SKILL.md` describes it. Parts that are missing are `None`, never an error.
#[derive(Clone, Debug)]
pub struct Skill {
    pub(crate) name: Option<Kept>,
    pub(crate) description: Option<Kept>,
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

    /// The name it goes by.
    pub fn name(&self) -> Option<Sourced<'_>> {
        self.name.as_ref().map(|kept| self.sourced(kept))
    }

    /// What it says it is for.
    pub fn description(&self) -> Option<Sourced<'_>> {
        self.description.as_ref().map(|kept| self.sourced(kept))
    }

    /// Gives it another name: what an agent calls it.
    pub fn rename(&mut self, name: &str, origin: Origin) {
        self.name = Some(Kept { text: KeptText::Own(name.into()), origin });
    }

    fn sourced<'a>(&'a self, kept: &'a Kept) -> Sourced<'a> {
        let text = match &kept.text {
            KeptText::Entry(number) => trimmed(self.frontmatter.value_text(*number as usize)),
            KeptText::Own(text) => text,
        };
        Sourced { text, origin: kept.origin }
    }

    /// The name, or nothing.
    pub fn name_text(&self) -> &str {
        self.name().map_or("", |name| name.text)
    }

    /// The description, or nothing.
    pub fn description_text(&self) -> &str {
        self.description().map_or("", |description| description.text)
    }
}

/// `text.trim()`, which nearly every text is: then its first and last byte tell.
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}
