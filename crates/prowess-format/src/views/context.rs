//! Where a skill runs, which several families say with the same key.

use super::read;
use crate::frontmatter::Frontmatter;

/// Where a skill runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Context {
    /// In the conversation that asked for it.
    #[default]
    Inline,
    /// In a subagent of its own.
    Fork,
}

impl Context {
    /// The key `context`; anything but the two words is [`Context::Inline`].
    pub(super) fn read(frontmatter: &Frontmatter) -> Self {
        let words = [("inline", Self::Inline), ("fork", Self::Fork)];
        read::word(frontmatter, "context", &words).unwrap_or_default()
    }
}
