//! What a skill is.
//!
//! Everything here is a pure function of bytes and rules: no file, clock, environment, process or
//! network is touched, and bad input is never an `Err`. The reading order of the modules is the
//! flow of the data:
//!
//! ```text
//! bytes ──decode──▶ text ──fence──▶ frontmatter text + body
//!                                    │ yaml (block subset, full reader, repair)
//!                                    ▼
//!                                 Frontmatter ──parse──▶ Skill ──validate──▶ diagnostics
//!                                                          │
//!                                     views (one per agent family), write, edit, portable
//! ```
//!
//! * [`parse`] turns the bytes of a `SKILL.md` into a [`Skill`] and diagnostics;
//! * [`validate()`] runs the checks, each in its own file;
//! * [`Rules`] is the `[format]` table of a profile: it selects how to read and how severe each
//!   finding is;
//! * [`Dialect`] is the `[dialect]` table: what in a skill's text an agent fills in or runs;
//! * [`fill()`](fill::fill) puts arguments and variables into a text, as a dialect says;
//! * [`portability`] says what an agent makes of a skill, and mends what it can;
//! * [`views`] are typed readings of the frontmatter for the agents that extend the standard;
//! * [`manifest`] is the other way to describe a skill, `manifest.json`;
//! * [`tree`] is a skill as a bounded tree of paths and bytes, with one digest.

pub mod blocked;
pub mod body;
pub mod code;
pub mod coerce;
mod command_line;
mod decode;
pub mod diagnostic;
pub mod dialect;
pub mod edit;
mod fence;
pub mod field;
pub mod fill;
pub mod frontmatter;
pub mod inline;
pub mod limits;
pub mod lookalike;
pub mod manifest;
pub mod name;
mod parse;
pub mod place;
pub mod placeholder;
pub mod portability;
pub mod portable;
pub mod rules;
mod skill;
pub mod template;
#[doc(hidden)]
pub mod testing;
pub mod tree;
pub mod validate;
pub mod views;
pub mod write;
pub mod yaml;
mod yaml_text;

pub use code::Code;
pub use diagnostic::{Diagnostic, Fix, Location, Report, Severity, Span};
pub use dialect::Dialect;
pub use frontmatter::Frontmatter;
pub use parse::{Document, Parsed, head_is_complete, parse, parse_head};
pub use rules::Rules;
pub use skill::{Origin, Skill, Sourced};
pub use tree::{Digest, Entry, EntryKind, MemoryTree, Tree, TreeHash, TreePath};
pub use validate::{Surroundings, validate};
pub use yaml_text::yaml_to_json;
