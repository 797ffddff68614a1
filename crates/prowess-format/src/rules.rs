//! The `[format]` table of a profile: how one agent reads a `SKILL.md`, and how much it minds.
//!
//! A profile selects from the closed vocabulary below; nothing here knows an agent's name.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::code::{self, Code};
use crate::diagnostic::Severity;
use crate::frontmatter::Type;

/// How one agent reads and judges a skill's form.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rules {
    /// Which file describes a skill.
    pub document: DocumentKind,
    /// What the file may be called.
    pub file_names: FileNames,
    /// Whether a single file among others can be a skill at all.
    pub single_files: SingleFiles,
    /// Where the frontmatter ends.
    pub fence: Fence,
    /// Deviations that are read through; one that is not listed makes the frontmatter missing.
    pub tolerate: Vec<Tolerance>,
    /// What becomes of NUL bytes.
    pub nul_bytes: NulBytes,
    /// Which YAML is understood.
    pub yaml: Yaml,
    /// What of that YAML is not understood.
    pub yaml_without: Vec<YamlPart>,
    /// What is done when the YAML does not parse.
    pub repair: Repair,
    /// What a key without a value is.
    pub nulls: Nulls,
    /// What becomes of a name or a description that is no text.
    pub coerce: Coerce,
    /// Keys whose values have to be true or false.
    pub flags: Vec<String>,
    /// Whether every error counts or only the first.
    pub errors: Errors,
    /// Which values are the text of a name or a description.
    pub texts: Texts,
    /// What becomes of white space in names and descriptions.
    pub white_space: WhiteSpace,
    /// What a name may look like.
    pub name_form: NameForm,
    /// Characters of a name that become hyphens.
    pub name_hyphens: String,
    /// Which top-level keys are expected.
    pub fields: Fields,
    /// The keys, where `fields = "listed"`.
    pub field_list: Vec<String>,
    /// Lengths past which the matching code is reported.
    pub limits: Limits,
    /// What stands in for a name or a description that is not there.
    pub fallback: Fallback,
    /// Severity by code; a code that is not listed has its documented one.
    pub severity: BTreeMap<String, Level>,
    /// Wording by code, for agents whose messages users search for.
    pub messages: BTreeMap<String, String>,
}

/// Which file describes a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentKind {
    /// `SKILL.md`.
    #[default]
    SkillMd,
    /// `manifest.json`.
    Manifest,
}

/// What a skill's file may be called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileNames {
    /// `SKILL.md` in any case.
    #[default]
    AnyCase,
    /// `SKILL.md` or `skill.md`, where it leads to something.
    Two,
    /// `SKILL.md` in exactly this spelling.
    Exact,
}

/// Whether a single file can be a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SingleFiles {
    /// A Markdown file can.
    #[default]
    Markdown,
    /// Only a directory can.
    None,
}

/// Where the frontmatter begins and ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fence {
    /// A line of three hyphens opens and the next such line closes; blanks after them are ignored.
    #[default]
    Line,
    /// The text starts with three hyphens and the next three hyphens, wherever they stand, close.
    Anywhere,
    /// The text starts with `---` and a line feed, and `---` between two line feeds closes.
    Exact,
    /// The first line, and the next that closes, are three hyphens once blanks are taken off at both
    /// ends; only a line feed ends a line.
    Trimmed,
    /// The text starts with `---` and a line end, and the next line that begins with three hyphens
    /// closes, whatever follows them there.
    LineStart,
    /// The first line has three hyphens and blanks behind them, and the next line that begins with
    /// three hyphens closes; what more may stand in the first is tolerated or not. Only a line feed
    /// ends a line.
    LinePrefix,
    /// As `line`, but a carriage return alone ends no line.
    LineFeed,
    /// A line of three hyphens opens, and the next three hyphens, wherever they stand, close. A
    /// carriage return alone ends no line.
    LineThenAnywhere,
}

/// A deviation from a well-formed file that an agent may read through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tolerance {
    /// A byte order mark before the fence.
    Bom,
    /// Blank lines before the fence.
    BlankBefore,
    /// Other text before the fence.
    TextBefore,
    /// A first key on the line of the opening fence.
    TextOnFence,
    /// The text's first heading on the line of the closing fence.
    TextAfterFence,
    /// More than three hyphens in the opening fence; of `line-prefix`.
    MoreHyphens,
    /// A word on the line of the opening fence, as in `---yaml`; of `line-prefix`.
    WordOnFence,
    /// Lines that end with a carriage return alone; of `line-prefix`.
    LoneReturns,
    /// No opening fence, but keys and a closing one.
    NoOpening,
    /// No closing fence.
    Unclosed,
    /// No frontmatter at all.
    Missing,
}

