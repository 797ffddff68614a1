//! All of YAML 1.2, on an event parser. Nothing outside this file knows that parser's types.

use granit_parser::{Event, Parser, ScalarStyle};

use super::{Kind, Node, Problem, Style, Text, is_merge_key, names_mappings};
use crate::diagnostic::Span;
use crate::limits;
use crate::rules::MergeKeys;

/// Reads `source[range]`; spans are offsets in `source`.
///
/// Aliases are put in place of what they name and merge keys are merged, as long as the whole stays
/// within [`limits::YAML_NODES`].
pub(crate) fn read(source: &str, range: Span) -> Result<Node, Problem> {
    read_with(source, range, MergeKeys::Merged)
}

/// The same, with what a `<<` means.
pub(crate) fn read_with(source: &str, range: Span, merge: MergeKeys) -> Result<Node, Problem> {
    let text = range.of(source);
    let mut builder = Builder {
        source,
        offset: range.start as usize,
        open: Vec::new(),
        anchors: Vec::new(),
        nodes: 0,
        last: range.start as usize,
        root: None,
        merge,
    };
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = error.marker().byte_offset().unwrap_or(0).min(text.len());
            Problem::new(builder.offset + at, lower_first(&error.info()))
        })?;
        let start = builder.offset + span.start.byte_offset().unwrap_or(0).min(text.len());
        let end = builder.offset + span.end.byte_offset().unwrap_or(0).min(text.len());
        if builder.event(event, Span::new(start, end))? {
            break;
        }
    }
    Ok(builder.root.unwrap_or_else(|| Node::null(range.start as usize)))
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

/// A collection whose end has not come yet.
struct Open {
    start: usize,
    anchor: usize,
    items: Vec<Node>,
    is_mapping: bool,
}

struct Builder<'a> {
    source: &'a str,
    offset: usize,
    open: Vec<Open>,
    /// Anchored nodes and their sizes, by anchor id.
    anchors: Vec<(usize, Node, usize)>,
    nodes: usize,
    /// Where the event before this one ended.
    last: usize,
    root: Option<Node>,
    merge: MergeKeys,
}

