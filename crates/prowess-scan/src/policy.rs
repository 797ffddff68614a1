//! What the user decided about scanning. Nothing in a skill or a project can set any of it.

use std::sync::Arc;

use crate::opinion::SecondOpinion;
use crate::pack::Pack;
use crate::packs::openclaw::OpenclawOptions;
use crate::user_rules::UserRules;

/// How to scan.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Which rules are asked.
    pub pack: Pack,
    /// Whether a critical finding blocks, for packs that leave that to a setting.
    pub block_critical: bool,
    /// The user's own rules, which are asked in every pack.
    pub rules: UserRules,
    /// Which files the pack `openclaw` reads.
    pub openclaw: OpenclawOptions,
    /// Somebody else who is asked too, in the default pack.
    pub opinion: Option<Arc<dyn SecondOpinion>>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            pack: Pack::default(),
            block_critical: true,
            rules: UserRules::default(),
            openclaw: OpenclawOptions::default(),
            opinion: None,
        }
    }
}
