//! Strings put together as the program would: pieces added up, lists joined, characters by number,
//! words turned round, names looked up by a string, quotes inside of a shell's words.
//!
//! Not an interpreter: one pass over the tokens of a statement with the constants seen so far, so
//! that its cost is bounded by the text. What it cannot tell stays as it is.

use std::collections::HashMap;

use super::lex::{Lexeme, Token};
use crate::kind::Kind;

/// Bytes of a constant that are kept.
const CONSTANT_BYTES: usize = 4 * 1024;
/// Constants of one program.
const CONSTANTS: usize = 2_000;
/// Bytes of a name in braces, with what may stand behind it.
const NAME_BYTES: usize = 256;
/// How often the reductions run over a statement.
const PASSES: usize = 4;

/// What was learned of a program so far.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    values: HashMap<String, String>,
}

/// A part of a statement.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Text(String),
    Word(String),
    Punct(u8),
}

/// The statement with its strings put together, where that changes it.
pub(crate) fn fold(
    text: &str,
    kind: Kind,
    lexemes: &[Lexeme],
    constants: &mut Constants,
) -> Option<String> {
    let mut items: Vec<Item> = Vec::with_capacity(lexemes.len());
    let mut changed = false;
    for (at, lexeme) in lexemes.iter().enumerate() {
        let word = text.get(lexeme.start..lexeme.end).unwrap_or_default();
        items.push(match lexeme.token {
            Token::Comment | Token::Newline => continue,
            Token::Word => {
                // The letter of `f"…"` went into the string.
                let glued = lexemes.get(at + 1).is_some_and(|next| {
                    next.start == lexeme.end
                        && matches!(next.token, Token::Text { prefix, .. } if prefix != 0)
                });
                if glued && word.len() <= 2 {
                    continue;
                }
                Item::Word(word.to_owned())
            }
            Token::Punct(byte) => Item::Punct(byte),
            Token::Text { open, close, live, prefix } => {
                let inner = text
                    .get(lexeme.start + usize::from(open)..lexeme.end - usize::from(close))
                    .unwrap_or_default();
                let plain = if prefix == b'r' { inner.to_owned() } else { unescape(inner) };
                let plain = if live { constants.fill(&plain, kind) } else { plain };
                changed |= plain != inner;
                Item::Text(plain)
            }
        });
    }
    changed |= join_paths(&mut items);
    for _ in 0..PASSES {
        let before = items.len();
        reduce(&mut items, constants);
        changed |= items.len() != before;
        if items.len() == before {
            break;
        }
    }
    constants.learn(&items, kind);
    if !changed {
        return None;
    }
    Some(print(&items))
}

/// Functions that put the parts of a path together.
const JOINS: &[&str] = &["join", "joinpath", "Join", "resolve", "Path", "PurePath"];

