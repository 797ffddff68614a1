//! The skill engine: one implementation of what every agent does with skills.
//!
//! The stages, each a module and a verb, each handing a value to the next:
//!
//! ```text
//! discover ──▶ candidates ──▶ read + parse + validate ──▶ resolve ──▶ Catalog
//! ```
//!
//! How an agent behaves is a [`Profile`], which is data (`profiles/*.toml`). The engine reads no
//! home directory, environment or working directory of its own: paths are handed in.
//!
//! ```
//! use prowess::{Engine, Profile};
//!
//! # let directory = std::env::temp_dir().join("prowess-doc-empty-directory");
//! # std::fs::create_dir_all(&directory)?;
//! let engine = Engine::new(Profile::named("claude-code")?);
//! let catalog = engine.load(&[directory])?;
//! for skill in catalog.active() {
//!     println!("{}: {}", skill.skill.name_text(), skill.skill.description_text());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod catalog;
pub mod check;
pub mod directory;
pub mod discover;
mod engine;
pub mod fix;
pub mod host;
pub mod limits;
mod profile;
mod read;
pub mod resolve;
pub mod roots;
pub mod settings;
pub mod skill_ref;

pub use catalog::{Catalog, CatalogEntry};
pub use check::{Checked, check};
pub use directory::DirectoryTree;
pub use engine::{Engine, EngineError};
pub use host::{Host, HostError};
pub use profile::{Collision, FlatFiles, Profile, ProfileError, Walk};
pub use prowess_format as format;
