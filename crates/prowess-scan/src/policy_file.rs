//! Files that the user writes for the scanner: TOML with rows of one kind, each key with its line.
//!
//! One file may hold rules and suppressions; each reader passes over the rows of the other.

use toml::de::{DeTable, DeValue};

use crate::limits;
use crate::problem::Problem;

/// Kinds of rows such a file may hold.
const KINDS: [&str; 2] = ["rule", "suppress"];

/// Problems with the form of the file that are told.
const FORM_PROBLEMS: usize = 20;

/// Reads the rows of one kind. `read` gets one row after the other.
pub(crate) fn read_rows(
    text: &str,
    kind: &str,
    problems: &mut Vec<Problem>,
    mut read: impl FnMut(&mut Row<'_, '_>),
) {
    if text.len() > limits::POLICY_BYTES {
        let message =
            format!("the file has more than {} bytes: none of it holds", limits::POLICY_BYTES);
        problems.push(Problem::whole(message));
        return;
    }
    let lines = Lines::new(text);
    // A slip in one row must not switch off the others.
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors.iter().take(FORM_PROBLEMS) {
        let line = error.span().map(|span| lines.number(span.start));
        let message = format!("this is no TOML: {}", error.message().trim());
        problems.push(Problem { line, message });
    }
    for (key, value) in document.get_ref() {
        let line = lines.number(key.span().start);
        let name: &str = key.get_ref();
        let Some(rows) = value.get_ref().as_array().filter(|_| name == kind) else {
            if name == kind {
                let message = format!("`{kind}` is written `[[{kind}]]`, once for each");
                problems.push(Problem { line: Some(line), message });
            } else if !KINDS.contains(&name) {
                let message =
                    format!("`{name}` is not known: there are `[[rule]]` and `[[suppress]]`");
                problems.push(Problem { line: Some(line), message });
            }
            continue;
        };
        for (at, row) in rows.iter().enumerate() {
            let line = lines.number(row.span().start);
            if at >= limits::POLICY_ROWS {
                let message = format!("only the first {} rows hold", limits::POLICY_ROWS);
                problems.push(Problem { line: Some(line), message });
                break;
            }
            match row.get_ref().as_table() {
                Some(table) => read(&mut Row { line, table, lines: &lines, problems }),
                None => {
                    let message = format!("`{kind}` is written `[[{kind}]]`, once for each");
                    problems.push(Problem { line: Some(line), message });
                }
            }
        }
    }
}

/// One row.
pub(crate) struct Row<'t, 'i> {
    /// Where it begins, from 1.
    pub(crate) line: u32,
    table: &'t DeTable<'i>,
    lines: &'t Lines,
    problems: &'t mut Vec<Problem>,
}

impl Row<'_, '_> {
    /// Says that a row is not used, or a part of it; at a key where it has that.
    pub(crate) fn problem(&mut self, key: &str, message: String) {
        let line = self.line_of(key).unwrap_or(self.line);
        self.problems.push(Problem { line: Some(line), message });
    }

    fn line_of(&self, key: &str) -> Option<u32> {
        let (key, _) = self.table.iter().find(|(name, _)| name.get_ref() == key)?;
        Some(self.lines.number(key.span().start))
    }

    /// Says which keys are not known. Whether there were any.
    pub(crate) fn unknown_keys(&mut self, known: &[&str]) -> bool {
        let unknown: Vec<(u32, String)> = self
            .table
            .iter()
            .filter(|(key, _)| !known.contains(&key.get_ref().as_ref()))
            .map(|(key, _)| (self.lines.number(key.span().start), key.get_ref().to_string()))
            .collect();
        for (line, key) in &unknown {
            let message = format!("`{key}` is not known here: there are {}", known.join(", "));
            self.problems.push(Problem { line: Some(*line), message });
        }
        !unknown.is_empty()
    }

    fn value(&self, key: &str) -> Option<&DeValue<'_>> {
        let (_, value) = self.table.iter().find(|(name, _)| name.get_ref() == key)?;
        Some(value.get_ref())
    }

    /// Whether a key is there.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// A text; `Err` where it is something else, which was then said.
    pub(crate) fn text(&mut self, key: &str) -> Result<Option<String>, Refused> {
        match self.value(key) {
            None => Ok(None),
            Some(DeValue::String(text)) => Ok(Some(text.to_string())),
            // A date needs no quotes in TOML.
            Some(DeValue::Datetime(date)) => Ok(Some(date.to_string())),
            Some(_) => {
                self.problem(key, format!("`{key}` must be a text"));
                Err(Refused)
            }
        }
    }

    /// A text that has to be there and say something.
    pub(crate) fn required(&mut self, key: &str) -> Result<String, Refused> {
        match self.text(key)? {
            Some(text) if !text.trim().is_empty() => Ok(text),
            _ => {
                self.problem(key, format!("`{key}` is missing: this row does not hold without it"));
                Err(Refused)
            }
        }
    }

    /// A list of texts, empty where it is not there.
    pub(crate) fn texts(&mut self, key: &str) -> Result<Vec<String>, Refused> {
        let texts = match self.value(key) {
            None => return Ok(Vec::new()),
            Some(DeValue::Array(items)) => {
                items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
            }
            Some(_) => None,
        };
        texts.ok_or_else(|| {
            self.problem(key, format!("`{key}` must be a list of texts"));
            Refused
        })
    }
}

/// A row does not hold; why was said.
#[derive(Debug)]
pub(crate) struct Refused;

/// Where lines begin.
#[derive(Debug)]
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Self {
        Self(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1).collect())
    }

    fn number(&self, at: usize) -> u32 {
        self.0.partition_point(|&start| start <= at) as u32 + 1
    }
}
