//! What is said about a skill's danger: which rule, how bad, how sure, where, and what to do.

use std::borrow::Cow;
use std::fmt;

use prowess_format::Location;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// How bad it is, if it is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A single primitive, worth knowing when the skill is read.
    Note,
    /// Bad practice.
    Low,
    /// Unusual for an honest skill.
    Medium,
    /// Grave: no honest skill needs it.
    High,
    /// An attack.
    Critical,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 5] = [Self::Critical, Self::High, Self::Medium, Self::Low, Self::Note];

    /// The word users see.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }

    /// One step less bad.
    #[must_use]
    pub fn lowered(self) -> Self {
        match self {
            Self::Note | Self::Low => Self::Note,
            Self::Medium => Self::Low,
            Self::High => Self::Medium,
            Self::Critical => Self::High,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

/// How sure the rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// It may well be honest.
    Low,
    /// Honest skills do it seldom.
    Medium,
    /// No honest reason is known.
    High,
}

impl Confidence {
    /// The word users see.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// One remark about danger.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule's id; `prowess explain` prints its page.
    pub rule: Cow<'static, str>,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// The file inside the skill; a member of an archive is `docs.zip!/run.sh`. Empty where it is
    /// about the skill as a whole.
    pub file: String,
    /// Where in that file.
    pub location: Option<Location>,
    /// One sentence that can stand alone.
    pub message: String,
    /// What was seen, cut, with secrets taken out.
    pub evidence: String,
    /// What it says once decoded, where it was hidden or encoded.
    pub decoded: Option<String>,
    /// What to do about it.
    pub help: Cow<'static, str>,
    /// The same for the same thing in the same file, wherever in it.
    pub fingerprint: String,
}

/// The fingerprint of a finding: its rule, its file and what was seen, but no line, so that it holds
/// when text is added above. `repeat` tells equal ones in one file apart.
pub(crate) fn fingerprint(rule: &str, file: &str, evidence: &str, repeat: usize) -> String {
    let mut hash = Sha256::new();
    for part in [rule, file] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    for word in evidence.split_whitespace() {
        hash.update(word.as_bytes());
        hash.update(b" ");
    }
    hash.update(repeat.to_le_bytes());
    hash.finalize().iter().take(8).fold(String::with_capacity(16), |mut hex, byte| {
        use fmt::Write as _;
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
