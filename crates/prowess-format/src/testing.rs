//! The YAML readers one by one, for the tests that hold them against each other. Not an interface.

use crate::diagnostic::Span;
use crate::frontmatter::{Frontmatter, Schema, Type, Value};
use crate::yaml::{self, Node, block, full};

/// What the quick reader reads, spelled with types; the reason where it declines.
pub fn read_block(text: &str) -> Result<String, String> {
    let read = block::read(text, Span::new(0, text.len()), block::Dialect::Yaml);
    read.map(|node| spell(text, node)).map_err(|declined| match declined {
        block::Declined::Outside(problem)
        | block::Declined::Invalid(problem)
        | block::Declined::Refused(problem)
        | block::Declined::Limit(problem) => problem.what,
    })
}

/// Whether the quick reader is sure that the full one would not read a text either.
pub fn block_refuses(text: &str) -> bool {
    let read = block::read(text, Span::new(0, text.len()), block::Dialect::Yaml);
    matches!(read, Err(block::Declined::Refused(_)))
}

/// What the full reader reads, spelled with types; the reason where it refuses.
pub fn read_full(text: &str) -> Result<String, String> {
    let read = full::read(text, Span::new(0, text.len()));
    read.map(|node| spell(text, node)).map_err(|problem| problem.what)
}

/// What the strict reader reads, spelled with the types that the text would have elsewhere.
pub fn read_strict(text: &str) -> Result<String, String> {
    let read = yaml::read_strict(text, Span::new(0, text.len()));
    read.map(|node| spell(text, node)).map_err(|problem| problem.what)
}

/// The places of all values, first of the quick reader and then of the full one, where both read
/// a mapping.
pub fn places(text: &str) -> Option<[Vec<Span>; 2]> {
    let whole = Span::new(0, text.len());
    let quick = block::read(text, whole, block::Dialect::Yaml).ok()?;
    let full = full::read(text, whole).ok()?;
    if quick.entries().is_empty() {
        return None;
    }
    let mut places = [Vec::new(), Vec::new()];
    collect(&quick, &mut places[0]);
    collect(&full, &mut places[1]);
    // The space after a block text may be counted in or not.
    for place in places.iter_mut().flatten() {
        *place =
            Span::new(place.start as usize, place.start as usize + place.of(text).trim_end().len());
    }
    Some(places)
}

fn collect(node: &Node, places: &mut Vec<Span>) {
    places.push(node.span);
    node.items().iter().for_each(|item| collect(item, places));
    for (key, value) in node.entries() {
        collect(key, places);
        collect(value, places);
    }
}

fn spell(text: &str, root: Node) -> String {
    let span = Span::new(0, text.len());
    let read = Frontmatter::new(text.into(), span, root, Schema::Core);
    spell_value(read.root())
}

/// JSON, but that each scalar which is no string has its type in front: JSON has the number `.5`
/// and the string `".5"` alike.
fn spell_value(value: Value<'_>) -> String {
    let parts = |parts: Vec<String>| parts.join(", ");
    match value.kind() {
        Type::List => format!("[{}]", parts(value.items().map(spell_value).collect())),
        Type::Map => {
            let pair = |(key, value)| format!("{}: {}", spell_value(key), spell_value(value));
            format!("{{{}}}", parts(value.entries().map(pair).collect()))
        }
        Type::Str => serde_json::Value::from(value.text().unwrap_or_default()).to_string(),
        kind => format!("<{}>{}", kind.python_name(), value.text().unwrap_or_default()),
    }
}
