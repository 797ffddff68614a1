//! YAML that is no frontmatter: the settings files of agents.

use std::sync::Arc;

use crate::diagnostic::Span;
use crate::frontmatter::{Frontmatter, Schema};
use crate::limits;
use crate::yaml;

/// What a YAML text says, as JSON; nothing where it is not valid, or larger or deeper than is read.
pub fn yaml_to_json(text: &str) -> Option<serde_json::Value> {
    if text.len() > limits::FRONTMATTER_BYTES {
        return None;
    }
    let span = Span::new(0, text.len());
    let root = yaml::read(text, span).ok()?;
    let document = Frontmatter::new(Arc::from(text), span, root, Schema::Core);
    Some(document.root().to_json_value())
}
