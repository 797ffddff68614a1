//! Typed readings of the frontmatter, one file for each family of agents that extends it.
//!
//! A view never fails: a key that is missing, or whose value is of the wrong type, is as if it were
//! not there. What is wrong with a value is said by [`validate`](crate::validate()), and the value
//! itself stays in the [`Frontmatter`](crate::Frontmatter).

pub mod claude_code;
pub mod codex;
mod context;
pub mod copilot;
mod embedded;
pub mod gating;
pub mod install_safety;
pub mod omp;
pub mod openclaw;
pub mod openhands;
mod read;
pub mod roo;
mod split;
pub mod standard;
pub mod wink;
pub mod wundr;

pub use context::Context;
