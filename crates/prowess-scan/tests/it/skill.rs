//! Skills for tests: written out, with files that are too large to be made.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "what helps a test may fail as the test does"
)]

use std::collections::BTreeMap;

use prowess_format::tree::{Entry, EntryKind, ReadError, Tree, TreePath};
use prowess_scan::{Policy, Report, Severity};

/// A skill in memory. What is `huge` says its size and is never given out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skill {
    entries: Vec<Entry>,
    contents: BTreeMap<TreePath, Vec<u8>>,
}

impl Skill {
    /// A skill that has only a `SKILL.md`.
    pub(crate) fn of(text: &str) -> Self {
        Self::default().with("SKILL.md", text)
    }

    /// With one more file.
    pub(crate) fn with(mut self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.put(path, EntryKind::File, Some(content.as_ref().to_vec()), 0);
        self
    }

    /// With a link.
    pub(crate) fn with_link(mut self, path: &str, target: &str) -> Self {
        self.put(path, EntryKind::Link, Some(target.as_bytes().to_vec()), 0);
        self
    }

    /// With a device.
    pub(crate) fn with_device(mut self, path: &str) -> Self {
        self.put(path, EntryKind::Other, None, 0);
        self
    }

    /// With a file that has so many bytes.
    pub(crate) fn with_huge(mut self, path: &str, size: u64) -> Self {
        self.put(path, EntryKind::File, None, size);
        self
    }

    /// Lets a file be run.
    pub(crate) fn executable(mut self, path: &str) -> Self {
        for entry in &mut self.entries {
            entry.executable |= entry.path.as_str() == Some(path);
        }
        self
    }

    fn put(&mut self, path: &str, kind: EntryKind, content: Option<Vec<u8>>, size: u64) {
        let path = TreePath::new(path).expect("a path inside of the skill");
        let size = content.as_ref().map_or(size, |content| content.len() as u64);
        let entry = Entry { path: path.clone(), kind, executable: false, size };
        // Trees are sorted.
        match self.entries.binary_search_by(|known| known.path.cmp(&path)) {
            Ok(at) => self.entries[at] = entry,
            Err(at) => self.entries.insert(at, entry),
        }
        if let Some(content) = content {
            self.contents.insert(path, content);
        }
    }

    /// The text of a file, as a reader takes it for UTF-8.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        let bytes = self.contents.get(&TreePath::new(path)?)?;
        std::str::from_utf8(bytes).ok()
    }

    /// Scans it with the default pack.
    pub(crate) fn scan(&self) -> Report {
        prowess_scan::scan(self, &Policy::default())
    }
}

impl Tree for Skill {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, path: &TreePath, limit: usize) -> Result<Vec<u8>, ReadError> {
        let entry = self.entry(path).ok_or_else(|| ReadError::Missing(path.display()))?;
        match self.contents.get(path) {
            _ if entry.kind == EntryKind::Other => Err(ReadError::NotAFile(path.display())),
            Some(content) if content.len() <= limit => Ok(content.clone()),
            _ => Err(ReadError::TooLarge { path: path.display(), limit }),
        }
    }
}

/// What a report says, one line a finding, for the message of a test that fails.
pub(crate) fn told(report: &Report) -> String {
    let head = format!("{} {:.1} truncated: {}", report.verdict, report.score, report.truncated);
    let line = |finding: &prowess_scan::Finding| {
        let line = finding.location.map_or(0, |at| at.line);
        let (severity, sure) = (finding.severity.word(), finding.confidence.word());
        let (rule, file) = (&finding.rule, &finding.file);
        format!(
            "\n  {severity} ({sure}) {rule} {file}:{line}: {} | {}",
            finding.message, finding.evidence
        )
    };
    report.findings.iter().fold(head, |all, finding| all + &line(finding))
}

/// The word of a severity.
pub(crate) fn severity(word: &str) -> Severity {
    let known = Severity::ALL.into_iter().find(|severity| severity.word() == word);
    known.unwrap_or_else(|| panic!("there is no severity {word}"))
}

/// Decodes base64, blanks ignored.
pub(crate) fn from_base64(text: &str) -> Vec<u8> {
    let (mut value, mut bits, mut out) = (0u32, 0, Vec::new());
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let digit = ALPHABET.iter().position(|&known| known == byte).expect("a digit of base64");
        value = value << 6 | digit as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((value >> bits) as u8);
        }
    }
    out
}

/// Encodes base64.
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let padded = [group[0], *group.get(1).unwrap_or(&0), *group.get(2).unwrap_or(&0)];
        let value = padded.iter().fold(0u32, |value, &byte| value << 8 | u32::from(byte));
        for digit in 0..4 {
            match digit <= group.len() {
                true => out.push(ALPHABET[(value >> (18 - 6 * digit) & 63) as usize] as char),
                false => out.push('='),
            }
        }
    }
    out
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