impl Builder<'_> {
    /// Takes one event in; true once nothing more is wanted.
    fn event(&mut self, event: Event<'_>, span: Span) -> Result<bool, Problem> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let string_tag =
                    tag.as_ref().is_some_and(|tag| matches!(tag.suffix(), "str" | "!"));
                let style = match style {
                    ScalarStyle::Plain if !string_tag => Style::Plain,
                    ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
                    _ => Style::Quoted,
                };
                // A value that is not there comes as `~`, which nobody wrote.
                let absent = style == Style::Plain && span.start == span.end;
                let span = match style {
                    Style::Block => self.block_span(span),
                    Style::Plain if absent => self.absent_span(span),
                    Style::Plain | Style::Quoted => span,
                };
                let verbatim = absent || span.of(self.source) == text.as_ref();
                let text = if verbatim {
                    Text::Verbatim(span)
                } else {
                    Text::Cooked(text.as_ref().into())
                };
                self.add(Node::scalar(span, style, text), anchor, 1)?;
            }
            Event::SequenceStart(_, anchor, _) => {
                let dash = self.after_colon().and_then(|colon| self.dash_after(colon));
                let start = dash.unwrap_or(span.start as usize);
                self.begin(Span::new(start, span.end as usize), anchor, false)?;
                self.last = start;
                return Ok(false);
            }
            Event::MappingStart(_, anchor, _) => self.begin(span, anchor, true)?,
            Event::SequenceEnd | Event::MappingEnd => self.end(span)?,
            Event::Alias(id) => {
                let found = self.anchors.iter().rposition(|(anchor, ..)| *anchor == id);
                let Some(found) = found else {
                    return Err(Problem::new(span.start as usize, "an alias of nothing"));
                };
                // Counted before it is copied, so that a bomb is refused before it grows.
                self.count(self.anchors[found].2, span)?;
                let mut node = self.anchors[found].1.clone();
                node.span = span;
                self.add(node, 0, 0)?;
            }
            Event::DocumentStart(..) if self.root.is_some() => {
                return Err(Problem::new(span.start as usize, "a second document"));
            }
            Event::StreamEnd => return Ok(true),
            _ => {}
        }
        self.last = span.end as usize;
        Ok(false)
    }

    /// Whether the key of the innermost mapping was the event before this one.
    fn after_key(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_mapping && open.items.len() % 2 == 1)
    }

    /// Where the colon of the key just read ends.
    fn after_colon(&self) -> Option<usize> {
        let rest = self.source[self.last..].trim_start_matches([' ', '\t']);
        let colon = self.after_key() && rest.starts_with(':');
        colon.then(|| self.source.len() - rest.len() + 1)
    }

    /// The place of a value that is not there: behind its colon or dash, or its key where that is
    /// all there is. The parser has it before the colon, and anywhere behind the others.
    fn absent_span(&self, span: Span) -> Span {
        let start = span.start as usize;
        let at = match self.open.last() {
            Some(open) if !open.is_mapping => {
                self.dash_after(self.last).map_or(start, |dash| start.min(dash + 1))
            }
            _ if self.after_key() => self.after_colon().map_or(self.last, |at| start.max(at)),
            _ => start,
        };
        Span::new(at, at)
    }

    /// The next dash, where nothing but space, comments and an anchor or a tag stand before it. Of a
    /// list in the column of its key the parser tells only where the first item is.
    fn dash_after(&self, at: usize) -> Option<usize> {
        let mut rest = &self.source[at..];
        loop {
            rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
            let ends: &[char] = match rest.as_bytes().first()? {
                b'#' => &['\n', '\r'],
                b'&' | b'!' => &[' ', '\t', '\n', '\r'],
                b'-' => return Some(self.source.len() - rest.len()),
                _ => return None,
            };
            rest = &rest[rest.find(ends)?..];
        }
    }

    /// The place of a block text, from its indicator to the end of its last line. The parser tells
    /// where the text begins and what follows it; of an empty one also where the indicator is.
    fn block_span(&self, span: Span) -> Span {
        let text = span.start as usize;
        let header = self.source[..text].trim_end();
        let line = header.rfind(['\n', '\r']).map_or(0, |at| at + 1).max(self.last);
        let line = line.min(header.len());
        // An anchor or a tag may hold the indicator's character; a comment may hold anything.
        let indicator = header[line..].char_indices().find(|(at, c)| {
            let before = header[..line + at].chars().next_back();
            let in_word = before.is_some_and(|c| !matches!(c, ' ' | '\t' | '\n' | '\r'));
            matches!(c, '|' | '>' | '#') && !in_word
        });
        let (start, last_line) = match indicator {
            Some((at, '|' | '>')) => match span.of(self.source).trim_end().len() {
                0 => (line + at, 0),
                length => (line + at, text + length),
            },
            _ if self.source[text..].starts_with(['|', '>']) => (text, 0),
            _ => return span,
        };
        let marks = |c: char| c.is_ascii_digit() || matches!(c, '|' | '>' | '+' | '-');
        let after = self.source[start..].trim_start_matches(marks);
        Span::new(start, last_line.max(self.source.len() - after.len()))
    }

    fn count(&mut self, nodes: usize, span: Span) -> Result<(), Problem> {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > limits::YAML_NODES {
            let what = format!("more than {} values once aliases are expanded", limits::YAML_NODES);
            return Err(Problem::limit(span.start as usize, what));
        }
        Ok(())
    }

    fn begin(&mut self, span: Span, anchor: usize, is_mapping: bool) -> Result<(), Problem> {
        if self.open.len() >= limits::YAML_DEPTH {
            let what = format!("nested deeper than {} levels", limits::YAML_DEPTH);
            return Err(Problem::limit(span.start as usize, what));
        }
        self.open.push(Open { start: span.start as usize, anchor, items: Vec::new(), is_mapping });
        Ok(())
    }

    fn end(&mut self, span: Span) -> Result<(), Problem> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let last = open.items.last().map_or(open.start, |node| node.span.end as usize);
        // A block collection ends where its last value does; a flow one at its bracket.
        let closing = self.source.as_bytes().get((span.end as usize).wrapping_sub(1));
        let flow = matches!(self.source.as_bytes().get(open.start), Some(b'[' | b'{'))
            && matches!(closing, Some(b']' | b'}'));
        let end = if flow { span.end as usize } else { last };
        let kind = if open.is_mapping {
            let entries = pair(open.items);
            Kind::Mapping(match self.merge {
                MergeKeys::Merged => merge(self.source, entries),
                MergeKeys::Plain => entries,
            })
        } else {
            Kind::Sequence(open.items)
        };
        self.add(Node { span: Span::new(open.start, end), kind }, open.anchor, 1)
    }

    fn add(&mut self, node: Node, anchor: usize, counts: usize) -> Result<(), Problem> {
        self.count(counts, node.span)?;
        if anchor > 0 {
            let size = size_of(&node);
            self.anchors.push((anchor, node.clone(), size));
        }
        match self.open.last_mut() {
            Some(open) => open.items.push(node),
            None => self.root = Some(node),
        }
        Ok(())
    }
}

fn size_of(node: &Node) -> usize {
    match &node.kind {
        Kind::Scalar(_) => 1,
        Kind::Sequence(items) => 1 + items.iter().map(size_of).sum::<usize>(),
        Kind::Mapping(entries) => {
            1 + entries.iter().map(|(key, value)| size_of(key) + size_of(value)).sum::<usize>()
        }
    }
}

fn pair(items: Vec<Node>) -> Vec<(Node, Node)> {
    let mut entries = Vec::with_capacity(items.len() / 2);
    let mut items = items.into_iter();
    while let (Some(key), Some(value)) = (items.next(), items.next()) {
        entries.push((key, value));
    }
    entries
}

/// Replaces `<<` by the entries it names that the mapping does not have itself.
fn merge(source: &str, entries: Vec<(Node, Node)>) -> Vec<(Node, Node)> {
    let merges = |(key, value): &(Node, Node)| is_merge_key(key, source) && names_mappings(value);
    if !entries.iter().any(merges) {
        return entries;
    }
    let (merges, mut own): (Vec<_>, Vec<_>) = entries.into_iter().partition(merges);
    let mut names: std::collections::HashSet<String> =
        own.iter().filter_map(|(key, _)| key.text(source).map(str::to_owned)).collect();
    for (_, value) in merges {
        let sources = match value.kind {
            Kind::Sequence(items) => items,
            kind => vec![Node { span: value.span, kind }],
        };
        for mapping in sources {
            let Kind::Mapping(entries) = mapping.kind else { continue };
            for (key, value) in entries {
                if key.text(source).is_none_or(|name| names.insert(name.to_owned())) {
                    own.push((key, value));
                }
            }
        }
    }
    own
}
