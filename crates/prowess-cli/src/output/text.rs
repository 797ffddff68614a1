//! Diagnostics for people: the source line with a caret on a terminal, one line each elsewhere.

use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use prowess::Checked;
use prowess_format::{Diagnostic, Location, Severity};

use super::{Output, safe};

/// How many characters of a source line are shown around the place.
const SHOWN: usize = 160;

/// Prints all diagnostics.
pub(crate) fn print(checked: &[Checked], output: &mut Output) {
    for one in checked {
        for item in &one.diagnostics {
            if output.is_terminal() || output.is_colored() {
                let rendered = snippet(one, item, output.is_colored());
                output.line(&rendered);
                output.line("");
            } else {
                output.line(&concise(one.directory(), item));
            }
        }
    }
}

/// One diagnostic as talk, indented below what it is about.
pub(crate) fn talk(item: &Diagnostic, output: &mut Output) {
    output.talk(&format!("  {}: {}", item.code.id, safe::line(&item.message)));
}

fn place(directory: &Path, item: &Diagnostic) -> String {
    let file = item.file.display();
    let path = if file.is_empty() { directory.to_owned() } else { directory.join(file) };
    safe::line(&path.to_string_lossy())
}

/// `path:line:column: severity[code]: message`
fn concise(directory: &Path, item: &Diagnostic) -> String {
    let place = place(directory, item);
    let at = item.location.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
    format!("{place}{at}: {}[{}]: {}", item.severity, item.code.id, safe::line(&item.message))
}

fn snippet(one: &Checked, item: &Diagnostic, color: bool) -> String {
    let level = match item.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let path = place(one.directory(), item);
    let message = safe::line(&item.message);
    let help = item.help.as_deref().map(safe::line);
    let text = one.skill.as_ref().filter(|skill| skill.file == item.file).map(|skill| skill.text());
    let shown = item.location.zip(text).map(|(at, text)| (at, window(text, at)));
    let title = level.primary_title(message.as_str()).id(item.code.id);
    let mut group = match &shown {
        Some((at, (line, range))) => title.element(
            Snippet::source(line.as_str())
                .line_start(at.line as usize)
                .path(path.as_str())
                .annotation(AnnotationKind::Primary.span(range.clone())),
        ),
        None => title.element(annotate_snippets::Origin::path(path.as_str())),
    };
    if let Some(help) = &help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

/// The line of a place, made safe and cut to what can be shown, and the place inside it.
fn window(text: &str, at: Location) -> (String, std::ops::Range<usize>) {
    let start = (at.span.start as usize).min(text.len());
    let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |end| start + end);
    let before: Vec<char> = text[line_start..start].chars().collect();
    let skipped = before.len().saturating_sub(SHOWN / 2);
    let before: String = before[skipped..].iter().collect();
    let end = (at.span.end as usize).clamp(start, line_end);
    let marked: String = text[start..end].chars().take(SHOWN / 2).collect();
    let after: String = text[end..line_end].chars().take(SHOWN / 2).collect();
    let (before, marked, after) =
        (safe::source(&before), safe::source(&marked), safe::source(&after));
    let range = before.len()..before.len() + marked.len();
    (format!("{before}{marked}{after}"), range)
}
