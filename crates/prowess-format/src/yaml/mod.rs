//! YAML as skills use it: values that keep their place and their spelling.
//!
//! Three readers, tried in this order:
//!
//! 1. `block`: mappings, sequences and scalars without anchors and tags, and JSON in them. Nearly
//!    every skill is written in it, it costs about a microsecond, and it is also the whole language
//!    of the open standard's reference validator.
//! 2. `full`: all of YAML 1.2, on an event parser.
//! 3. `repair`: what a person reads where neither parser can.
//!
//! A test holds that wherever the first two both accept a text they read the same values.

pub(crate) mod block;
pub(crate) mod full;
pub(crate) mod named_lines;
pub(crate) mod plain_lines;
pub(crate) mod quote_values;
pub(crate) mod quoted_lines;
pub(crate) mod repair;
mod repair_key;
mod repair_text;
pub(crate) mod scalar;

use crate::diagnostic::Span;
use crate::rules::YamlPart;

/// A value with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it stands, without the comment or the line break after it.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A single value.
    Scalar(Scalar),
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values in the order of the text, duplicates included.
    Mapping(Vec<(Node, Node)>),
}

/// A single value, as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    /// How it was written.
    pub style: Style,
    /// What it says.
    pub text: Text,
}

/// How a scalar was written. Only a plain one can be anything but a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In quotes, tagged as a string, or mended.
    Quoted,
    /// After `|` or `>`.
    Block,
}

/// The text of a scalar: a piece of the source where it stands there as it is, else its own.
#[derive(Clone, Debug, PartialEq)]
pub enum Text {
    /// A range of the source.
    Verbatim(Span),
    /// Folded, unescaped or mended.
    Cooked(Box<str>),
}

impl Node {
    pub(crate) fn scalar(span: Span, style: Style, text: Text) -> Self {
        Self { span, kind: Kind::Scalar(Scalar { style, text }) }
    }

    /// The absent value at a place.
    pub(crate) fn null(at: usize) -> Self {
        let span = Span::new(at, at);
        Self::scalar(span, Style::Plain, Text::Verbatim(span))
    }

    /// Whether it is a scalar without quotes.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(&self.kind, Kind::Scalar(scalar) if scalar.style == Style::Plain)
    }

    /// The text of a scalar in `source`; `None` for lists and mappings.
    pub fn text<'a>(&'a self, source: &'a str) -> Option<&'a str> {
        match &self.kind {
            Kind::Scalar(Scalar { text: Text::Verbatim(span), .. }) => Some(span.of(source)),
            Kind::Scalar(Scalar { text: Text::Cooked(text), .. }) => Some(text),
            Kind::Sequence(_) | Kind::Mapping(_) => None,
        }
    }

    /// Whether this is a scalar that says exactly this. Keys are looked up often, and nearly all of
    /// them differ in length.
    pub(crate) fn says(&self, text: &str, source: &str) -> bool {
        match &self.kind {
            Kind::Scalar(Scalar { text: Text::Verbatim(span), .. }) => {
                span.end.wrapping_sub(span.start) as usize == text.len()
                    && source.as_bytes().get(span.range()) == Some(text.as_bytes())
            }
            Kind::Scalar(Scalar { text: Text::Cooked(own), .. }) => **own == *text,
            Kind::Sequence(_) | Kind::Mapping(_) => false,
        }
    }

    /// The entries of a mapping; none for anything else.
    pub fn entries(&self) -> &[(Node, Node)] {
        match &self.kind {
            Kind::Mapping(entries) => entries,
            Kind::Scalar(_) | Kind::Sequence(_) => &[],
        }
    }

    /// The items of a list; none for anything else.
    pub fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::Sequence(items) => items,
            Kind::Scalar(_) | Kind::Mapping(_) => &[],
        }
    }
}

/// Whether a line begins with a key, also where that is not written as YAML wants it.
pub(crate) fn opens_entry(line: &str) -> bool {
    repair_key::key_of(line).is_some()
}

/// Why a text is not the YAML a reader understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Byte offset in the source.
    pub(crate) at: usize,
    /// A fragment that follows "the frontmatter is not valid YAML: ".
    pub(crate) what: String,
    /// It is a resource limit, not a mistake: repairing would not help.
    pub(crate) limit: bool,
    /// The range that the quick reader refused and the full one did not look at, which words its
    /// problems better.
    pub(crate) unworded: Option<Span>,
}

