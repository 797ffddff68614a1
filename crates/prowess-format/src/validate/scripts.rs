//! Scripts of the skill.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};
use crate::limits;
use crate::tree::{EntryKind, Tree};

crate::code! {
    /// A script cannot be run.
    ///
    /// It begins with `#!` but has no run bit: `./scripts/run.sh` fails with "permission denied",
    /// and the model spends a turn on finding out why.
    SCRIPT_NOT_EXECUTABLE = "script-not-executable", Info, "the script `{path}` has no run bit", "run `chmod +x {path}`, or call it through its interpreter";
}

pub(super) const CHECK: Check = Check { codes: &[&SCRIPT_NOT_EXECUTABLE], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(tree) = subject.around.tree else { return };
    let mut looked_at = 0;
    for entry in tree.entries() {
        let candidate = entry.kind == EntryKind::File && !entry.executable && entry.size > 2;
        let Some(path) = entry.path.as_str().filter(|path| candidate && path.contains('/')) else {
            continue;
        };
        if !path.starts_with("scripts/") || looked_at >= limits::BODY_REFERENCES {
            continue;
        }
        looked_at += 1;
        if starts_with_shebang(tree, &entry.path) {
            report.add(&SCRIPT_NOT_EXECUTABLE, &[("path", path)], Remark::whole());
        }
    }
}

fn starts_with_shebang(tree: &dyn Tree, path: &crate::TreePath) -> bool {
    // A script past this size is not one that somebody forgot to mark.
    const SCRIPT_BYTES: usize = 1024 * 1024;
    tree.read(path, SCRIPT_BYTES).is_ok_and(|bytes| bytes.starts_with(b"#!"))
}
