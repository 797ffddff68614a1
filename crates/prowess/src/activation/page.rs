//! What a wrapper's template sees of a skill, and the text it makes of that.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use prowess_format::dialect::in_comment_of;
use prowess_format::{Entry, EntryKind, Tree};
use serde::Serialize;

use crate::bundled;
use crate::catalog::CatalogEntry;
use crate::directory::DirectoryTree;
use crate::listing::escape::{html, keep_open, one_line, tags_of};
use crate::listing::path_text;
use crate::listing::template::Template;
use crate::roots::RootKind;

/// What a template sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Page {
    pub(super) name: String,
    pub(super) body: String,
    pub(super) file: String,
    pub(super) directory: String,
    pub(super) arguments: String,
    pub(super) model: String,
    pub(super) allowed_tools: String,
    pub(super) files: Vec<ResourceFile>,
    /// How many files are not named.
    pub(super) omitted: usize,
    pub(super) dependencies: Vec<Dependency>,
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ResourceFile {
    /// Where it is.
    pub(super) path: String,
    /// Where it is inside the skill.
    pub(super) inside: String,
}

/// A skill that another one needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) body: String,
}

impl Page {
    /// The text of a template. Nothing in it can end what it stands in.
    pub(super) fn render(mut self, template: &str) -> Result<String, String> {
        let tags = tags_of(template);
        self.name = html(&one_line(&self.name));
        for text in [&mut self.body, &mut self.arguments, &mut self.file, &mut self.directory] {
            *text = keep_open(text, &tags);
        }
        for text in [&mut self.model, &mut self.allowed_tools] {
            *text = one_line(&keep_open(text, &tags));
        }
        for text in [&mut self.model, &mut self.allowed_tools, &mut self.arguments] {
            *text = in_comment_of(template, text).into_owned();
        }
        for file in &mut self.files {
            file.path = keep_open(&file.path, &tags);
            file.inside = keep_open(&file.inside, &tags);
        }
        for dependency in &mut self.dependencies {
            dependency.name = html(&one_line(&dependency.name));
            dependency.body = keep_open(&dependency.body, &tags);
        }
        let most = self.files.len() + self.dependencies.len() + 1;
        Template::new(template, most)?.render(&self)
    }

    /// Names the first files of a skill, by their paths. No `SKILL.md` is among them, and no link; a skill
    /// that is a single file has no others.
    pub(super) fn name_files(&mut self, entry: &CatalogEntry, most: usize) {
        let candidate = &entry.candidate;
        if most == 0 || candidate.flat {
            return;
        }
        let directory = &candidate.directory;
        let mut found = match entry.root.kind {
            RootKind::Embedded => {
                bundled::tree(directory).map(|tree| files(directory, tree.entries()))
            }
            _ => DirectoryTree::open(directory).ok().map(|tree| files(directory, tree.entries())),
        };
        let mut found = found.take().unwrap_or_default();
        self.omitted = found.len().saturating_sub(most);
        found.truncate(most);
        self.files = found;
    }
}

fn files(directory: &Path, entries: &[Entry]) -> Vec<ResourceFile> {
    let resource = |entry: &Entry| {
        let inside = Path::new(OsStr::from_bytes(entry.path.as_bytes()));
        let counts = entry.kind == EntryKind::File && inside.file_name()? != "SKILL.md";
        counts.then(|| ResourceFile {
            path: path_text(&directory.join(inside)),
            inside: path_text(inside),
        })
    };
    entries.iter().filter_map(resource).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_comment_that_it_stands_in() {
        let text = || "x --> y --!> z --w".to_owned();
        let page = || Page { arguments: text(), body: text(), ..Page::default() };
        let inside = page().render("<!-- {{ arguments }} -->{{ body }}").unwrap();
        assert_eq!(inside, "<!-- x --&gt; y --!&gt; z --w -->x --> y --!> z --w");
        assert_eq!(page().render("{{ arguments }}").unwrap(), text());
    }
}
