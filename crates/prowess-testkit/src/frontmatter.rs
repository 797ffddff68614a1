//! Writes the frontmatter of a generated skill in one of the ways people write it, whole or broken.

use crate::distribution::{self, DESCRIPTION_CHARS};
use crate::extras;
use crate::prose::{self, Script};
use crate::random::Random;
use crate::shape::Shape;

/// The frontmatter with its fences, up to and including the line break after the closing one.
pub(crate) fn write(name: &str, script: Script, shape: Shape, random: &mut Random) -> String {
    let chars = distribution::draw(DESCRIPTION_CHARS, random);
    let text = prose::text(chars, script, random);
    let name = spelled(name, random);
    let description = broken(&text, shape, random).unwrap_or_else(|| sound(&text, random));
    let extras = extras::draw(random);
    let keys = format!("name: {name}\n{description}{extras}");
    match shape {
        Shape::NoOpening => format!("{keys}---\n"),
        Shape::Unclosed => format!("---\n{keys}"),
        Shape::TextBefore => format!("Notes for the maintainers.\n\n---\n{keys}---\n"),
        Shape::BlankBefore => format!("\n---\n{keys}---\n"),
        Shape::ByteOrderMark => format!("\u{feff}---\n{keys}---\n"),
        _ => format!("---\n{keys}---\n"),
    }
}

/// A few names are titles with capitals and blanks.
fn spelled(name: &str, random: &mut Random) -> String {
    if !random.chance(16) {
        return name.to_owned();
    }
    name.split('-').map(prose::capitalise).collect::<Vec<_>>().join(" ")
}

/// The description in a way that every YAML reader understands.
fn sound(text: &str, random: &mut Random) -> String {
    match random.weighted(&[
        ("plain", 692),
        ("double", 175),
        ("folded", 65),
        ("literal", 26),
        ("single", 30),
        ("lines", 12),
    ]) {
        "plain" => format!("description: {text}\n"),
        "double" => format!("description: \"{text} Say \\\"go\\\": it starts.\"\n"),
        "folded" => format!("description: >\n{}\n", prose::wrap(text, "  ")),
        "literal" => format!("description: |\n{}\n", prose::wrap(text, "  ")),
        "single" => format!("description: '{}'\n", text.replace('\'', "''")),
        _ => format!("description: {}\n", prose::wrap(text, "  ").trim_start()),
    }
}

/// The description, or the entry that carries the mistake and a description; `None` where the shape
/// leaves the description alone.
fn broken(text: &str, shape: Shape, random: &mut Random) -> Option<String> {
    let program = prose::noun(random);
    let entry = match shape {
        Shape::TextOnBlockLine => {
            let mark = if random.chance(900) { '|' } else { '>' };
            format!("description: {mark} {text}\n")
        }
        Shape::UnquotedColon => format!("description: {text} Use it to: (1) plan, (2) act.\n"),
        Shape::LeadingAsterisk => format!("description: **{text}**\n"),
        Shape::TextAfterQuote => format!("description: \"{program}\" {text}\n"),
        Shape::BareContinuation => format!("description: {text}\nand more {program}\n"),
        Shape::BadEscape => format!("description: {text}\nemoji: \"\\U+1F4E7\"\n"),
        Shape::BrokenFlow => {
            let flow = extras::flow(program).replacen("],", ",", 1);
            format!("description: {text}\nmetadata: {flow}\n")
        }
        Shape::ReservedStart => format!("description: `{program}` {text}\n"),
        Shape::Tab => format!("description: {text}\nsettings:\n\tmode: fast\n"),
        Shape::OpenQuote => format!("description: \"{text}\n"),
        _ => return None,
    };
    Some(entry)
}
