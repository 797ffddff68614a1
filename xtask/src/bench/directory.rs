//! The directory a benchmark writes its files into.

use std::fs;
use std::path::{Path, PathBuf};

/// A directory that goes when the benchmark does.
pub(super) struct Directory(PathBuf);

impl Directory {
    pub(super) fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("prowess-bench-{}", std::process::id()));
        fs::create_dir(&path).map_err(|error| format!("a directory for files: {error}"))?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let path: &Path = &self.0;
        if let Err(error) = fs::remove_dir_all(path) {
            eprintln!("{}: {error}", path.display());
        }
    }
}
