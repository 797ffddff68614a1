//! Where the instructions of a `SKILL.md` begin.

use prowess_format::rules::{NulBytes, Tolerance};
use prowess_format::{Document, Rules, Tree, TreePath, parse};

/// The skill's file: `SKILL.md`, or the same in another case where there is none.
pub(crate) fn find(tree: &dyn Tree) -> Option<TreePath> {
    let exact = TreePath::skill_file();
    if tree.entry(&exact).is_some() {
        return Some(exact);
    }
    let named = tree.entries().iter().map(|entry| &entry.path);
    named.into_iter().find(|path| path.as_bytes().eq_ignore_ascii_case(b"SKILL.md")).cloned()
}

/// The byte of the text at which the frontmatter is over; 0 where there is none.
pub(crate) fn body_start(text: &str) -> usize {
    // With NUL bytes kept, places in what was read are places in the text. Fences that are not where
    // they belong are no fences: what stands before them must not go unread.
    let tolerate = vec![Tolerance::Bom, Tolerance::BlankBefore];
    let rules = Rules { nul_bytes: NulBytes::Kept, tolerate, ..Rules::default() };
    let file = TreePath::skill_file();
    let size = text.len() as u64;
    let document =
        Document { file: &file, bytes: text.as_bytes(), directory: None, size, flat: false };
    let start = parse(document, &rules).skill.body_span().start as usize;
    if text.is_char_boundary(start) { start } else { 0 }
}
