//! The plugins an agent has installed: the file in which Claude Code keeps them, which others read too.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::limits;
use crate::read::read_bounded;

/// A plugin that is installed.
pub(super) struct Plugin {
    /// Its name with the marketplace it comes from, as in `name@market`.
    pub(super) id: String,
    /// Its name, without the marketplace it comes from.
    pub(super) name: String,
    /// Where it is.
    pub(super) directory: PathBuf,
}

/// The plugins that a file names, sorted by name; those of another project than the one at `cwd` are
/// left out. A file that is not there or makes no sense names none.
pub(super) fn installed(file: &Path, cwd: &Path) -> Vec<Plugin> {
    let Ok(Some(bytes)) = read_bounded(file, limits::PLUGINS_BYTES) else { return Vec::new() };
    let Ok(document) = serde_json::from_slice::<Value>(&bytes) else { return Vec::new() };
    let Some(plugins) = document.get("plugins").and_then(Value::as_object) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (id, installs) in plugins {
        let name = id.split('@').next().unwrap_or(id);
        // The first version of the file has one place a plugin, the second a list of them.
        let installs = installs.as_array().map_or(std::slice::from_ref(installs), Vec::as_slice);
        for install in installs {
            let text = |key: &str| install.get(key).and_then(Value::as_str);
            let elsewhere =
                text("projectPath").is_some_and(|project| !cwd.starts_with(Path::new(project)));
            let Some(directory) = text("installPath").map(PathBuf::from) else { continue };
            if directory.is_absolute() && !elsewhere {
                found.push(Plugin { id: id.clone(), name: name.to_owned(), directory });
            }
        }
    }
    found.sort_by(|a, b| (&a.name, &a.directory).cmp(&(&b.name, &b.directory)));
    found
}
