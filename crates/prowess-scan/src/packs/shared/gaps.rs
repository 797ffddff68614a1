//! What was not read, and why. Whoever follows a scanner with limits must not pass over in silence
//! what it does not look at: padding a skill up to a limit would be all it takes.

use std::collections::BTreeMap;

use crate::packs::shared::rule::seed_rules;

seed_rules! {
    /// Not everything in the skill was read.
    ///
    /// This pack follows the limits of the scanner it is named for: so many files, so many bytes of
    /// a file, and directories that are passed over. A limit was hit, so what lies behind it is
    /// unknown, and the verdict is never `allow`. Scan with the default pack, which reads such files
    /// too, or look at them yourself. This finding cannot be suppressed.
    SCAN_LIMIT = "scan-limit", Note, "not everything was read", "look at what was not read, or scan with the default pack";
}

/// Paths named in one such finding.
const NAMED: usize = 3;

/// Why something was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// There were so many files before it.
    Files(usize),
    /// It has more bytes than this.
    FileBytes(usize),
    /// All files together have more bytes than this.
    SkillBytes(usize),
    /// It is in a place that is passed over.
    PassedOver,
    /// It is a link out of the skill or to nothing, or no regular file, or the system refused.
    Unreadable,
    /// More findings than are kept.
    Findings(usize),
}

/// Everything that was not read.
#[derive(Debug, Default)]
pub(crate) struct Gaps(BTreeMap<Gap, (usize, Vec<String>)>);

impl Gaps {
    /// Adds one.
    pub(crate) fn add(&mut self, gap: Gap, path: &str) {
        let (count, named) = self.0.entry(gap).or_default();
        *count += 1;
        if named.len() < NAMED {
            named.push(path.to_owned());
        }
    }

    /// Whether everything was read.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For each reason the sentence, the first path, and the names to show.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = (String, String, String)> {
        self.0.iter().map(|(gap, (count, named))| {
            let files = if *count == 1 { "1 file was" } else { &format!("{count} files were") };
            let message = match gap {
                Gap::Files(limit) => {
                    format!("{files} not read: at most {limit} files of a skill are")
                }
                Gap::FileBytes(limit) => format!("{files} not read: larger than {limit} bytes"),
                Gap::SkillBytes(limit) => {
                    format!("{files} not read: at most {limit} bytes of a skill are")
                }
                Gap::PassedOver => {
                    format!("{files} not read: in places that this pack passes over")
                }
                Gap::Unreadable => format!("{files} not read: no regular file inside the skill"),
                Gap::Findings(limit) => {
                    format!("{count} more findings are left out: at most {limit} are kept")
                }
            };
            let mut shown = named.join(", ");
            if *count > named.len() {
                shown.push_str(&format!(" and {} more", count - named.len()));
            }
            (message, named.first().cloned().unwrap_or_default(), shown)
        })
    }
}
