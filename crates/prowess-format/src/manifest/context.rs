//! The context files of a manifest, as one text.

use super::model::Manifest;
use super::paths::{self, Place};
use crate::Code;
use crate::decode;
use crate::diagnostic::{Diagnostic, Remark, Report};
use crate::limits;
use crate::rules::Rules;
use crate::tree::{Tree, TreePath};

crate::code! {
    /// A context file is left out of the context.
    ///
    /// It is missing, lies outside the skill, cannot be read, or is more than is read. The other
    /// files are there: half a context is better than none, and this says which half.
    MANIFEST_CONTEXT_LEFT_OUT = "manifest-context-left-out", Warning, "the context file `{path}` is left out: {problem}", "mend the file, or remove it from `context`";
}

pub(super) const CODES: &[&Code] = &[&MANIFEST_CONTEXT_LEFT_OUT];

/// Bytes of all context files of a skill together: what one `SKILL.md` may have.
pub const CONTEXT_BYTES: usize = limits::SKILL_FILE_BYTES;

/// Stands between two context files.
pub const SEPARATOR: &str = "\n\n---\n\n";

/// The context files of a manifest, joined by [`SEPARATOR`]. A file that cannot be had is left out
/// with a warning. Links lead to files of the skill or nowhere.
pub fn context(manifest: &Manifest, tree: &dyn Tree) -> (String, Vec<Diagnostic>) {
    let rules = Rules::default();
    let mut report = Report::new(&rules, super::file(), "");
    let mut notes = Vec::new();
    let mut texts = Vec::new();
    let mut left = CONTEXT_BYTES;
    for path in &manifest.context {
        match read(tree, path, left) {
            Ok((file, bytes)) => {
                left -= bytes.len().min(left);
                let (text, said) = decode_file(file, &bytes, &rules);
                texts.push(text);
                notes.extend(said);
            }
            Err(problem) => {
                let values = [("path", path.as_str()), ("problem", &problem)];
                report.add(&MANIFEST_CONTEXT_LEFT_OUT, &values, Remark::whole());
            }
        }
    }
    notes.extend(report.finish());
    (texts.join(SEPARATOR), notes)
}

fn read(tree: &dyn Tree, path: &str, limit: usize) -> Result<(TreePath, Vec<u8>), String> {
    match paths::find(tree, path) {
        Place::Inside(file) => match tree.read(&file, limit) {
            Ok(bytes) => Ok((file, bytes)),
            Err(error) => Err(error.to_string()),
        },
        Place::Missing => Err("there is no such file".to_owned()),
        Place::Outside => Err("it lies outside the skill".to_owned()),
    }
}

/// The text of a file without its byte order mark, and what is to be said about its bytes.
fn decode_file(file: TreePath, bytes: &[u8], rules: &Rules) -> (String, Vec<Diagnostic>) {
    let decoded = decode::decode(bytes, decode::Nul::LeaveOut, decode::Cut::No);
    let mut report = Report::new(rules, file, &decoded.text);
    decoded.report(&mut report);
    (decoded.text.trim_start_matches('\u{feff}').to_owned(), report.finish())
}
