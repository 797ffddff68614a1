//! The fields of Roo Code.

use super::read;
use crate::frontmatter::Frontmatter;

/// What Roo Code reads beside name and description: the modes a skill is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roo {
    /// The modes; none is every mode.
    pub mode_slugs: Vec<String>,
    /// The one mode, as older skills say it.
    pub mode: Option<String>,
}

impl Roo {
    /// Reads the fields.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        Self {
            mode_slugs: read::comma_list(frontmatter, "modeSlugs"),
            mode: read::text(frontmatter, "mode"),
        }
    }
}
