//! Pieces: the texts of a file that are looked at, each with a map back to the file.
//!
//! A Markdown file gives its prose, every code block, every command between backticks, its comments;
//! a program gives its statements and its comments; and all of them give what was hidden or encoded
//! in them. Each piece is cut into units, sentences or statements, because what matters is what one
//! of them says.

pub(crate) mod code;
pub(crate) mod decode;
pub(crate) mod fold;
pub(crate) mod hidden;
pub(crate) mod lex;
pub(crate) mod map;
pub(crate) mod markdown;
pub(crate) mod markup;
pub(crate) mod prose;
pub(crate) mod settings;
pub(crate) mod shell_words;

use crate::kind::Kind;
pub(crate) use map::Map;

/// How a text came to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Channel {
    /// As it stands.
    Plain,
    /// A command between backticks inside prose.
    Inline,
    /// The head of a `SKILL.md`.
    Frontmatter,
    /// A comment of a program.
    Comment,
    /// A comment of Markdown or HTML, which no reader of the rendered text sees.
    HtmlComment,
    /// Characters that cannot be seen.
    Hidden,
    /// Decoded from base64 and the like.
    Decoded,
    /// Strings put together as the program would.
    Folded,
}

impl Channel {
    /// Whether somebody took pains that it is not read.
    pub(crate) fn is_covert(self) -> bool {
        matches!(self, Self::HtmlComment | Self::Hidden | Self::Decoded)
    }
}

/// One text of a file.
#[derive(Debug)]
pub(crate) struct Piece {
    /// Which file.
    pub(crate) file: usize,
    pub(crate) kind: Kind,
    pub(crate) channel: Channel,
    pub(crate) text: String,
    pub(crate) map: Map,
    pub(crate) units: Vec<Unit>,
}

/// A sentence or a statement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The headings it stands under, the nearest last, as one text.
    pub(crate) heading: Option<std::rc::Rc<str>>,
    /// What structure says about it.
    pub(crate) context: Context,
}

/// What the structure around a text says about how it is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// It is a table cell.
    pub(crate) cell: bool,
    /// It is a heading.
    pub(crate) heading: bool,
    /// Its strings were put together in a way that serves no reader.
    pub(crate) tricky: bool,
    /// It is an item of a list.
    pub(crate) item: bool,
}

impl Piece {
    /// The text of a unit.
    pub(crate) fn unit(&self, at: usize) -> &str {
        self.units.get(at).and_then(|unit| self.text.get(unit.start..unit.end)).unwrap_or_default()
    }

    /// The unit that holds an offset.
    pub(crate) fn unit_at(&self, offset: usize) -> Option<usize> {
        let after = self.units.partition_point(|unit| unit.start <= offset);
        let at = after.checked_sub(1)?;
        (offset < self.units[at].end).then_some(at)
    }
}
