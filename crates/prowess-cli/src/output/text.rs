//! Diagnostics for people: the source line with a caret on a terminal, one line each elsewhere.

use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use prowess::Checked;
use prowess_api::diagnostic_path;
use prowess_format::{Diagnostic, Location, Severity, Skill};

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
    safe::line(&diagnostic_path(item, directory).to_string_lossy())
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
    let text = one.skill.as_ref().filter(|skill| skill.file == item.file).map(Skill::text);
    let shown = item.location.zip(text).map(|(at, text)| (at, window(text, at)));
    let title = level.primary_title(message.as_str()).id(item.code.id);
    let mut group = match &shown {
        Some((at, shown)) => {
            let source = Snippet::source(shown.line.as_str())
                .line_start(at.line as usize)
                .annotation(AnnotationKind::Primary.span(shown.place.clone()));
            // The renderer counts columns in what it is given, so where the line's start is cut
            // off it must be told the place.
            match shown.from_start {
                true => title.element(source.path(path.as_str())),
                false => title.element(origin(&path, Some(*at))).element(source),
            }
        }
        None => title.element(origin(&path, item.location)),
    };
    if let Some(help) = &help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

pub(super) fn origin(path: &str, at: Option<Location>) -> Origin<'_> {
    let origin = Origin::path(path);
    match at {
        Some(at) => origin.line(at.line as usize).char_column(at.column as usize),
        None => origin,
    }
}

/// A source line as it is shown.
pub(super) struct Shown {
    pub(super) line: String,
    /// Where in it the diagnostic is.
    pub(super) place: std::ops::Range<usize>,
    /// Whether nothing before is left out.
    pub(super) from_start: bool,
}

/// The line of a place, made safe and cut to what can be shown.
pub(super) fn window(text: &str, at: Location) -> Shown {
    let start = (at.span.start as usize).min(text.len());
    let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |end| start + end);
    let end = (at.span.end as usize).clamp(start, line_end);
    let marked_end = after(text, start, end);
    // What follows a place that was cut is not shown: it does not stand there.
    let shown_end = if marked_end < end { marked_end } else { after(text, end, line_end) };
    let shown_start = text[line_start..start]
        .char_indices()
        .rev()
        .nth(SHOWN / 2 - 1)
        .map_or(line_start, |(at, _)| line_start + at);
    let mark = |cut: bool| if cut { "…" } else { "" };
    let from_start = shown_start == line_start;
    let before = format!("{}{}", mark(!from_start), safe::source(&text[shown_start..start]));
    let marked = safe::source(&text[start..marked_end]);
    let rest = safe::source(&text[marked_end..shown_end]);
    let place = before.len()..before.len() + marked.len();
    let line = format!("{before}{marked}{rest}{}", mark(shown_end < line_end));
    Shown { line, place, from_start }
}

/// The end of the first characters of `from..to` that are shown.
fn after(text: &str, from: usize, to: usize) -> usize {
    text[from..to].char_indices().nth(SHOWN / 2).map_or(to, |(at, _)| from + at)
}
