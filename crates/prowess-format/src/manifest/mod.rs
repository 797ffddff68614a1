//! `manifest.json`: the other way to describe a skill.
//!
//! A manifest names a skill's parts instead of holding its instructions: context files, scripts,
//! servers, dependencies. The flow is that of a `SKILL.md`: [`parse`] never fails, [`validate`]
//! collects every error, and [`context`] and [`tools`] read the parts through a bounded tree.
//! [`to_skill_md`] and [`from_skill`] show a skill of either kind as one of the other.

mod context;
mod convert;
mod model;
mod paths;
mod places;
mod read;
mod tools;
mod validate;

use crate::Code;
use crate::tree::TreePath;

pub use context::{CONTEXT_BYTES, SEPARATOR, context};
pub use convert::{from_skill, to_skill_md};
pub use model::{Manifest, McpKind, McpServer};
pub use read::{LIST_ITEMS, ParsedManifest, parse};
pub use tools::{ScriptTool, tools};
pub use validate::{is_id, is_version, registration_error, validate};

/// The file a manifest is kept in, at the top of a skill.
pub const FILE_NAME: &str = "manifest.json";

/// The path of the manifest inside a skill.
pub fn file() -> TreePath {
    TreePath::new(FILE_NAME).unwrap_or_default()
}

/// The codes of this module, in the order in which they are reported.
pub(crate) fn codes() -> impl Iterator<Item = &'static Code> {
    read::CODES.iter().chain(validate::CODES).chain(context::CODES).copied()
}