impl Problem {
    pub(crate) fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), limit: false, unworded: None }
    }

    pub(crate) fn limit(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), limit: true, unworded: None }
    }

    /// The problem as it is told: most are not, because the text is mended.
    pub(crate) fn worded(self, source: &str) -> Self {
        match self.unworded {
            Some(range) => full::read(source, range).err().unwrap_or(self),
            None => self,
        }
    }
}

/// Reads `source[range]` as YAML: the quick reader first, the full one where that declines.
pub(crate) fn read(source: &str, range: Span) -> Result<Node, Problem> {
    read_without(source, range, &[])
}

/// The same for a reader that does not understand all of it.
pub(crate) fn read_without(
    source: &str,
    range: Span,
    without: &[YamlPart],
) -> Result<Node, Problem> {
    match block::read(source, range, block::Dialect::Yaml) {
        Ok(node) => Ok(node),
        Err(block::Declined::Limit(problem)) => Err(problem),
        Err(block::Declined::Refused(problem)) => Err(Problem { unworded: Some(range), ..problem }),
        // YAML does not allow tabs in front of a line, though the full reader takes some of them.
        Err(block::Declined::Invalid(problem)) if leads_with_tab(source, problem.at) => {
            Err(problem)
        }
        Err(block::Declined::Outside(_) | block::Declined::Invalid(_)) => {
            full::read_without(source, range, without)
        }
    }
}

/// Whether a tab at this place is the indentation of its line.
fn leads_with_tab(source: &str, at: usize) -> bool {
    let line = source[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    source[at..].starts_with('\t') && source[line..at].chars().all(|c| matches!(c, ' ' | '\t'))
}

/// Reads `source[range]` as the strict subset.
pub(crate) fn read_strict(source: &str, range: Span) -> Result<Node, Problem> {
    let read = block::read(source, range, block::Dialect::Strict);
    let mut node = read.map_err(|declined| match declined {
        block::Declined::Outside(problem)
        | block::Declined::Invalid(problem)
        | block::Declined::Refused(problem)
        | block::Declined::Limit(problem) => problem,
    })?;
    check_strict(source, &mut node)?;
    Ok(node)
}

/// What the strict language refuses in a text that parses: a key that comes twice, sibling mappings
/// that start in different columns, a merge key that names no mapping. One that does is left out of
/// the mapping it stands in, as that language's reader leaves it out.
fn check_strict(source: &str, node: &mut Node) -> Result<(), Problem> {
    let mut sibling_column = None;
    let mut keys = std::collections::HashSet::new();
    if let Kind::Mapping(entries) = &mut node.kind {
        for (key, value) in entries.iter_mut() {
            let at = key.span.start as usize;
            let Some(text) = key.text(source) else {
                return Err(Problem::new(at, "a key that is not a text"));
            };
            if !keys.insert(text.to_owned()) {
                return Err(Problem::new(at, format!("the key `{text}` comes twice")));
            }
            if is_merge_key(key, source) && !names_mappings(value) {
                return Err(Problem::new(at, "a merge key that names no mapping"));
            }
            check_strict(source, value)?;
            if matches!(value.kind, Kind::Mapping(_)) {
                let column = column(source, value.span.start as usize);
                if *sibling_column.get_or_insert(column) != column {
                    let at = value.span.start as usize;
                    return Err(Problem::new(at, "sibling mappings are indented differently"));
                }
            }
        }
        entries.retain(|(key, _)| !is_merge_key(key, source));
    }
    if let Kind::Sequence(items) = &mut node.kind {
        items.iter_mut().try_for_each(|item| check_strict(source, item))?;
    }
    Ok(())
}

fn column(source: &str, at: usize) -> usize {
    let line = source[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    source[line..at].chars().count()
}

/// Whether a key is a plain `<<`.
pub(crate) fn is_merge_key(key: &Node, source: &str) -> bool {
    key.says("<<", source) && key.is_plain()
}

/// Whether a value is a mapping or a list of them, and so can be merged.
pub(crate) fn names_mappings(value: &Node) -> bool {
    match &value.kind {
        Kind::Mapping(_) => true,
        Kind::Sequence(items) => items.iter().all(|item| matches!(item.kind, Kind::Mapping(_))),
        Kind::Scalar(_) => false,
    }
}
