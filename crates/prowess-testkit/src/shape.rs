//! The ways a `SKILL.md` is well formed or broken, and how often each occurs.

use crate::random::Random;

/// What is wrong with a file, if anything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Nothing is wrong.
    WellFormed,
    /// Well formed, with line ends of two characters.
    CarriageReturns,
    /// A byte order mark before the frontmatter.
    ByteOrderMark,
    /// Text on the line of a `|` or `>`.
    TextOnBlockLine,
    /// A colon and a blank in a plain value.
    UnquotedColon,
    /// A value that begins with `*`, which YAML takes for an alias.
    LeadingAsterisk,
    /// Text after a closing quote.
    TextAfterQuote,
    /// A value that goes on in the next line without indentation.
    BareContinuation,
    /// An escape that double quotes do not know.
    BadEscape,
    /// JSON that does not close as it opened.
    BrokenFlow,
    /// A value that begins with a back-tick or `@`.
    ReservedStart,
    /// Indentation by a tab.
    Tab,
    /// A quote that never closes.
    OpenQuote,
    /// A frontmatter that never closes.
    Unclosed,
    /// Text before the frontmatter.
    TextBefore,
    /// A frontmatter without its first fence.
    NoOpening,
    /// An empty line before the frontmatter.
    BlankBefore,
    /// A body alone.
    NoFrontmatter,
    /// No byte at all.
    Empty,
}

/// How many of 100,000 files are of each shape, by the counts over 115,000 public ones.
const SHARES: &[(Shape, usize)] = &[
    (Shape::WellFormed, 83_960),
    (Shape::CarriageReturns, 270),
    (Shape::ByteOrderMark, 30),
    (Shape::TextOnBlockLine, 7_820),
    (Shape::UnquotedColon, 4_330),
    (Shape::LeadingAsterisk, 810),
    (Shape::TextAfterQuote, 220),
    (Shape::BareContinuation, 100),
    (Shape::BadEscape, 45),
    (Shape::BrokenFlow, 55),
    (Shape::ReservedStart, 21),
    (Shape::Tab, 4),
    (Shape::OpenQuote, 3),
    (Shape::Unclosed, 109),
    (Shape::TextBefore, 28),
    (Shape::NoOpening, 16),
    (Shape::BlankBefore, 5),
    (Shape::NoFrontmatter, 2_030),
    (Shape::Empty, 9),
];

impl Shape {
    pub(crate) fn draw(random: &mut Random) -> Self {
        random.weighted(SHARES)
    }

    /// Whether every reader agrees on such a file.
    pub(crate) fn is_well_formed(self) -> bool {
        matches!(self, Self::WellFormed | Self::CarriageReturns)
    }
}
