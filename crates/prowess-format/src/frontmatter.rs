//! The frontmatter: verbatim, in order, with its types, and readable as JSON.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;

use crate::diagnostic::Span;
use crate::limits;
use crate::yaml::scalar::{self, Plain};
use crate::yaml::{self, Kind, Node, Style};

/// Which types plain scalars can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Schema {
    /// Null, booleans, numbers and strings.
    #[default]
    Core,
    /// Strings only.
    Strings,
}

/// The keys and values between the fences of a `SKILL.md`.
#[derive(Clone, Debug)]
pub struct Frontmatter {
    source: Arc<str>,
    span: Span,
    root: Node,
    schema: Schema,
}

impl Frontmatter {
    pub(crate) fn new(source: Arc<str>, span: Span, root: Node, schema: Schema) -> Self {
        Self { source, span, root, schema }
    }

    pub(crate) fn empty(source: Arc<str>) -> Self {
        let root = Node { span: Span::default(), kind: Kind::Mapping(Vec::new()) };
        Self { source, span: Span::default(), root, schema: Schema::Core }
    }

    /// A YAML file that stands alone, such as one beside the skill; `None` where it is not a mapping.
    pub(crate) fn of_yaml(text: &str) -> Option<Self> {
        if text.len() > limits::FRONTMATTER_BYTES {
            return None;
        }
        let span = Span::new(0, text.len());
        // A file of its own may have document markers, which the quick reader does not know.
        let root = yaml::full::read(text, span).ok()?;
        let frontmatter = Self::new(Arc::from(text), span, root, Schema::Core);
        (frontmatter.root().kind() == Type::Map).then_some(frontmatter)
    }

    /// The text between the fences, as it stands in the file.
    pub fn text(&self) -> &str {
        self.span.of(&self.source)
    }

    /// Where that text stands in the file.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.root.entries().is_empty()
    }

    /// The whole mapping.
    pub fn root(&self) -> Value<'_> {
        Value { source: &self.source, node: &self.root, schema: self.schema }
    }

    /// The value of a top-level key.
    pub fn get(&self, key: &str) -> Option<Value<'_>> {
        self.root().get(key)
    }

    /// The number of the entry that [`Frontmatter::get`] finds.
    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        let entries = self.root.entries();
        entries.iter().rposition(|(name, _)| name.says(key, &self.source))
    }

    /// The text of the value of the entry of a number; empty where it has none.
    pub(crate) fn value_text(&self, entry: usize) -> &str {
        let entry = self.root.entries().get(entry);
        entry.and_then(|(_, value)| value.text(&self.source)).unwrap_or_default()
    }

    /// The value of the first of these keys that is there: agents spell one key in several ways.
    pub fn get_any(&self, keys: &[&str]) -> Option<Value<'_>> {
        keys.iter().find_map(|key| self.get(key))
    }

    /// Keys and values in the order of the text.
    pub fn entries(&self) -> impl Iterator<Item = (Value<'_>, Value<'_>)> {
        self.root().entries()
    }

    /// The frontmatter as JSON: in order, with numbers spelled as they are written.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.root()).unwrap_or_else(|_| "{}".to_owned())
    }
}

/// A value of a frontmatter.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    source: &'a str,
    node: &'a Node,
    schema: Schema,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Nothing.
    Null,
    /// True or false.
    Bool,
    /// A whole number.
    Int,
    /// Another number.
    Float,
    /// Text.
    Str,
    /// A list.
    List,
    /// A mapping.
    Map,
}

impl Type {
    /// The name of the type for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "empty",
            Self::Bool => "a boolean",
            Self::Int => "an integer",
            Self::Float => "a number",
            Self::Str => "a string",
            Self::List => "a list",
            Self::Map => "a mapping",
        }
    }

    /// The name Python has for it, which the messages of Python systems show.
    pub fn python_name(self) -> &'static str {
        match self {
            Self::Null => "NoneType",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Float => "float",
            Self::Str => "str",
            Self::List => "list",
            Self::Map => "dict",
        }
    }
}

impl<'a> Value<'a> {
    /// Where it stands in the file.
    pub fn span(self) -> Span {
        self.node.span
    }

