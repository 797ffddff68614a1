//! Packs: which rules are asked, and what their answers mean.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::finding::{Finding, Severity};
use crate::packs;
use crate::policy::Policy;
use crate::rule;
use crate::verdict::{self, Verdict};

/// A set of rules with its limits and its way from findings to a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pack {
    /// Our own: everything is read, facts are combined.
    #[default]
    Prowess,
    /// The Wundr seed's: its rules, ids, severities and limits.
    Wundr,
    /// OpenClaw's of today.
    Openclaw,
}

impl Pack {
    /// All packs.
    pub const ALL: [Self; 3] = [Self::Prowess, Self::Wundr, Self::Openclaw];

    /// The word users write.
    pub fn word(self) -> &'static str {
        match self {
            Self::Prowess => "prowess",
            Self::Wundr => "wundr",
            Self::Openclaw => "openclaw",
        }
    }

    /// Changes when the same bytes may get another answer: a cached verdict holds only under the
    /// version it was made with.
    pub fn version(self) -> &'static str {
        match self {
            Self::Prowess => "prowess-1",
            Self::Wundr => "wundr-1",
            Self::Openclaw => "openclaw-1",
        }
    }

    /// Its rules: id, severity and page. The lines of a page begin with a space, as doc comments do.
    pub fn pages(self) -> Vec<(&'static str, Severity, Cow<'static, str>)> {
        let borrowed = |pages: Vec<(&'static str, Severity, &'static str)>| {
            pages
                .into_iter()
                .map(|(id, severity, page)| (id, severity, Cow::Borrowed(page)))
                .collect()
        };
        match self {
            Self::Prowess => rule::RULES
                .iter()
                .map(|rule| (rule.id, rule.severity, Cow::Owned(rule.page())))
                .collect(),
            Self::Wundr => borrowed(packs::wundr::pages()),
            Self::Openclaw => borrowed(packs::openclaw::pages()),
        }
    }
}

/// What findings mean under a pack. `complete` is false where not everything was read, which is
/// never an allow.
pub(crate) fn judge(pack: Pack, findings: &[Finding], complete: bool, policy: &Policy) -> Verdict {
    match pack {
        Pack::Prowess => verdict::judge(findings, complete),
        Pack::Wundr | Pack::Openclaw => packs::shared::judge::judge(findings, complete, policy),
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

impl FromStr for Pack {
    type Err = UnknownPack;

    fn from_str(word: &str) -> Result<Self, UnknownPack> {
        let known = Self::ALL.into_iter().find(|pack| pack.word() == word);
        known.ok_or_else(|| UnknownPack(word.to_owned()))
    }
}

/// A word that names no pack.
#[derive(Debug, thiserror::Error)]
#[error("there is no pack of rules `{0}`: there are prowess, wundr and openclaw")]
pub struct UnknownPack(String);
