//! The pack `wundr`: the scanner of the Wundr seed, with its rules, ids and limits.
//!
//! Source files are searched line by line and as a whole, and so is the body of `SKILL.md`; each
//! rule makes one finding a file. Critical ones block, warnings do not. Where the seed passes over
//! files in silence, this pack says so and asks for a review.

mod body;
mod source;

use prowess_format::Tree;

use crate::pack::Pack;
use crate::packs::shared::collector::Collector;
use crate::packs::shared::rule::{self, Page};
use crate::packs::shared::walk::{self, Walk};
use crate::packs::shared::{gaps, skill_file};
use crate::policy::Policy;
use crate::report::Report;

/// Source files that are read.
const FILES: usize = 500;

/// Bytes of one file.
const FILE_BYTES: usize = 1024 * 1024;

struct Wundr;

impl Walk for Wundr {
    fn passes_over(&self, name: &str) -> bool {
        name.starts_with('.') || matches!(name, "node_modules" | "dist" | "__pycache__")
    }

    fn follows_links(&self) -> bool {
        true
    }

    fn max_files(&self) -> usize {
        FILES
    }
}

/// Scans one skill.
pub(crate) fn scan(tree: &dyn Tree, policy: &Policy) -> Report {
    let mut scan = Collector::new(tree, policy, "...");
    for path in walk::select(tree, &Wundr, Vec::new(), &mut scan.gaps) {
        if let Some(text) = scan.read(&path, FILE_BYTES) {
            source::scan(&text, &mut scan);
        }
    }
    match skill_file::find(tree) {
        // The seed has the body in memory by then, whatever its size.
        Some(path) => {
            if let Some(text) = scan.read(&path, crate::limits::FILE_BYTES) {
                body::scan(&text, skill_file::body_start(&text.text), &mut scan);
            }
        }
        // A body that is not there is an empty one, and counts.
        None => scan.files += 1,
    }
    scan.finish(Pack::Wundr)
}

/// Every rule: id, severity, page.
pub(crate) fn pages() -> Vec<Page> {
    rule::pages(&[source::RULES, body::RULES, gaps::RULES])
}
