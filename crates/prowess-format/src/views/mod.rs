//! Typed readings of the frontmatter, one file for each family of agents that extends it.
pub mod standard;
