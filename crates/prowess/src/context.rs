//! Context files: the `AGENTS.md` that an agent loads always, beside the skills it loads on demand.
//!
//! The rule is oh-my-pi's: from the working directory upwards to a depth of
//! [`limits::CONTEXT_DEPTH`], nearest first, and never from a directory that is hidden or below a
//! hidden one.

use std::path::{Component, Path, PathBuf};

use crate::host::Host;
use crate::limits;

/// The name of a context file.
const NAME: &str = "AGENTS.md";

/// A context file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextFile {
    /// The file.
    pub path: PathBuf,
    /// How many levels above the working directory it is.
    pub depth: usize,
    /// Its bytes.
    pub bytes: u64,
}

/// The context files of a working directory, the nearest first.
pub fn context_files(host: &Host) -> Vec<ContextFile> {
    let directories = host.cwd.ancestors().take(limits::CONTEXT_DEPTH + 1).enumerate();
    let shown = directories.filter(|(_, directory)| !is_hidden(directory));
    let found = shown.filter_map(|(depth, directory)| {
        let path = directory.join(NAME);
        // A link to a file is as good as the file.
        let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some(ContextFile { path, depth, bytes: metadata.len() })
    });
    found.collect()
}

/// Whether some directory of a path begins with a dot.
fn is_hidden(path: &Path) -> bool {
    path.components().any(|component| match component {
        Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    })
}
