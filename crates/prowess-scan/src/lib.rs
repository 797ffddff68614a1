//! What is dangerous in a skill.
//!
//! ```text
//! tree ─ inventory ─▶ files      every file, members of archives among them, each with its kind
//!        pieces    ─▶ texts      prose, code, comments, what was hidden or encoded: each with a map
//!                                back to the file
//!        facts     ─▶ facts      what a sentence or a statement does: reads a secret, sends, runs …
//!        rules     ─▶ findings   facts that together are an attack
//!        verdict   ─▶ one answer
//! ```
//!
//! [`scan`] is a function of its arguments: it touches no file, clock or environment, takes time
//! linear in what it reads, and always answers.

mod abilities;
mod across;
mod baseline;
mod day;
mod evidence;
mod fact;
mod finding;
mod flow;
mod host;
mod index;
mod inventory;
mod kind;
mod lexicon;
pub mod limits;
mod opinion;
mod pack;
mod packs;
mod page;
mod piece;
mod policy;
mod policy_file;
mod problem;
mod prose;
mod reading;
mod region;
mod report;
mod rule;
mod selector;
mod suppression;
#[doc(hidden)]
pub mod training;
mod user_rules;
mod verdict;
mod weigh;

pub use across::across;
pub use baseline::Baseline;
pub use day::{Day, NotADay};
pub use finding::{Confidence, Finding, Severity};
pub use opinion::{Opinion, SecondOpinion};
pub use pack::{Pack, UnknownPack};
pub use packs::openclaw::OpenclawOptions;
pub use page::{RulePage, rules};
pub use policy::Policy;
pub use problem::Problem;
pub use report::{Abilities, Report};
pub use suppression::Suppressions;
pub use user_rules::{UserRule, UserRules};
pub use verdict::Verdict;

use prowess_format::Tree;

/// Scans one skill.
pub fn scan(tree: &dyn Tree, policy: &Policy) -> Report {
    match policy.pack {
        Pack::Prowess => packs::prowess::scan(tree, policy),
        Pack::Wundr => packs::wundr::scan(tree, policy),
        Pack::Openclaw => packs::openclaw::scan(tree, policy),
    }
}
