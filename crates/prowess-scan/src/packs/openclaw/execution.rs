//! The rule about programs that are started.

use std::ops::Range;

use crate::packs::openclaw::bindings::{Bindings, boundary, ends_with_load, last_name};
use crate::packs::shared::pattern::Pattern;
use crate::packs::shared::rule::seed_rules;

seed_rules! {
    /// A program is started through `child_process`.
    ///
    /// The file names `child_process`, and a line calls one of `exec`, `execSync`, `spawn`,
    /// `spawnSync`, `execFile` and `execFileSync`: directly, by the name it was imported as, as a
    /// member of the module under any name, or computed, as in `cp["spawn"]()`. A bare `exec` that
    /// was not imported from there and the `exec` of something else, such as a regular expression,
    /// do not count. After 32 in one file the others are counted by one finding
    /// `dangerous-exec-truncated`.
    DANGEROUS_EXEC = "dangerous-exec", Critical, "the script starts programs through `child_process`", "read what it runs, and with which arguments";
}

/// A call by the function's own name, direct (group 1) or computed (group 2).
static CALL: Pattern = Pattern::new(
    r#"\b(exec(?:File)?(?:Sync)?|spawn(?:Sync)?)\s*\(|["'](exec(?:File)?(?:Sync)?|spawn(?:Sync)?)["']\s*\]\s*\("#,
);

/// A call of any name.
static NAMED_CALL: Pattern = Pattern::new(r"([\w$]+)\s*\(");

/// Bytes before a call in which what it is called on is looked for: a whole script may be one line.
const REACH: usize = 256;

/// Where a line starts programs: literal calls first, then calls under other names.
pub(super) fn calls(line: &str, bindings: &Bindings<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for groups in CALL.all_groups(line) {
        let Some(range) = groups.range(0) else { continue };
        let computed = groups.range(2).is_some();
        let name = if computed { groups.get(2) } else { groups.get(1) };
        if is_of_module(&line[..range.start], name, computed, bindings) {
            found.push(range);
        }
    }
    if bindings.functions.is_empty() {
        return found;
    }
    let literal = found.len();
    for groups in NAMED_CALL.all_groups(line) {
        let Some(range) = groups.range(0) else { continue };
        let member = line[..range.start].ends_with('.');
        let known = found[..literal].binary_search_by_key(&range.start, |call| call.start).is_ok();
        if !member && !known && bindings.functions.contains(groups.get(1)) {
            found.push(range);
        }
    }
    found
}

/// Whether a function called after `prefix` is one of `child_process`.
fn is_of_module(prefix: &str, name: &str, computed: bool, bindings: &Bindings<'_>) -> bool {
    let prefix = prefix[boundary(prefix, prefix.len().saturating_sub(REACH))..].trim_end();
    let receiver = prefix.strip_suffix(if computed { '[' } else { '.' });
    if receiver.is_some_and(ends_with_load) {
        return true;
    }
    let is_module = |receiver: &str| {
        let name = last_name(receiver);
        // Under these names it is the module, imported here or handed on.
        bindings.modules.contains(name) || matches!(name, "cp" | "childProcess" | "child_process")
    };
    match receiver {
        Some(receiver) if computed || name == "exec" => is_module(receiver),
        None if computed => false,
        None if name == "exec" => bindings.functions.contains(name),
        // The other names are telling enough by themselves.
        _ => true,
    }
}
