//! The pack `openclaw`: OpenClaw's scanner of today, with its rules, ids and limits.
//!
//! Line rules see a file as it stands and make a finding for each match; source rules see it
//! without its comments and make one finding a file. `SKILL.md` has rules of its own. Sentences
//! that try to steer the model are not looked for: those rules were taken out for crying wolf.

mod bindings;
mod execution;
mod options;
mod skill_text;
mod source;

pub use options::OpenclawOptions;

use prowess_format::Tree;

use crate::finding::Severity;
use crate::pack::Pack;
use crate::packs::shared::collector::Collector;
use crate::packs::shared::rule::{self, Page};
use crate::packs::shared::{gaps, skill_file};
use crate::policy::Policy;
use crate::report::Report;

/// Findings of one line rule in one file; the others are counted.
const FINDINGS_PER_RULE: usize = 32;

/// Scans one skill.
pub(crate) fn scan(tree: &dyn Tree, policy: &Policy) -> Report {
    let options = &policy.openclaw;
    let mut scan = Collector::new(tree, policy, "…");
    for path in options.select(tree, &mut scan.gaps) {
        if let Some(text) = scan.read(&path, options.max_file_bytes.max(1)) {
            source::scan(&text, &mut scan);
        }
    }
    // The skill's own text is outside of the file budget: padding must not push it out.
    if let Some(path) = skill_file::find(tree)
        && let Some(text) = scan.read(&path, crate::limits::FILE_BYTES)
    {
        skill_text::scan(&text, &mut scan);
    }
    scan.finish(Pack::Openclaw)
}

/// What stands for the matches of a line rule that are not told one by one.
const TRUNCATED: &str = " More matches of a rule in one file than are told.

 The first 32 matches of a rule in a file are findings of their own. This one, as grave as they
 are, counts the others and points to the last of them. Look at the whole file.
";

/// Every rule: id, severity, page.
pub(crate) fn pages() -> Vec<Page> {
    let mut pages = rule::pages(&[execution::RULES, source::RULES, skill_text::RULES, gaps::RULES]);
    pages.extend([
        ("dangerous-exec-truncated", Severity::Critical, TRUNCATED),
        ("dynamic-code-execution-truncated", Severity::Critical, TRUNCATED),
        ("crypto-mining-truncated", Severity::Critical, TRUNCATED),
        ("suspicious-network-truncated", Severity::Medium, TRUNCATED),
    ]);
    pages
}
