//! The skill engine: one implementation of what every agent does with skills.
//!
//! The stages, each a module and a verb, each handing a value to the next:
//!
//! ```text
//! roots ──▶ discover ──▶ candidates ──▶ read + parse + validate ──▶ resolve ──▶ Catalog
//! ```
//!
//! How an agent behaves is a [`Profile`], which is data (`profiles/*.toml`). The engine reads no
//! home directory, environment or working directory of its own: a [`Host`] is handed in.
//!
//! ```
//! use prowess::permission::DenyAll;
//! use prowess::{Budget, Cancel, Engine, Host, Request};
//!
//! let engine = Engine::builder(Host::current()?).profile("claude-code").build()?;
//! let catalog = engine.load(&Cancel::none())?; // bad skills are inside it, not errors
//! for entry in catalog.active() {
//!     println!("{}: {}", entry.skill.name_text(), entry.skill.description_text());
//!     let judged = engine.verdict(&entry.candidate, &Cancel::none())?; // scanned, or remembered
//!     println!("  {}", judged.verdict); // allow, review or block
//! }
//! println!("{}", catalog.listing(Budget::chars(16_000)).text); // what a model is told
//! let request = Request { arguments: "12", ..Request::default() };
//! match catalog.activate("review-pr", &request) {
//!     // The skill, filled in. It is a plan: what it wants is in it, and nothing has happened yet.
//!     Ok(plan) => match engine.perform(plan, &mut DenyAll, &Cancel::none()) {
//!         Ok(performed) => println!("{}", performed.text),
//!         Err(error) => println!("{error}"), // such as: skill `review-pr` is blocked: …
//!     },
//!     Err(error) => println!("{error}"), // such as: Skill "review-pr" not found. …
//! }
//! match catalog.read("skill://review-pr/scripts/lint.sh") {
//!     Ok(file) => println!("{} bytes of {}", file.size, file.content_type),
//!     Err(error) => println!("{error}"), // such as: Unknown skill: review-pr
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod activation;
pub mod agent_settings;
pub mod agents;
mod beneath;
mod body;
mod bundled;
pub mod cancel;
pub mod catalog;
pub mod check;
pub mod commands;
pub mod contents;
pub mod context;
pub mod directory;
mod discover;
pub mod doctor;
mod engine;
mod environment;
pub mod event;
mod file_identity;
mod files;
pub mod fix;
pub mod hiding;
pub mod host;
mod identity;
pub mod limits;
pub mod listing;
pub mod live;
mod lookup;
pub mod matrix;
pub mod mcp_rules;
mod parallel;
pub mod permission;
pub mod pin;
pub mod portability;
mod profile;
mod read;
pub mod resolve;
pub mod resource;
pub mod roots;
pub mod scan;
pub mod script;
pub mod search;
pub mod session;
mod setting_key;
pub mod settings;
pub mod shell_line;
pub mod skill_ref;
mod state;
pub mod trust;
pub mod typed;
pub mod why;
mod wildcard;

pub use activation::{ActivationError, Caller, Performed, Plan, Request};
pub use cancel::Cancel;
pub use catalog::{Catalog, CatalogEntry};
pub use check::{Checked, check};
pub use directory::DirectoryTree;
pub use discover::{Candidate, Reach};
pub use engine::{Engine, EngineBuilder, EngineError};
pub use event::{Event, Listening};
pub use files::Files;
pub use host::{Host, HostError};
pub use listing::{Budget, Listing, ListingOptions};
pub use live::Live;
// The command writes its JSON with it.
#[doc(hidden)]
pub use parallel::map_large;
pub use pin::UnknownSkills;
pub use profile::{Collision, FlatFiles, OwnFault, Profile, ProfileError, Reload, Walk};
pub use prowess_format as format;
pub use prowess_sandbox as sandbox;
pub use resource::{Resource, ResourceError};
pub use roots::Scope;
pub use session::Session;
pub use settings::Settings;
pub use shell_line::ShellLineError;
pub use typed::{Invocation, Typed};
