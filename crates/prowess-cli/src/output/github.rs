//! Diagnostics and findings as GitHub workflow commands, which annotate the lines of a pull request.

use prowess::Checked;
use prowess::scan::{ScannedSkill, Severity as Danger};
use prowess_api::diagnostic_path;
use prowess_format::Severity;

use super::{Output, scan_text};

/// Prints all diagnostics.
pub(crate) fn print(checked: &[Checked], output: &mut Output) {
    for one in checked {
        for item in &one.diagnostics {
            let command = match item.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            let path = diagnostic_path(item, one.directory());
            let file = property(&path.to_string_lossy());
            let at = item
                .location
                .map(|at| format!(",line={},col={}", at.line, at.column))
                .unwrap_or_default();
            let title = item.code.id;
            let message = data(&item.message);
            output.line(&format!("::{command} file={file}{at},title={title}::{message}"));
        }
    }
}

/// Prints all findings.
pub(crate) fn print_findings(skills: &[ScannedSkill], output: &mut Output) {
    for one in skills {
        for found in &one.scanned.report.findings {
            let command = match found.severity {
                Danger::Critical | Danger::High => "error",
                Danger::Medium => "warning",
                Danger::Low | Danger::Note => "notice",
            };
            let file = property(&scan_text::file(one, found).to_string_lossy());
            let at = found
                .location
                .map(|at| format!(",line={},col={}", at.line, at.column))
                .unwrap_or_default();
            let (title, message) = (property(&found.rule), data(&found.message));
            output.line(&format!("::{command} file={file}{at},title={title}::{message}"));
        }
    }
}

/// Text after the second `::`, in which line breaks and percent signs are escaped. Nothing can be
/// said for other control characters, which steer the terminal that a log is read in.
fn data(text: &str) -> String {
    let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\r');
    text.replace(steers, "\u{fffd}").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property's value, in which colons and commas are escaped too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_end_their_command() {
        assert_eq!(property("a:b,c\n::error::x"), "a%3Ab%2Cc%0A%3A%3Aerror%3A%3Ax");
        assert_eq!(data("50%\n::\u{1b}[2J"), "50%25%0A::\u{fffd}[2J");
    }
}