/// Writes `join(a, "b", "c")` as `join(a/"b"/"c")`; whether anything changed.
fn join_paths(items: &mut [Item]) -> bool {
    let mut changed = false;
    let mut at = 0;
    while at + 1 < items.len() {
        let joins = matches!(&items[at], Item::Word(name) if JOINS.contains(&name.as_str()));
        at += 1;
        if !joins || items[at] != Item::Punct(b'(') {
            continue;
        }
        let mut depth = 0usize;
        while at < items.len() {
            match items[at] {
                Item::Punct(b'(' | b'[') => depth += 1,
                Item::Punct(b')' | b']') => depth -= 1,
                Item::Punct(b',')
                    if depth == 1 && matches!(items.get(at + 1), Some(Item::Text(_))) =>
                {
                    items[at] = Item::Punct(b'/');
                    changed = true;
                }
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
    }
    changed
}

impl Constants {
    /// Remembers `name = "text"`.
    fn learn(&mut self, items: &[Item], kind: Kind) {
        if self.values.len() >= CONSTANTS {
            return;
        }
        let at = items.iter().position(|item| *item == Item::Punct(b'='));
        let Some(at) = at.filter(|&at| at > 0 && at < 6) else { return };
        let (Item::Word(name), value) = (&items[at - 1], &items[at + 1..]) else { return };
        // `{"a": "text", …}`: each under the name it is looked up by.
        if let [Item::Punct(b'{'), entries @ ..] = value {
            for entry in entries.split(|item| *item == Item::Punct(b',')) {
                if let [Item::Text(key), Item::Punct(b':'), Item::Text(text), ..] = entry
                    && text.len() <= CONSTANT_BYTES
                    && self.values.len() < CONSTANTS
                {
                    self.values.insert(format!("{name}.{key}"), text.clone());
                }
            }
            return;
        }
        let value = match value {
            [Item::Text(text)] | [Item::Text(text), Item::Punct(b';')] => text.clone(),
            [Item::Word(word)] if kind == Kind::Shell => word.clone(),
            _ => return,
        };
        if value.len() <= CONSTANT_BYTES {
            self.values.insert(name.clone(), value);
        }
    }

    /// The value of a name.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Puts constants into a string that takes them.
    fn fill(&self, text: &str, kind: Kind) -> String {
        if self.values.is_empty() || !text.contains(['$', '{']) {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(['$', '{']) {
            out.push_str(&rest[..at]);
            let from = &rest[at..];
            let braced =
                from.strip_prefix("${").or(from.strip_prefix('{').filter(|_| kind == Kind::Python));
            let (name, length) = match braced {
                Some(inner) => {
                    let name = near(inner).split('}').next().unwrap_or_default();
                    (name, from.len() - inner.len() + name.len() + 1)
                }
                None => {
                    let inner = from.strip_prefix('$').unwrap_or_default();
                    let end = inner
                        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                        .unwrap_or(inner.len());
                    (&inner[..end], end + 1)
                }
            };
            match self.get(name.trim()) {
                Some(value) if length <= from.len() => {
                    out.push_str(value);
                    rest = &from[length..];
                }
                _ => {
                    let first = from.chars().next().map_or(1, char::len_utf8);
                    out.push_str(&from[..first]);
                    rest = &from[first..];
                }
            }
        }
        out.push_str(rest);
        out
    }
}

/// As much of a text as a name in braces can be: the end of one is not looked for in all the rest.
pub(super) fn near(text: &str) -> &str {
    &text[..super::prose::boundary(text, NAME_BYTES)]
}

/// One pass of reductions, left to right.
fn reduce(items: &mut Vec<Item>, constants: &Constants) {
    let mut out: Vec<Item> = Vec::with_capacity(items.len());
    let mut at = 0;
    while at < items.len() {
        let (item, used) = one(&items[at..], constants).unwrap_or_else(|| (items[at].clone(), 1));
        at += used;
        match (out.last_mut(), &item) {
            // `"a" "b"` is one string in Python and C, and one word in a shell.
            (Some(Item::Text(before)), Item::Text(after))
                if before.len() + after.len() <= CONSTANT_BYTES =>
            {
                before.push_str(after);
            }
            _ => out.push(item),
        }
    }
    *items = out;
}

/// The reduction that begins here, and how many items it takes.
fn one(items: &[Item], constants: &Constants) -> Option<(Item, usize)> {
    use Item::{Punct, Text, Word};
    match items {
        // "a" + "b"
        [Text(a), Punct(b'+' | b'.'), Text(b), ..] if a.len() + b.len() <= CONSTANT_BYTES => {
            Some((Text(format!("{a}{b}")), 3))
        }
        // home / ".aws" / "credentials"
        [Text(a), Punct(b'/'), Text(b), ..] if a.len() + b.len() <= CONSTANT_BYTES => {
            Some((Text(format!("{a}/{b}")), 3))
        }
        // name + "b", "a" + name
        [Word(name), Punct(b'+'), Text(b), ..] => {
            constants.get(name).map(|a| (Text(format!("{a}{b}")), 3))
        }
        [Text(a), Punct(b'+'), Word(name), rest @ ..]
            if !matches!(rest.first(), Some(Punct(b'(' | b'.' | b'['))) =>
        {
            constants.get(name).map(|b| (Text(format!("{a}{b}")), 3))
        }
        [Word(a), Punct(b'+'), Word(b), rest @ ..]
            if !matches!(rest.first(), Some(Punct(b'(' | b'.' | b'['))) =>
        {
            let (a, b) = (constants.get(a)?, constants.get(b)?);
            Some((Text(format!("{a}{b}")), 3))
        }
        // chr(99)
        [Word(name), Punct(b'('), Word(number), Punct(b')'), ..]
            if matches!(name.as_str(), "chr" | "Chr" | "CHR") =>
        {
            character(number).map(|text| (Text(text), 4))
        }
        // [char]99
        [Punct(b'['), Word(name), Punct(b']'), Word(number), ..]
            if name.eq_ignore_ascii_case("char") =>
        {
            character(number).map(|text| (Text(text), 4))
        }
        // String.fromCharCode(99, 117), bytes([99, 117])
        [Word(owner), Punct(b'.'), Word(name), Punct(b'('), rest @ ..]
            if owner == "String" && name.starts_with("from") =>
        {
            list(rest, b')').map(|(texts, used)| (Text(texts.concat()), used + 4))
        }
        [Word(name), Punct(b'('), Punct(b'['), rest @ ..]
            if matches!(name.as_str(), "bytes" | "bytearray") =>
        {
            list(rest, b']').map(|(texts, used)| (Text(texts.concat()), used + 4))
        }
        // "x".join(["a", "b"])
        [Text(glue), Punct(b'.'), Word(name), Punct(b'('), Punct(b'['), rest @ ..]
            if name == "join" =>
        {
            list(rest, b']').map(|(texts, used)| (Text(texts.join(glue)), used + 6))
        }
        // reduce(lambda a, b: a + b, ["a", "b"])
        [
            Word(name),
            Punct(b'('),
            Word(lambda),
            Word(a),
            Punct(b','),
            Word(b),
            Punct(b':'),
            Word(c),
            Punct(b'+'),
            Word(d),
            Punct(b','),
            Punct(b'['),
            rest @ ..,
        ] if name == "reduce" && lambda == "lambda" && a == c && b == d => {
            list(rest, b']').map(|(texts, used)| (Text(texts.concat()), used + 13))
        }
        // ["a", "b"].join("x")
        [Punct(b'['), Text(_), ..] => {
            let (texts, used) = list(&items[1..], b']')?;
            match &items[used + 1..] {
                [Punct(b'.'), Word(name), Punct(b'('), Text(glue), Punct(b')'), ..]
                    if name == "join" =>
                {
                    Some((Text(texts.join(glue)), used + 6))
                }
                [Punct(b'.'), Word(name), Punct(b'('), Punct(b')'), ..] if name == "join" => {
                    Some((Text(texts.join(",")), used + 5))
                }
                _ => None,
            }
        }
        // "olleh"[::-1]
        [
            Text(text),
            Punct(b'['),
            Punct(b':'),
            Punct(b':'),
            Punct(b'-'),
            Word(one),
            Punct(b']'),
            ..,
        ] if one == "1" => Some((Text(text.chars().rev().collect()), 7)),
        // "olleh".reverse, "olleh".split("").reverse().join("")
        [Text(text), Punct(b'.'), Word(name), ..] if name == "reverse" => {
            Some((Text(text.chars().rev().collect()), 3))
        }
        [
            Text(text),
            Punct(b'.'),
            Word(split),
            Punct(b'('),
            Text(by),
            Punct(b')'),
            Punct(b'.'),
            Word(reverse),
            ..,
        ] if split == "split" && by.is_empty() && reverse == "reverse" => {
            let after = items[8..].iter().position(|item| *item == Word("join".into()))?;
            let close = items[8 + after..].iter().position(|item| *item == Punct(b')'))?;
            Some((Text(text.chars().rev().collect()), 8 + after + close + 1))
        }
        // "x".replace("a", "b")
        [
            Text(text),
            Punct(b'.'),
            Word(name),
            Punct(b'('),
            Text(from),
            Punct(b','),
            Text(to),
            Punct(b')'),
            ..,
        ] if name.starts_with("replace") && !from.is_empty() => {
            Some((Text(text.replace(from.as_str(), to)), 8))
        }
        // getattr(os, "system"), object["exec"], __import__("os")
        [Word(name), Punct(b'('), Word(owner), Punct(b','), Text(member), Punct(b')'), ..]
            if name == "getattr" =>
        {
            Some((Word(format!("{owner}.{member}")), 6))
        }
        [Word(name), Punct(b'('), Text(module), Punct(b')'), ..]
            if matches!(name.as_str(), "__import__" | "import_module") =>
        {
            Some((Word(module.clone()), 4))
        }
        [Word(owner), Punct(b'.'), Word(table), Punct(b'['), Text(member), Punct(b']'), ..]
            if owner == "__builtins__" && table == "__dict__" =>
        {
            Some((Word(member.clone()), 6))
        }
        [Word(owner), Punct(b'['), Text(member), Punct(b']'), ..] if owner == "__builtins__" => {
            Some((Word(member.clone()), 4))
        }
        [Word(owner), Punct(b'['), Text(member), Punct(b']'), ..]
            if is_name(member) && is_name(owner) =>
        {
            Some((Word(format!("{owner}.{member}")), 4))
        }
        [Word(name), Punct(b'('), Punct(b')'), Punct(b'['), Text(member), Punct(b']'), ..]
            if matches!(name.as_str(), "globals" | "locals" | "vars") =>
        {
            Some((Word(member.clone()), 6))
        }
        _ => None,
    }
}

/// A list of strings or numbers up to its end, and how many items it took, the end among them.
fn list(items: &[Item], close: u8) -> Option<(Vec<String>, usize)> {
    let mut texts = Vec::new();
    for (at, item) in items.iter().enumerate() {
        match item {
            Item::Text(text) => texts.push(text.clone()),
            Item::Word(number) => texts.push(character(number)?),
            Item::Punct(b',') => {}
            Item::Punct(byte) if *byte == close => return Some((texts, at + 1)),
            Item::Punct(_) => return None,
        }
    }
    None
}

fn character(number: &str) -> Option<String> {
    let code = match number.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).map(String::from)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() < 64
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
        && !text.as_bytes()[0].is_ascii_digit()
}

/// Escapes of a string replaced by what they stand for.
fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            out.push(bytes[at]);
            at += 1;
            continue;
        }
        let digits = |from: usize, count: usize, radix: u32| {
            text.get(from..from + count).and_then(|digits| u32::from_str_radix(digits, radix).ok())
        };
        let (value, used) = match bytes.get(at + 1) {
            Some(b'x') => (digits(at + 2, 2, 16), 4),
            Some(b'u') => (digits(at + 2, 4, 16), 6),
            Some(b'0'..=b'3') => (digits(at + 1, 3, 8), 4),
            Some(b'n') => (Some(u32::from(b'\n')), 2),
            Some(b'\n') => (None, 2),
            Some(_) => {
                at += 1;
                out.push(bytes[at]);
                at += 1;
                continue;
            }
            None => break,
        };
        match value.and_then(char::from_u32) {
            Some(c) => {
                out.extend(c.to_string().bytes());
                at += used;
            }
            None => at += if used == 2 { 2 } else { 1 },
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

fn print(items: &[Item]) -> String {
    let mut out = String::new();
    let mut word = false;
    for item in items {
        match item {
            Item::Text(text) => {
                if word {
                    out.push(' ');
                }
                out.push('"');
                out.push_str(text);
                out.push('"');
                word = true;
            }
            Item::Word(name) => {
                if word {
                    out.push(' ');
                }
                out.push_str(name);
                word = true;
            }
            Item::Punct(byte) => {
                out.push(*byte as char);
                word = false;
            }
        }
    }
    out
}