    /// The text it was written as.
    pub fn raw(self) -> &'a str {
        self.node.span.of(self.source)
    }

    /// What it is.
    pub fn kind(self) -> Type {
        match &self.node.kind {
            Kind::Sequence(_) => Type::List,
            Kind::Mapping(_) => Type::Map,
            Kind::Scalar(scalar) if scalar.style != Style::Plain => Type::Str,
            // The strict language makes strings of everything but these two marks.
            Kind::Scalar(_) if self.schema == Schema::Strings => match self.text() {
                Some("=" | "<<") => Type::Null,
                _ => Type::Str,
            },
            Kind::Scalar(_) => match scalar::classify(self.text().unwrap_or_default()) {
                Plain::Null => Type::Null,
                Plain::Bool(_) => Type::Bool,
                Plain::Int => Type::Int,
                Plain::Float => Type::Float,
                Plain::Str => Type::Str,
            },
        }
    }

    /// Whether it is nothing.
    pub fn is_null(self) -> bool {
        self.kind() == Type::Null
    }

    /// The text of any scalar, whatever its type: `1.0` is `1.0`, `yes` is `yes`.
    pub fn text(self) -> Option<&'a str> {
        self.node.text(self.source)
    }

    /// The text, where it is a string.
    pub fn as_str(self) -> Option<&'a str> {
        (self.kind() == Type::Str).then(|| self.text()).flatten()
    }

    /// True or false as agents read it: booleans, and yes/no, on/off, 1/0 in any case.
    pub fn as_flag(self) -> Option<bool> {
        self.text().and_then(flag)
    }

    /// The value of a key of a mapping; of the last one, where it comes twice.
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        let entries = self.node.entries();
        let (_, value) = entries.iter().rfind(|(name, _)| name.says(key, self.source))?;
        Some(Value { node: value, ..self })
    }

    /// The value of the first of these keys that is there.
    pub fn get_any(self, keys: &[&str]) -> Option<Value<'a>> {
        keys.iter().find_map(|key| self.get(key))
    }

    /// Keys and values of a mapping.
    pub fn entries(self) -> impl Iterator<Item = (Value<'a>, Value<'a>)> {
        let with = move |node| Value { node, ..self };
        self.node.entries().iter().map(move |(key, value)| (with(key), with(value)))
    }

    /// The items of a list.
    pub fn items(self) -> impl Iterator<Item = Value<'a>> {
        self.node.items().iter().map(move |node| Value { node, ..self })
    }

    /// Texts: the items of a list, or the one text of a scalar that is there.
    pub fn texts(self) -> Vec<&'a str> {
        match self.kind() {
            Type::List => self.items().filter_map(Value::text).collect(),
            Type::Map | Type::Null => Vec::new(),
            _ => self.text().into_iter().collect(),
        }
    }

    /// The value as JSON. Numbers that JSON cannot spell the same way become floats.
    pub fn to_json_value(self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self.kind() {
            Type::Null => Json::Null,
            Type::Bool => Json::Bool(self.as_flag() == Some(true)),
            Type::Int | Type::Float => {
                let text = self.text().unwrap_or_default();
                serde_json::from_str(text).unwrap_or_else(|_| Json::String(text.to_owned()))
            }
            Type::Str => Json::String(self.text().unwrap_or_default().to_owned()),
            Type::List => Json::Array(self.items().map(Value::to_json_value).collect()),
            Type::Map => {
                let pairs = self
                    .entries()
                    .map(|(key, value)| (key.key().into_owned(), value.to_json_value()));
                Json::Object(pairs.collect())
            }
        }
    }

    /// This value as a JSON key: scalars by their text, anything else as JSON.
    pub(crate) fn key(self) -> Cow<'a, str> {
        match self.text() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(self.to_json_value().to_string()),
        }
    }
}

/// True or false as agents spell it.
pub(crate) fn flag(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            Type::Null => serializer.serialize_unit(),
            Type::Bool => serializer.serialize_bool(self.as_flag() == Some(true)),
            Type::Str => serializer.serialize_str(self.text().unwrap_or_default()),
            Type::Int | Type::Float => {
                let text = self.text().unwrap_or_default();
                let number = scalar::is_json_number(text)
                    .then(|| RawValue::from_string(text.to_owned()).ok())
                    .flatten();
                match number {
                    Some(number) => number.serialize(serializer),
                    None => serializer.serialize_str(text),
                }
            }
            Type::List => {
                let mut list = serializer.serialize_seq(None)?;
                for item in self.items() {
                    list.serialize_element(&item)?;
                }
                list.end()
            }
            Type::Map => {
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in self.entries() {
                    map.serialize_entry(key.key().as_ref(), &value)?;
                }
                map.end()
            }
        }
    }
}
