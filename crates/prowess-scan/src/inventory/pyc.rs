//! Compiled Python beside its source: the names and texts in it must be in the source, too.

use super::{Inventory, Odd};
use crate::inventory::File;

/// The shortest text that counts.
const TEXT_MIN: usize = 6;
/// Texts that are compared.
const TEXTS: usize = 400;
/// Share of texts that may be missing in the source, in percent: docstrings are folded, f-strings
/// cut.
const MISSING_PERCENT: usize = 12;

/// Compares a `.pyc` with its source.
pub(super) fn compare(path: &str, bytes: &[u8], inventory: &mut Inventory) {
    let texts = texts(bytes);
    let Some(source) = source(path, &inventory.files) else {
        inventory.odd(path, Odd::CompiledAlone, "compiled Python without its source");
        push_texts(path, &texts, inventory);
        return;
    };
    let missing: Vec<&String> = texts.iter().filter(|text| !holds(source, text)).collect();
    if missing.len() * 100 > texts.len() * MISSING_PERCENT && missing.len() >= 2 {
        let shown: Vec<&str> = missing.iter().take(3).map(|text| text.as_str()).collect();
        let detail = format!(
            "{} of {} texts in it are not in its source: {}",
            missing.len(),
            texts.len(),
            shown.join(", ")
        );
        inventory.odd(path, Odd::CompiledDiffers, &detail);
        push_texts(path, &texts, inventory);
    }
}

/// What the compiled program says is looked at as a program of its own.
fn push_texts(path: &str, texts: &[String], inventory: &mut Inventory) {
    let text = texts.join("\n");
    inventory.files.push(File::new(format!("{path}!/texts.py"), text.as_bytes(), false));
}

fn holds(source: &str, text: &str) -> bool {
    source.contains(text)
        || text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .all(|line| source.contains(line))
}

/// The source of `a/__pycache__/b.cpython-312.pyc` is `a/b.py`, that of `a/b.pyc` is `a/b.py`.
fn source<'a>(path: &str, files: &'a [File]) -> Option<&'a str> {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next()?;
    let above = directory.strip_suffix("__pycache__").unwrap_or(directory).trim_end_matches('/');
    let wanted = if above.is_empty() { format!("{stem}.py") } else { format!("{above}/{stem}.py") };
    files.iter().find(|file| file.path == wanted).map(super::File::original)
}

/// The texts of a marshalled program: every short and long string, found by their type marks and
/// lengths, without building the objects.
fn texts(bytes: &[u8]) -> Vec<String> {
    let body = bytes.get(16..).unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    while at < body.len() && found.len() < TEXTS {
        let (length, from) = match body[at] & 0x7F {
            // Short ASCII, interned or not.
            b'z' | b'Z' => match body.get(at + 1) {
                Some(&length) => (usize::from(length), at + 2),
                None => break,
            },
            // ASCII, interned or not, Unicode, interned, bytes.
            b'a' | b'A' | b'u' | b't' => match body.get(at + 1..at + 5) {
                Some(length) => (
                    u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize,
                    at + 5,
                ),
                None => break,
            },
            _ => {
                at += 1;
                continue;
            }
        };
        let text = from
            .checked_add(length)
            .and_then(|end| body.get(from..end))
            .and_then(|text| std::str::from_utf8(text).ok());
        match text.filter(|text| {
            text.len() >= TEXT_MIN
                && !text.contains('\0')
                && text.chars().all(|c| !c.is_control() || c.is_whitespace())
        }) {
            Some(text) => {
                // Paths of the compiler's machine and names Python makes are in no source.
                let made = text.starts_with('<') || text.ends_with(".py") || text.starts_with("__");
                if !made {
                    found.push(text.to_owned());
                }
                at = from + length;
            }
            None => at += 1,
        }
    }
    found
}
