//! Files that a text mentions as `@path`: opencode's pattern, outside of code. Most of what it finds is no
//! file, handles above all; whoever looks for them attaches those that are there.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::diagnostic::Span;
use crate::limits;

/// What may stand around a path and is none of it.
const CLOSING: [char; 11] = [')', ']', '}', '>', '"', '\'', ';', ':', '!', '?', '*'];

/// A mention: the path as it is written, and where it stands with its `@`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) path: String,
    pub(super) span: Span,
}

/// Every mention of a body, in order.
pub(super) fn mentions(body: &str) -> Vec<Mention> {
    if !body.contains('@') {
        return Vec::new();
    }
    let code = code(body);
    let mut found = Vec::new();
    for (at, _) in body.match_indices('@') {
        if found.len() >= limits::BODY_REFERENCES {
            break;
        }
        let before = body[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '`')) {
            continue;
        }
        let in_code = code.partition_point(|range| range.end <= at);
        if code.get(in_code).is_some_and(|range| range.contains(&at)) {
            continue;
        }
        let path = path(&body[at + 1..]).trim_end_matches(CLOSING);
        if !path.is_empty() {
            let span = Span::new(at, at + 1 + path.len());
            found.push(Mention { path: path.to_owned(), span });
        }
    }
    found
}

/// The path at the beginning of a text: words with single dots between them, and perhaps one before.
fn path(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || matches!(c, '`' | ',' | '.');
    let word = |from: usize| text[from..].find(ends).map_or(text.len(), |length| from + length);
    let mut end = word(usize::from(text.starts_with('.')));
    while text[end..].starts_with('.') && word(end + 1) > end + 1 {
        end = word(end + 1);
    }
    &text[..end]
}

/// Where code stands, in order.
fn code(body: &str) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut block = None;
    for (event, range) in Parser::new(body).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => block = Some(range),
            Event::End(TagEnd::CodeBlock) => found.extend(block.take()),
            Event::Code(_) => found.push(range),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(body: &str) -> Vec<String> {
        let paths = mentions(body).into_iter().map(|mention| {
            assert_eq!(mention.span.of(body), format!("@{}", mention.path));
            mention.path
        });
        paths.collect()
    }

    /// seed-systems.md 7.1 ("File refs") and 7.3 case 6.
    #[test]
    fn what_opencode_takes_for_a_file() {
        let body = "One @valid/path/to/a/file and @another-valid/path, two @commas, three\n\
            @file-extensions.md and @multiple.extensions.bak, a directory @.config/, a hidden file\n\
            @.bashrc, one at the end of a sentence @foo.md. One alone:\n\n@alone.txt\n\n\
            Absolute @/absolute/paths.txt and at home @~/home-files; @under_score/x-1.rs too.\n\
            Not mail@example.com, not `@code.md`, nor `see @that.md`, nor @ alone.\n\n\
            ```\n@fenced.md\n```\n";
        let expected = [
            "valid/path/to/a/file",
            "another-valid/path",
            "commas",
            "file-extensions.md",
            "multiple.extensions.bak",
            ".config/",
            ".bashrc",
            "foo.md",
            "alone.txt",
            "/absolute/paths.txt",
            "~/home-files",
            "under_score/x-1.rs",
        ];
        assert_eq!(paths(body), expected);
        let table: [(&str, &[&str]); 5] = [
            ("@", &[]),
            ("x@y", &[]),
            ("@a.", &["a"]),
            ("(@a/b.md)", &["a/b.md"]),
            ("ä@x _@y `@z", &[]),
        ];
        for (body, expected) in table {
            assert_eq!(paths(body), expected, "{body}");
        }
    }
}
