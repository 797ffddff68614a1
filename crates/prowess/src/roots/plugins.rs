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

impl Plugin {
    /// One that is called as its directory.
    pub(super) fn in_directory(directory: PathBuf) -> Option<Self> {
        let name = directory.file_name()?.to_str()?.to_owned();
        Some(Self { id: name.clone(), name, directory })
    }
}

/// The plugins that a file names, sorted by name; those of another project than the one at `cwd` are
/// left out. A file that is not there names none. The reason why one cannot be read holds no word of
/// it.
pub(super) fn installed(file: &Path, cwd: &Path) -> Result<Vec<Plugin>, String> {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    let bytes = match read_bounded(file, limits::PLUGINS_BYTES) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err(format!("it has more than {} bytes", limits::PLUGINS_BYTES)),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => return Ok(Vec::new()),
        Err(error) => return Err(error.to_string()),
    };
    let Ok(document) = serde_json::from_slice::<Value>(&bytes) else {
        return Err("it is not valid JSON".to_owned());
    };
    let Some(plugins) = document.get("plugins").and_then(Value::as_object) else {
        return Err("it has no table `plugins`".to_owned());
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
    Ok(found)
}
