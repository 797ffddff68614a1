//! Which names of a file stand for `child_process` or one of its functions. Only imports make a name
//! one: a function of the same name from elsewhere is none.
//!
//! The module's name in quotes is found first, and what is around it is read outwards from there.
//! A reader that begins at the top of the file would lose its way in the first regular expression
//! with a quote in it.

use std::collections::HashSet;

use memchr::memmem;

/// Bytes before a place in which the beginning of a statement is looked for.
const REACH: usize = 2048;

/// The module.
const MODULE: &str = "child_process";

/// The functions that start a program.
pub(super) fn starts_program(name: &str) -> bool {
    let name = name.strip_suffix("Sync").unwrap_or(name);
    matches!(name, "exec" | "execFile" | "spawn")
}

/// The names of one file.
#[derive(Debug, Default)]
pub(super) struct Bindings<'t> {
    /// Names of functions that start a program.
    pub(super) functions: HashSet<&'t str>,
    /// Names of the module.
    pub(super) modules: HashSet<&'t str>,
}

impl<'t> Bindings<'t> {
    /// Of source without comments.
    pub(super) fn of(source: &'t str) -> Self {
        let mut bindings = Self::default();
        for at in memmem::find_iter(source.as_bytes(), MODULE) {
            let Some(before) = before_module(&source[..at + MODULE.len()]) else { continue };
            let Some(after) = source[at + MODULE.len()..].strip_prefix(['"', '\'']) else {
                continue;
            };
            if let Some(before) = before_word(before, "from") {
                bindings.read_import(before);
            } else if let Some(before) = before_load(before)
                && let Some(after) = after.trim_start().strip_prefix(')')
            {
                bindings.read_load(before, after);
            }
        }
        if !bindings.modules.is_empty() {
            bindings.read_assignments(source);
        }
        bindings
    }

    /// Reads `import a, { b as c }` or `import a, * as d`, of which the end is given.
    fn read_import(&mut self, before: &'t str) {
        let before = &before[boundary(before, before.len().saturating_sub(REACH))..];
        let Some(at) = memmem::rfind(before.as_bytes(), b"import") else { return };
        let clause = before[at + "import".len()..].trim();
        let (default, rest) = match clause.find(['{', '*']) {
            Some(at) => (clause[..at].trim_end(), &clause[at..]),
            None => (clause, ""),
        };
        // Types cannot be called.
        if default == "type" && !rest.is_empty() {
            return;
        }
        let default = default.trim_end_matches(',').trim_end();
        if is_name(default) {
            self.modules.insert(default);
        }
        if let Some(list) = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            self.read_list(list);
        } else if let Some(space) = rest.strip_prefix('*') {
            let name = last_name(space);
            if !name.is_empty() {
                self.modules.insert(name);
            }
        }
    }

    /// Reads `a = require(…)` and `{ b: c } = await import(…)`, of which what is before and after the
    /// call is given.
    fn read_load(&mut self, before: &'t str, after: &'t str) {
        let before = before_word(before, "await").unwrap_or(before);
        let Some(left) = before.trim_end().strip_suffix('=') else { return };
        match member(after) {
            Some(function) if starts_program(function) => {
                self.functions.extend(Some(last_name(left)).filter(|name| !name.is_empty()));
            }
            Some(_) => {}
            None => match list_of(left) {
                Some(list) => self.read_list(list),
                None => self.modules.extend(Some(last_name(left)).filter(|name| !name.is_empty())),
            },
        }
    }

    /// Reads `{ b: c } = module` and `a = module.exec`.
    fn read_assignments(&mut self, source: &'t str) {
        for at in memchr::memchr_iter(b'=', source.as_bytes()) {
            let (left, right) = (&source[..at], source[at + 1..].trim_start());
            let name = first_name(right);
            if !self.modules.contains(name) {
                continue;
            }
            let after = &right[name.len()..];
            if let Some(function) = member(after) {
                let taken = last_name(left);
                if starts_program(function) && !taken.is_empty() {
                    self.functions.insert(taken);
                }
            } else if ends_statement(after)
                && let Some(list) = list_of(left)
            {
                self.read_list(list);
            }
        }
    }

    /// Reads a list such as `spawn as launch, exec: run, execFile`.
    fn read_list(&mut self, list: &'t str) {
        for entry in list.split(',') {
            let entry = entry.trim();
            let from = first_name(entry);
            let rest = entry[from.len()..].trim_start();
            let to = match rest.strip_prefix(':').or_else(|| rest.strip_prefix("as ")) {
                Some(to) => to.trim(),
                None if rest.is_empty() => from,
                None => continue,
            };
            if !is_name(to) {
                continue;
            }
            if starts_program(from) {
                self.functions.insert(to);
            } else if from == "default" {
                self.modules.insert(to);
            }
        }
    }
}

/// Whether a text ends with the module, loaded on the spot: `require("child_process")`.
pub(super) fn ends_with_load(text: &str) -> bool {
    let Some(inner) = text.trim_end().strip_suffix(')') else { return false };
    // `(await import("child_process"))` has one more.
    let inner = inner.trim_end();
    let inner = inner.strip_suffix(')').unwrap_or(inner).trim_end();
    let module = inner.strip_suffix(['"', '\'']).and_then(before_module);
    module.and_then(before_load).is_some()
}

/// What is before the opening quote of a text that ends with the module's name.
fn before_module(text: &str) -> Option<&str> {
    let text = text.strip_suffix(MODULE)?;
    text.strip_suffix("node:").unwrap_or(text).strip_suffix(['"', '\''])
}

/// What is before `require(` or `import(`.
fn before_load(text: &str) -> Option<&str> {
    let callee = text.trim_end().strip_suffix('(')?;
    before_word(callee, "require").or_else(|| before_word(callee, "import"))
}

/// What is before a word that a text ends with.
fn before_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let before = text.trim_end().strip_suffix(word)?;
    (!before.ends_with(is_part)).then_some(before)
}

/// The inside of the braces that a text ends with.
fn list_of(text: &str) -> Option<&str> {
    let inner = text.trim_end().strip_suffix('}')?;
    let inner = &inner[boundary(inner, inner.len().saturating_sub(REACH))..];
    inner.rfind('{').map(|at| &inner[at + 1..])
}

/// The member that a text begins with: `.exec` or `["exec"]`.
fn member(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let name = match text.strip_prefix('.') {
        Some(rest) => first_name(rest.trim_start()),
        None => first_name(text.strip_prefix('[')?.trim_start().strip_prefix(['"', '\''])?),
    };
    Some(name)
}

/// Whether nothing of the statement is left: `const { exec } = proc.other` is about something else.
fn ends_statement(after: &str) -> bool {
    let rest = after.trim_start();
    let blank = &after[..after.len() - rest.len()];
    rest.is_empty() || rest.starts_with(';') || blank.contains('\n')
}

/// Whether a character is part of a name.
fn is_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '$')
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_part)
}

/// The name that a text begins with, which may be empty.
fn first_name(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(is_part).len()]
}

/// The name that a text ends with, which may be empty.
pub(super) fn last_name(text: &str) -> &str {
    let text = text.trim_end();
    &text[text.trim_end_matches(is_part).len()..]
}

/// The next place at which a character begins.
pub(super) fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}
