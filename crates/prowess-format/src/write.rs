//! Values to YAML and to `SKILL.md`.

use serde_json::Value as Json;

use crate::name::is_visible_ascii;
use crate::yaml::scalar::{Plain, classify};

/// A text as a YAML value that every parser reads back as exactly that text. `indent` is the column
/// of the key: a text of several lines becomes a block indented past it.
pub fn scalar(text: &str, indent: usize) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    // Three hyphens close a frontmatter for readers that look for them anywhere.
    if text.contains("---") {
        return double_quoted(text).replace("---", "--\\x2d");
    }
    let printable = is_visible_ascii(text)
        || text.chars().all(|c| c == '\n' || c == '\t' || !(c.is_control() || is_odd(c)));
    let lines_fine = text.contains('\n')
        && !text.starts_with([' ', '\n', '\t'])
        // A block that keeps its last line breaks would also keep the empty lines below it.
        && !text.ends_with("\n\n")
        && !text.contains(" \n")
        && !text.contains("\t\n")
        && !text.ends_with([' ', '\t']);
    if printable && lines_fine {
        return block(text, indent);
    }
    if printable && !text.contains(['\n', '\t', '\'']) {
        return format!("'{text}'");
    }
    double_quoted(text)
}

/// Characters that parsers take for line breaks or refuse.
fn is_odd(character: char) -> bool {
    matches!(character, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether a text can stand without quotes and stay a string, on every YAML reader we know of.
fn is_plain(text: &str) -> bool {
    let reserved_word = text.len() <= "false".len()
        && matches!(
            text.to_ascii_lowercase().as_str(),
            "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null" | "~" | "=" | "<<"
        );
    let first_fine = text
        .starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '/' || c == '.')
        || (text.starts_with(|c: char| c.is_ascii_digit()) && looks_like_a_word(text));
    first_fine
        && !reserved_word
        && classify(text) == Plain::Str
        && !looks_like_a_date(text)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains("---")
        && (is_visible_ascii(text) || !text.chars().any(|c| c.is_control() || is_odd(c)))
}

/// `3d-print`, not `1.0`, `12:30` or `1_000`, which YAML 1.1 readers take for numbers.
fn looks_like_a_word(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && !text.contains(':') && !text.starts_with("0x")
}

fn looks_like_a_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 8 && bytes[..4].iter().all(u8::is_ascii_digit) && bytes[4] == b'-'
}

fn block(text: &str, indent: usize) -> String {
    let chomp = if text.ends_with('\n') { "" } else { "-" };
    let mut out = format!("|{chomp}");
    let body = text.strip_suffix('\n').unwrap_or(text);
    for line in body.split('\n') {
        out.push('\n');
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(' ', indent + 2));
            out.push_str(line);
        }
    }
    out
}

fn double_quoted(text: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c.is_control() || is_odd(c)) && (c as u32) <= 0xff => {
                let _ = write!(out, "\\x{:02x}", c as u32);
            }
            c if is_odd(c) => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `key: value` lines for a JSON object, in block style, so that strict readers take them too.
pub fn mapping(entries: &serde_json::Map<String, Json>) -> String {
    let mut out = String::new();
    write_mapping(entries, 0, &mut out);
    out
}

fn write_mapping(entries: &serde_json::Map<String, Json>, indent: usize, out: &mut String) {
    for (key, value) in entries {
        out.extend(std::iter::repeat_n(' ', indent));
        out.push_str(&key_text(key));
        out.push(':');
        write_value(value, indent, out);
    }
}

/// A key: one line, quoted where it must be.
fn key_text(key: &str) -> String {
    let written = scalar(key, 0);
    if written.starts_with('|') { double_quoted(key) } else { written }
}

fn write_value(value: &Json, indent: usize, out: &mut String) {
    match value {
        Json::Object(entries) if !entries.is_empty() => {
            out.push('\n');
            write_mapping(entries, indent + 2, out);
        }
        Json::Array(items) if !items.is_empty() => {
            out.push('\n');
            for item in items {
                out.extend(std::iter::repeat_n(' ', indent + 2));
                out.push('-');
                write_item(item, indent + 2, out);
            }
        }
        other => {
            out.push(' ');
            out.push_str(&flow(other, indent));
            out.push('\n');
        }
    }
}

fn write_item(item: &Json, indent: usize, out: &mut String) {
    let nested = match item {
        Json::Object(entries) => !entries.is_empty(),
        Json::Array(items) => !items.is_empty(),
        _ => false,
    };
    if nested {
        // A nested collection begins on the next line: longer, and read alike everywhere.
        write_value(item, indent, out);
    } else {
        out.push(' ');
        out.push_str(&flow(item, indent));
        out.push('\n');
    }
}

/// A value without entries of its own.
fn flow(value: &Json, indent: usize) -> String {
    match value {
        Json::Null => "null".to_owned(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => scalar(text, indent),
        Json::Array(_) => "[]".to_owned(),
        Json::Object(_) => "{}".to_owned(),
    }
}

/// A whole `SKILL.md`: frontmatter from values, then the body.
pub fn skill_md(frontmatter: &serde_json::Map<String, Json>, body: &str) -> String {
    let mut out = String::from("---\n");
    out.push_str(&mapping(frontmatter));
    out.push_str("---\n");
    if !body.is_empty() {
        if !body.starts_with('\n') {
            out.push('\n');
        }
        out.push_str(body);
        if !body.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}