/// What becomes of NUL bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NulBytes {
    /// They are left out.
    #[default]
    LeftOut,
    /// They stay, and a frontmatter that has one is not valid YAML.
    Kept,
}

/// Which values are the text of a name or a description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Texts {
    /// Strings; anything else is reported, and a number or a boolean is then taken by its spelling.
    #[default]
    Strings,
    /// Numbers and booleans too, by their spelling, and nothing at all is an empty text.
    Scalars,
    /// Strings; anything else is reported, and is then as if it were not there, but a place that wants
    /// a description is content with it.
    StringsOnly,
}

impl Texts {
    /// Whether a value of that type is one.
    pub fn take(self, kind: Type) -> bool {
        match self {
            Self::Strings | Self::StringsOnly => kind == Type::Str,
            Self::Scalars => !matches!(kind, Type::List | Type::Map),
        }
    }
}

/// What becomes of white space in names and descriptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhiteSpace {
    /// It is taken off at both ends; what is then empty is not there.
    #[default]
    Trimmed,
    /// It stays, and a text of nothing else, or of nothing, is one.
    Kept,
    /// As trimmed, but around a name it stays. An empty name is one too, where nothing stands in for it.
    KeptInNames,
    /// As trimmed, and within the text any of it is one space.
    Collapsed,
}

/// Which YAML an agent's reader understands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Yaml {
    /// YAML 1.2, core schema.
    #[default]
    Full,
    /// The subset without flow collections, anchors and tags, in which every scalar is a string
    /// and a key may not come twice.
    Strict,
}

/// A part of YAML that a reader may not understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum YamlPart {
    /// `<<` is a key like any other.
    MergeKeys,
    /// A tag that is not one of YAML's own is an error.
    UnknownTags,
}

/// What a key without a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nulls {
    /// A value of another type than a string.
    #[default]
    Typed,
    /// As good as no key.
    Absent,
}

/// What becomes of values that are no text, where one is wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Coerce {
    /// Of the name.
    pub name: Coercion,
    /// Of the description.
    pub description: Coercion,
}

/// How a value becomes a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coercion {
    /// Numbers and booleans are as they are spelled; lists and mappings are none.
    #[default]
    Spelled,
    /// Numbers are written anew, so that `0o17` is `15`; lists and mappings are none.
    Numbers,
    /// As JavaScript does it: lists are their items with commas, mappings `[object Object]`.
    Script,
    /// Lists and mappings are JSON; one on the line of its key that holds a colon is as it is spelled.
    Json,
}

/// What is done when a frontmatter is not valid YAML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// Nothing.
    #[default]
    None,
    /// Top-level values with a colon are taken literally; keys with a hyphen are not looked at.
    ColonLines,
    /// Each entry is read by itself, and one that does not parse is read as a person would.
    Entries,
    /// Values without quotes are put in quotes where they hold a colon and a space, or begin with
    /// `[`, `{`, `@` or a backtick and do not parse; also where a name or a description is no text.
    QuoteValues,
    /// Lines `name:` and `description:` are taken literally, wherever they stand, and nothing else is
    /// read; also where one of the two is no string.
    NamedLines,
    /// Unindented `key: value` lines are taken literally, quotes and all; other lines are left out.
    Lines,
    /// Top-level values with characters that mean something to YAML are taken literally, and tabs in
    /// front of a line are spaces.
    SpecialLines,
    /// The value of a top-level `description` is taken literally, unless it opens a bracket and never
    /// closes it.
    DescriptionLine,
}

/// How many errors an agent reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errors {
    /// All of them.
    #[default]
    All,
    /// The first, in the order of the checks.
    First,
}

/// What a name may look like, beside its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameForm {
    /// Anything.
    #[default]
    Any,
    /// Lowercase letters of any script, digits and single inner hyphens, after NFKC.
    UnicodeKebab,
    /// `^[a-z0-9]+(-[a-z0-9]+)*$`
    AsciiKebab,
    /// `^[a-z0-9][a-z0-9-]*$`
    AsciiHyphens,
    /// `^[a-z0-9][a-z0-9_-]*$`
    AsciiHyphensUnderscores,
    /// `^[A-Za-z0-9][A-Za-z0-9._:-]*$`
    AsciiWords,
}

