//! The labelled skills.

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use prowess_format::tree::{Entry, EntryKind, MemoryTree, TreePath};
use serde_json::Value;

/// One labelled skill.
pub(super) struct Record {
    pub(super) id: String,
    pub(super) set: String,
    pub(super) tier: String,
    pub(super) malicious: bool,
    pub(super) tree: MemoryTree,
}

impl Record {
    /// The group a row of the table is about.
    pub(super) fn group(&self) -> String {
        format!("{}/{}", self.set, if self.malicious { "malicious" } else { "benign" })
    }
}

/// Reads them all.
pub(super) fn read(path: &Path) -> Result<Vec<Record>, String> {
    let cannot =
        |cause: &dyn std::fmt::Display| format!("{} cannot be read: {cause}", path.display());
    let file = std::fs::File::open(path).map_err(|cause| cannot(&cause))?;
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines
        .map(|line| {
            record(&line.map_err(|cause| cannot(&cause))?)
                .ok_or_else(|| cannot(&"a line is no record"))
        })
        .collect()
}

fn record(line: &str) -> Option<Record> {
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut files: Vec<(Entry, Vec<u8>)> = Vec::new();
    for (name, content) in value.get("files")?.as_object()? {
        files.push((entry(name)?, content.as_str()?.as_bytes().to_vec()));
    }
    for (name, content) in value.get("binary")?.as_object()? {
        files.push((entry(name)?, base64(content.as_str()?)));
    }
    Some(Record {
        id: text("id")?,
        set: text("set")?,
        tier: text("tier")?,
        malicious: text("label")? == "malicious",
        tree: MemoryTree::new(files),
    })
}

fn entry(name: &str) -> Option<Entry> {
    Some(Entry { path: TreePath::new(name)?, kind: EntryKind::File, executable: false, size: 0 })
}

fn base64(text: &str) -> Vec<u8> {
    let (mut value, mut bits, mut out) = (0u32, 0, Vec::new());
    for byte in text.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        value = value << 6 | u32::from(digit);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((value >> bits) as u8);
        }
    }
    out
}
