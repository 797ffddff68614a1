//! What is in the Markdown below the frontmatter: its first paragraph, its size, what it refers to.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::diagnostic::Span;
use crate::limits;

/// Enough to hold any first paragraph worth showing; the rest of a large body is not looked at.
const LOOKED_AT: usize = 16 * 1024;

/// What most first paragraphs are found in.
const LOOKED_AT_FIRST: usize = 1024;

/// The first paragraph, its lines joined; else the first heading's text.
pub fn first_paragraph(body: &str) -> Option<String> {
    let beginning = beginning(body);
    if let Some(Found { text, sure: true }) = beginning.and_then(paragraph) {
        return Some(text);
    }
    let mut end = body.len().min(LOOKED_AT);
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    paragraph(&body[..end]).map(|found| found.text)
}

/// What follows `description:` at the beginning of a line, white space and line breaks after the colon
/// skipped, up to the end of the line that is then reached.
pub(crate) fn described_line(text: &str) -> Option<&str> {
    const KEY: &str = "description:";
    let begins = |at: usize| at == 0 || text[..at].ends_with(['\n', '\r']);
    let (at, _) = text.match_indices(KEY).find(|(at, _)| begins(*at))?;
    let line = text[at + KEY.len()..].trim_start();
    Some(line.split(['\n', '\r']).next().unwrap_or_default().trim_end())
}

