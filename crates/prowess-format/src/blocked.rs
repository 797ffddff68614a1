//! What is wrong with a skill only by what the scanner says of it.

use std::borrow::Cow;

use crate::diagnostic::{Diagnostic, Location};
use crate::tree::TreePath;

crate::code! {
    /// The scanner found something in the skill for which it must not be used.
    ///
    /// It is not loaded, whatever its frontmatter says, because the agent scans what it loads, or whoever
    /// loads asked for it. `prowess scan` shows everything that was found, `prowess explain RULE` what is
    /// behind it; what you have read and let pass can be suppressed in your `prowess/scan.toml`.
    SCAN_BLOCKED = "scan-blocked", Error, "{reason}", "read what `prowess scan` says about it before you use it at all";
}

/// The diagnostic about a skill that is blocked, by what was found first in the worst file. No profile
/// weighs it otherwise: whoever wants such a skill does not ask for scans.
pub fn diagnose(reason: String, file: TreePath, location: Option<Location>) -> Diagnostic {
    Diagnostic {
        code: &SCAN_BLOCKED,
        severity: crate::Severity::Error,
        message: reason,
        file,
        location,
        help: Some(Cow::Borrowed(SCAN_BLOCKED.help)),
        fix: None,
    }
}

/// Whether a diagnostic is this one.
pub fn is_blocked(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == &SCAN_BLOCKED
}
