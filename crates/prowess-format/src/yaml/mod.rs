//! YAML as skills use it: values that keep their place and their spelling.
//!
//! Three readers, tried in this order:
//!
//! 1. [`block`]: mappings, sequences and scalars without flow collections, anchors and tags. Nearly
//!    every skill is written in it, it costs about a microsecond, and it is also the whole language
//!    of the open standard's reference validator.
//! 2. [`full`]: all of YAML 1.2, on an event parser.
//! 3. [`repair`]: what a person reads where neither parser can.
//!
//! A test holds that wherever the first two both accept a text they read the same values.

pub(crate) mod block;
pub(crate) mod full;
pub(crate) mod repair;
pub(crate) mod scalar;

use crate::diagnostic::Span;

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

    /// The text of a scalar in `source`; `None` for lists and mappings.
    pub fn text<'a>(&'a self, source: &'a str) -> Option<&'a str> {
        match &self.kind {
            Kind::Scalar(Scalar { text: Text::Verbatim(span), .. }) => Some(span.of(source)),
            Kind::Scalar(Scalar { text: Text::Cooked(text), .. }) => Some(text),
            Kind::Sequence(_) | Kind::Mapping(_) => None,
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

/// Why a text is not the YAML a reader understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Byte offset in the source.
    pub(crate) at: usize,
    /// A fragment that follows "the frontmatter is not valid YAML: ".
    pub(crate) what: String,
    /// It is a resource limit, not a mistake: repairing would not help.
    pub(crate) limit: bool,
}

impl Problem {
    pub(crate) fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), limit: false }
    }

    pub(crate) fn limit(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), limit: true }
    }
}

/// Reads `source[range]` as YAML: the quick reader first, the full one where that declines.
pub(crate) fn read(source: &str, range: Span) -> Result<Node, Problem> {
    match block::read(source, range, block::Dialect::Yaml) {
        Ok(node) => Ok(node),
        Err(block::Declined::Limit(problem)) => Err(problem),
        Err(block::Declined::Outside(_) | block::Declined::Invalid(_)) => full::read(source, range),
    }
}

/// Reads `source[range]` as the strict subset. `None` in the mapping checks of that language means
/// the text is fine.
pub(crate) fn read_strict(source: &str, range: Span) -> Result<Node, Problem> {
    let node =
        block::read(source, range, block::Dialect::Strict).map_err(|declined| match declined {
            block::Declined::Outside(problem)
            | block::Declined::Invalid(problem)
            | block::Declined::Limit(problem) => problem,
        })?;
    check_strict(source, &node)?;
    Ok(node)
}

/// What the strict language refuses in a text that parses: a key that comes twice, sibling mappings
/// that start in different columns, and merge keys.
fn check_strict(source: &str, node: &Node) -> Result<(), Problem> {
    let column = |node: &Node| {
        let start = node.span.start as usize;
        let line = source[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        source[line..start].chars().count()
    };
    let mut sibling_column = None;
    let mut keys = std::collections::HashSet::new();
    for (key, value) in node.entries() {
        let text = key.text(source).unwrap_or_default();
        let at = key.span.start as usize;
        if !keys.insert(text) {
            return Err(Problem::new(at, format!("the key `{text}` comes twice")));
        }
        if text == "<<" && matches!(&key.kind, Kind::Scalar(key) if key.style == Style::Plain) {
            return Err(Problem::new(at, "merge keys are not allowed"));
        }
        check_strict(source, value)?;
        if matches!(value.kind, Kind::Mapping(_)) {
            let column = column(value);
            if *sibling_column.get_or_insert(column) != column {
                let at = value.span.start as usize;
                return Err(Problem::new(at, "sibling mappings are indented differently"));
            }
        }
    }
    node.items().iter().try_for_each(|item| check_strict(source, item))
}
