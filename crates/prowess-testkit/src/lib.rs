//! Builders, fixtures and generated skills.
//!
//! [`Corpus`] makes `SKILL.md` texts that are distributed as public ones are: their sizes, the
//! lengths of their descriptions, the ways their frontmatter is written and the ways it is broken.
//! Nothing of a real skill is in them, and one seed always gives the same texts.
//!
//! [`oracle`] makes the homes and projects on which real agents were asked what they load.

mod body;
mod corpus;
mod distribution;
mod extras;
mod frontmatter;
pub mod oracle;
mod prose;
mod random;
mod reference_cases;
mod shape;
pub mod started;

pub use corpus::{Corpus, GeneratedSkill};
pub use random::Random;
pub use reference_cases::{ReferenceCase, documented_cases, generated_cases};