impl NameForm {
    /// The form as a pattern, for messages.
    pub fn pattern(self) -> &'static str {
        match self {
            Self::Any => "^.*$",
            Self::UnicodeKebab => "lowercase letters and digits joined by single hyphens",
            Self::AsciiKebab => "^[a-z0-9]+(-[a-z0-9]+)*$",
            Self::AsciiHyphens => "^[a-z0-9][a-z0-9-]*$",
            Self::AsciiHyphensUnderscores => "^[a-z0-9][a-z0-9_-]*$",
            Self::AsciiWords => "^[A-Za-z0-9][A-Za-z0-9._:-]*$",
        }
    }
}

/// Which top-level keys are expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fields {
    /// Any.
    #[default]
    Any,
    /// The six of the open standard.
    Standard,
    /// Those that some agent reads.
    Known,
    /// Those of `field-list`.
    Listed,
}

/// Lengths in code points, except where the name says bytes; no value is no limit.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Limits {
    /// Of the name.
    pub name: Option<usize>,
    /// Of the description.
    pub description: Option<usize>,
    /// Of the compatibility note.
    pub compatibility: Option<usize>,
    /// Of the body.
    pub body: Option<usize>,
    /// Bytes of a `SKILL.md` in a directory.
    pub file_bytes: Option<usize>,
    /// Bytes of a skill that is a single file.
    pub flat_file_bytes: Option<usize>,
}

/// What stands in for what is missing.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Fallback {
    /// The name of the directory, or the stem of a single file.
    pub name: NameFallback,
    /// For the description.
    pub description: DescriptionFallback,
    /// A name that stands in is judged as one that was written.
    pub judged: bool,
}

/// What stands in for a missing name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameFallback {
    /// Nothing.
    #[default]
    None,
    /// The directory's name, or the stem of a single file.
    Directory,
    /// The stem of a single file; a directory has to say its name.
    Stem,
    /// The directory's name or stem always, whatever the frontmatter says.
    AlwaysDirectory,
}

/// What stands in for a missing description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DescriptionFallback {
    /// Nothing.
    #[default]
    None,
    /// The first paragraph of the body.
    FirstParagraph,
    /// `Skill: ` and the directory's name.
    SkillDirectory,
    /// What follows `description:` at the beginning of a line, the first one of the whole file, always,
    /// whatever the frontmatter says.
    AlwaysLine,
    /// The first line of the body that is not blank, a heading without its marks; else `Skill`.
    FirstLine,
    /// All of the body but its headings, as far as a description may be long; only where the key is
    /// not there at all.
    Text,
}

/// A severity, or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not reported.
    Off,
    /// Worth knowing.
    Info,
    /// Loads.
    Warning,
    /// Refused.
    Error,
}

/// A rules table that names a code there is not.
#[derive(Debug, thiserror::Error)]
#[error("`{table}.{id}` names no diagnostic code")]
pub struct UnknownCode {
    /// `severity` or `messages`.
    pub table: &'static str,
    /// The id.
    pub id: String,
}

impl Rules {
    /// Whether every code that is named exists.
    pub fn check_codes(&self) -> Result<(), UnknownCode> {
        let unknown = |id: &&String| code::find(id).is_none();
        let tables = [
            ("severity", self.severity.keys().find(unknown)),
            ("messages", self.messages.keys().find(unknown)),
        ];
        match tables.into_iter().find_map(|(table, id)| Some((table, id?))) {
            Some((table, id)) => Err(UnknownCode { table, id: id.clone() }),
            None => Ok(()),
        }
    }

    /// How a code weighs here; `None` is off.
    pub fn severity_of(&self, code: &Code) -> Option<Severity> {
        match self.severity.get(code.id) {
            None => code.severity,
            Some(Level::Off) => None,
            Some(Level::Info) => Some(Severity::Info),
            Some(Level::Warning) => Some(Severity::Warning),
            Some(Level::Error) => Some(Severity::Error),
        }
    }

    /// How a code is worded here.
    pub fn message_of<'a>(&'a self, code: &'a Code) -> &'a str {
        self.messages.get(code.id).map_or(code.message, String::as_str)
    }

    /// Whether a deviation is read through.
    pub fn tolerates(&self, tolerance: Tolerance) -> bool {
        self.tolerate.contains(&tolerance)
    }
}