/// The first line of a body that is not blank, on one line; a heading without its marks. Only a line
/// feed ends a line.
pub(crate) fn first_line(body: &str) -> Option<String> {
    let line = body.split('\n').map(str::trim).find(|line| !line.is_empty())?;
    let heading = line.trim_start_matches('#');
    let text = match heading.len() < line.len() && heading.starts_with(char::is_whitespace) {
        true => heading,
        false => line,
    };
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The lines of a body that are no headings, as one line of at most so many characters.
pub(crate) fn text_without_headings(body: &str, most: usize) -> Option<String> {
    let lines = body.lines().filter(|line| !line.trim_start().starts_with('#'));
    let mut text = String::new();
    let mut left = most;
    for word in lines.flat_map(str::split_whitespace) {
        let length = word.chars().count() + usize::from(!text.is_empty());
        let Some(rest) = left.checked_sub(length) else { break };
        left = rest;
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    (!text.is_empty()).then_some(text)
}

/// The blocks at the beginning of a body, where nothing further down can change what they say: a
/// bracket may be a link whose target stands there.
fn beginning(body: &str) -> Option<&str> {
    let from = body.as_bytes().get(LOOKED_AT_FIRST..)?;
    let end = LOOKED_AT_FIRST + memchr::memmem::find(from, b"\n\n")? + 2;
    let beginning = &body[..end];
    (end < LOOKED_AT && !beginning.contains('[')).then_some(beginning)
}

/// The text that stands for a body.
struct Found {
    text: String,
    /// It is a paragraph outside of all lists and quotes. What one inside says is decided by what
    /// follows: the items of a list are paragraphs where an empty line comes between any two.
    sure: bool,
}

fn paragraph(body: &str) -> Option<Found> {
    let mut heading: Option<String> = None;
    let mut open: Option<String> = None;
    let mut depth = 0_usize;
    for event in Parser::new(body) {
        match event {
            Event::Start(Tag::Paragraph | Tag::Heading { .. }) => open = Some(String::new()),
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => depth += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => depth = depth.saturating_sub(1),
            Event::Text(text) | Event::Code(text) => {
                if let Some(open) = &mut open {
                    open.push_str(&text);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(open) = &mut open {
                    open.push(' ');
                }
            }
            Event::End(TagEnd::Paragraph) => {
                let text = open.take().unwrap_or_default().trim().to_owned();
                if !text.is_empty() {
                    return Some(Found { text, sure: depth == 0 });
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let text = open.take().unwrap_or_default().trim().to_owned();
                if heading.is_none() && !text.is_empty() {
                    heading = Some(text);
                }
            }
            _ => {}
        }
    }
    heading.map(|text| Found { text, sure: false })
}

/// The first heading, which is a skill's title.
pub fn title(body: &str) -> Option<String> {
    let mut open: Option<String> = None;
    for event in Parser::new(body) {
        match event {
            Event::Start(Tag::Heading { .. }) => open = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(open) = &mut open {
                    open.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let title = open.take().unwrap_or_default().trim().to_owned();
                return (!title.is_empty()).then_some(title);
            }
            _ => {}
        }
    }
    None
}

/// An estimate of how many tokens a text costs: a quarter of its bytes, rounded up.
pub fn estimate_tokens(text: &str) -> usize {
    estimate_tokens_of_bytes(text.len() as u64) as usize
}

/// The same for a text of which only the size is known.
pub fn estimate_tokens_of_bytes(bytes: u64) -> u64 {
    bytes.div_ceil(4)
}

/// How a body names a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// `[text](path)` or an image.
    Link,
    /// `` `scripts/run.sh` ``.
    Code,
    /// `@path`.
    At,
}

/// A file that a body names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// How.
    pub kind: ReferenceKind,
    /// The path as written, without query, fragment or title, percent-decoded.
    pub path: String,
    /// Where, in the body.
    pub span: Span,
}

/// The directories whose back-ticked paths are taken to be bundled with the skill.
const BUNDLED: [&str; 5] = ["scripts/", "references/", "reference/", "assets/", "templates/"];

/// The files a body names by relative paths. Nothing in a code block is a reference.
pub fn references(body: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut in_code_block = false;
    let mut in_link = false;
    for (event, range) in Parser::new(body).into_offset_iter() {
        if found.len() >= limits::BODY_REFERENCES {
            break;
        }
        let span = Span::new(range.start, range.end);
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code_block = true,
            Event::End(TagEnd::CodeBlock) => in_code_block = false,
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                in_link = true;
                if let Some(path) = relative_path(&dest_url) {
                    found.push(Reference { kind: ReferenceKind::Link, path, span });
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) => in_link = false,
            Event::Code(code) if is_bundled_path(&code) => {
                let path = code.trim_end_matches('/').to_owned();
                found.push(Reference { kind: ReferenceKind::Code, path, span });
            }
            Event::Text(text) if !in_code_block && !in_link => {
                at_references(&text, span, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// The path of a link that stays beside the file: no scheme, no host, no anchor alone.
fn relative_path(url: &str) -> Option<String> {
    let path = url.split(['#', '?']).next().unwrap_or_default();
    let scheme = path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    let placeholder = path.contains(['{', '<', '$', '*']);
    if path.is_empty() || scheme || placeholder || path.starts_with('/') || path.starts_with("~") {
        return None;
    }
    // A link target with no dot and no slash is a word in brackets more often than a file.
    (path.contains('.') || path.contains('/')).then(|| percent_decode(path))
}

/// Decodes `%20` and the like; what is no valid escape, or no UTF-8, stays as it is.
pub fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match escape.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// A path below a directory that skills bundle, and nothing else: no spaces, globs, placeholders.
fn is_bundled_path(code: &str) -> bool {
    BUNDLED.iter().any(|prefix| code.starts_with(prefix))
        && !code.contains(|c: char| c.is_whitespace() || "*{}<>$|;&\"'`()=,".contains(c))
        && !code.ends_with("...")
}

/// `@path` where no word or back-tick stands before it. E-mail addresses, handles and package
/// scopes are not files: a reference has a dot in its last segment.
fn at_references(text: &str, span: Span, found: &mut Vec<Reference>) {
    for (at, _) in text.match_indices('@') {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '`' | '/' | '.')) {
            continue;
        }
        let word: String = text[at + 1..]
            .chars()
            .take_while(|c| {
                !c.is_whitespace() && !matches!(c, ',' | '`' | ')' | '"' | '\'' | ';' | ':')
            })
            .collect();
        let path = word.trim_end_matches(['.', '!', '?']);
        let last = path.rsplit('/').next().unwrap_or_default();
        let is_file = last.find('.').is_some_and(|dot| dot + 1 < last.len());
        if is_file
            && path.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c))
            && !path.starts_with('/')
        {
            let span =
                Span::new(span.start as usize + at, span.start as usize + at + 1 + path.len());
            found.push(Reference { kind: ReferenceKind::At, path: path.to_owned(), span });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_paragraph_stands_in() {
        let table = [
            ("# Title\n\nDoes `x`\nand y.\n\nMore.", Some("Does x and y.")),
            ("# Only a title\n", Some("Only a title")),
            ("```\ncode\n```\n\nText.", Some("Text.")),
            ("", None),
        ];
        for (body, expected) in table {
            assert_eq!(first_paragraph(body).as_deref(), expected, "{body:?}");
        }
    }

    #[test]
    fn references_are_paths_and_nothing_else() {
        let body = "See [a](docs/a%20b.md#top), [web](https://x.y/z), [here](#anchor), [m](mailto:a@b.c), \
            run `scripts/run.sh` or `scripts/*.sh`, read @notes/todo.md. Ask @someone, a@b.com, @scope/pkg.\n\n\
            ```sh\ncat [x](y.md) @z.md\n```\n";
        let paths: Vec<_> = references(body).into_iter().map(|r| (r.kind, r.path)).collect();
        assert_eq!(
            paths,
            [
                (ReferenceKind::Link, "docs/a b.md".to_owned()),
                (ReferenceKind::Code, "scripts/run.sh".to_owned()),
                (ReferenceKind::At, "notes/todo.md".to_owned()),
            ]
        );
    }
}
