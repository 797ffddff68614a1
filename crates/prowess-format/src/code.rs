//! Codes: one for each kind of remark, with its page.
//!
//! A code is declared beside the check that makes it, with [`code!`](crate::code!); its doc comment
//! is the page that `prowess explain CODE` prints. [`all`] lists them; a test holds that none is
//! forgotten and that ids are unique.

use crate::diagnostic::Severity;

/// A kind of remark.
#[derive(Debug)]
pub struct Code {
    /// The name users see: kebab-case, naming what is wrong.
    pub id: &'static str,
    /// The severity where a profile says nothing else; `None` is off.
    pub severity: Option<Severity>,
    /// The sentence, with `{holes}`; a profile may word it otherwise.
    pub message: &'static str,
    /// What to do, with the same holes; empty where nothing general can be said.
    pub help: &'static str,
    /// The page: the doc comment of the code.
    pub page: &'static str,
}

impl Code {
    /// The page as Markdown, without the space that doc comments begin their lines with.
    pub fn page_text(&self) -> String {
        let lines: Vec<&str> =
            self.page.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        lines.join("\n").trim().to_owned()
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// Declares codes: doc comment, name, id, default severity, message and (optionally) help.
#[macro_export]
#[doc(hidden)]
macro_rules! code {
    ($( $(#[doc = $doc:literal])+ $name:ident = $id:literal, $severity:ident, $message:literal $(, $help:literal)? ; )+) => {
        $(
            $(#[doc = $doc])+
            pub(crate) static $name: $crate::Code = $crate::Code {
                id: $id,
                severity: $crate::code!(@severity $severity),
                message: $message,
                help: concat!("" $(, $help)?),
                page: concat!($($doc, "\n"),+),
            };
        )+
    };
    (@severity Off) => { None };
    (@severity $severity:ident) => { Some($crate::Severity::$severity) };
}

code! {
    /// More remarks than are kept for one file.
    ///
    /// A file can be made to earn any number of remarks. Past the limit they are only counted, so
    /// that a hostile file cannot fill a terminal or a disk.
    TOO_MANY_DIAGNOSTICS = "too-many-diagnostics", Info, "{count} more diagnostics of this file are left out";
}

/// The codes, by id, in the order of `prowess explain`.
pub fn all() -> impl Iterator<Item = &'static Code> {
    use crate::yaml::repair as mend;
    use crate::{
        blocked, decode, lookalike, manifest, parse, place, portability, portable, validate,
    };
    let reading: [&'static Code; 46] = [
        &place::PATH_MISSING,
        &place::NOT_A_DIRECTORY,
        &place::SKILL_FILE_MISSING,
        &place::NOT_MARKDOWN,
        &place::FILE_UNREADABLE,
        &place::TREE_LIMIT,
        &parse::FILE_EMPTY,
        &parse::FILE_TOO_LARGE,
        &parse::FILE_NAME_CASE,
        &decode::NOT_UTF8,
        &decode::NUL_BYTES,
        &parse::BOM,
        &parse::BLANK_BEFORE_FENCE,
        &parse::TEXT_BEFORE_FENCE,
        &parse::TEXT_ON_FENCE,
        &parse::TEXT_AFTER_FENCE,
        &parse::FENCE_NOT_OPENED,
        &parse::FENCE_UNCLOSED,
        &parse::FRONTMATTER_MISSING,
        &parse::YAML_INVALID,
        &parse::YAML_NOT_MAPPING,
        &parse::YAML_LIMIT,
        &parse::KEY_DUPLICATE,
        &parse::KEY_NOT_TEXT,
        &mend::UNQUOTED_COLON,
        &mend::TEXT_ON_BLOCK_LINE,
        &mend::RESERVED_START,
        &mend::BAD_ESCAPE,
        &mend::TEXT_AFTER_QUOTE,
        &mend::QUOTE_UNCLOSED,
        &mend::BROKEN_BRACKETS,
        &mend::LINE_WITHOUT_KEY,
        &mend::STRAY_LINE,
        &mend::COLON_WITHOUT_SPACE,
        &mend::KEY_DECORATED,
        &mend::KEY_INDENTED,
        &mend::VALUE_UNREADABLE,
        &mend::TAB_INDENTATION,
        &TOO_MANY_DIAGNOSTICS,
        &lookalike::NAME_LOOKALIKE,
        &blocked::SCAN_BLOCKED,
        &portable::READ_BY_FEWER,
        &portable::MOVED_TO_METADATA,
        &portable::BECOMES_STRING,
        &portable::FIELD_RENAMED,
        &portable::COMMENT_LOST,
    ];
    reading
        .into_iter()
        .chain(validate::codes())
        .chain(manifest::codes())
        .chain(portability::codes())
}

/// The code with an id.
pub fn find(id: &str) -> Option<&'static Code> {
    all().find(|code| code.id == id)
}
