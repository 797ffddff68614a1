//! For `cargo xtask train scan` and `cargo xtask score scan`: what the classifier sees, and scans with
//! other weights. Not part of the interface.

use prowess_format::Tree;

use crate::packs;
use crate::policy::Policy;
use crate::prose;
use crate::reading::Reading;
use crate::report::Report;

pub use crate::prose::Model;

/// The features of every sentence of a skill that has any.
pub fn features(tree: &dyn Tree) -> Vec<Vec<u16>> {
    prose::windows(&Reading::new(tree)).into_iter().map(|window| window.features).collect()
}

/// Scans with a model that is not the committed one.
pub fn scan(tree: &dyn Tree, policy: &Policy, model: &Model) -> Report {
    packs::prowess::scan_with(tree, policy, model)
}
