//! A second opinion: somebody else's judgement of a skill, a model's for example. Off unless a program
//! that embeds the scanner hands one in.

use std::fmt;

use crate::finding::{Confidence, Severity};

/// Somebody who reads a skill and says what they think.
///
/// An opinion can only add: what the rules found stays, so that a text which talks a model round gains
/// nothing by it. Whoever implements this talks to the outside; the scanner itself does not.
pub trait SecondOpinion: Send + Sync {
    /// What there is to say about a skill. The texts are its files, as they were looked at; `findings`
    /// are the ids of the rules that spoke.
    fn read(&self, texts: &[(&str, &str)], findings: &[&str]) -> Vec<Opinion>;
}

impl fmt::Debug for dyn SecondOpinion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("SecondOpinion")
    }
}

/// One remark of somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// The file it is about, as the texts name it; empty for the skill as a whole.
    pub file: String,
    /// One sentence.
    pub message: String,
}
