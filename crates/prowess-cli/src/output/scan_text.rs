//! Findings for people: a line a skill, then what was found in it, the worst first.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use prowess::scan::{Excerpt, Finding, ScannedSkill, Severity, Verdict};
use prowess_format::{Location, Span};

use super::{Output, safe, text};

/// Prints all findings; notes where they are asked for, or are all that speaks against a skill.
pub(crate) fn print(skills: &[ScannedSkill], notes: bool, output: &mut Output) {
    for one in skills {
        let report = &one.scanned.report;
        let telling = report.worst() > Some(Severity::Note);
        let notes = notes || (!telling && report.verdict != Verdict::Allow);
        let shown: Vec<(&Finding, Option<&Excerpt>)> = report
            .findings
            .iter()
            .filter(|found| notes || found.severity > Severity::Note)
            .map(|found| (found, one.excerpt(found)))
            .collect();
        if shown.is_empty() {
            continue;
        }
        header(one, output);
        let rich = output.is_terminal() || output.is_colored();
        for (found, excerpt) in shown {
            match rich {
                true => {
                    let rendered = snippet(one, found, excerpt, output.is_colored());
                    output.line(&rendered);
                    output.line("");
                }
                false => output.line(&concise(one, found)),
            }
        }
    }
}

fn header(one: &ScannedSkill, output: &mut Output) {
    let report = &one.scanned.report;
    let name = safe::line(one.name.as_deref().unwrap_or(&one.id));
    let path = safe::line(&one.path.to_string_lossy());
    output.line(&format!("{}: {name} ({path}), score {:.1}", report.verdict, report.score));
}

/// The file of a finding, below the path that was given.
pub(crate) fn file(one: &ScannedSkill, found: &Finding) -> std::path::PathBuf {
    match found.file.is_empty() || one.is_single_file() {
        true => one.path.clone(),
        false => one.path.join(&found.file),
    }
}

/// `path:line:column: severity[rule]: message`
fn concise(one: &ScannedSkill, found: &Finding) -> String {
    let place = safe::line(&file(one, found).to_string_lossy());
    let at = found.location.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
    format!("{place}{at}: {}", sentence(found))
}

/// `severity[rule]: message`, on one line.
pub(crate) fn sentence(found: &Finding) -> String {
    let (rule, message) = (safe::line(&found.rule), safe::line(&found.message));
    format!("{}[{rule}]: {message}", found.severity)
}

fn snippet(one: &ScannedSkill, found: &Finding, excerpt: Option<&Excerpt>, color: bool) -> String {
    let level = match found.severity {
        Severity::Critical | Severity::High => Level::ERROR,
        Severity::Medium => Level::WARNING,
        Severity::Low | Severity::Note => Level::INFO,
    };
    let path = safe::line(&file(one, found).to_string_lossy());
    let (message, help) = (safe::line(&found.message), safe::line(&found.help));
    let rule = safe::line(&found.rule);
    let decoded = found.decoded.as_deref().map(|text| format!("it says: {}", safe::line(text)));
    let shown = found.location.zip(excerpt).map(|(at, excerpt)| (at, window(excerpt, at)));
    let word = found.severity.word();
    let title = level.with_name(word).primary_title(message.as_str()).id(rule.as_str());
    let mut group = match &shown {
        Some((at, shown)) => {
            let source = Snippet::source(shown.line.as_str())
                .line_start(at.line as usize)
                .annotation(AnnotationKind::Primary.span(shown.place.clone()));
            match shown.from_start {
                true => title.element(source.path(path.as_str())),
                false => title.element(text::origin(&path, Some(*at))).element(source),
            }
        }
        None => title.element(text::origin(&path, found.location)),
    };
    if let Some(decoded) = &decoded {
        group = group.element(Level::NOTE.message(decoded.as_str()));
    }
    if !help.is_empty() {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

/// The line of a finding, made safe and cut to what can be shown.
fn window(excerpt: &Excerpt, at: Location) -> text::Shown {
    let Span { start, end } = excerpt.span;
    let shown = text::window(&excerpt.text, Location { span: Span { start, end }, ..at });
    text::Shown { from_start: shown.from_start && excerpt.from_start, ..shown }
}
