//! `skill://` addresses in a line for a shell become paths, quoted so that the shell takes them as they are.
//!
//! ```text
//! python skill://pdf/scripts/my%20file.py   ─▶   python '/home/me/skills/pdf/scripts/my file.py'
//! ```
//!
//! The line is not run here. What an address leads to is checked as for [`Catalog::read`]: it is there, and
//! no link led out of the skill. What becomes of the path until a shell uses it is not in our hands.

mod addresses;

use std::path::PathBuf;

use crate::catalog::Catalog;
use crate::resolve::Status;
use crate::resource::{Located, ResourceError, names};

/// Why a line cannot be expanded.
#[derive(Debug, thiserror::Error)]
pub enum ShellLineError {
    /// No skill of that name is loaded.
    #[error("Unknown skill: {name}. Available: {}", names(available))]
    UnknownSkill {
        /// The name, decoded.
        name: String,
        /// The names of the skills that are loaded, sorted.
        available: Vec<String>,
    },
    /// There is nothing.
    #[error("skill:// path does not exist: {0}")]
    Missing(String),
    /// The path is no text, and a line is.
    #[error("{} is not UTF-8 and cannot stand in a line", .0.display())]
    NotText(PathBuf),
    /// It cannot be read either.
    #[error(transparent)]
    Refused(ResourceError),
}

impl Catalog {
    /// The line with a quoted path in the place of each `skill://` address that the shell would see as a
    /// word or as part of one: bare, or with quotes of its own. `skill://name` is the skill's directory.
    /// Inside a longer quoted string, a comment or a here-document an address is text. Where no skill is
    /// loaded the line stays as it is.
    pub fn expand_shell_line(&self, line: &str) -> Result<String, ShellLineError> {
        if self.entries().iter().all(|entry| entry.status != Status::Active) {
            return Ok(line.to_owned());
        }
        addresses::replace(line, |url| self.path_text(url))
    }

    fn path_text(&self, url: &str) -> Result<String, ShellLineError> {
        let Located { path, is_directory } = self.locate(url).map_err(|error| match error {
            ResourceError::UnknownSkill { name, available } => {
                ShellLineError::UnknownSkill { name, available }
            }
            ResourceError::NotFound(_) => ShellLineError::Missing(url.to_owned()),
            other => ShellLineError::Refused(other),
        })?;
        // Directories that were named from here on are found from here on.
        let path = std::path::absolute(&path).unwrap_or(path);
        let mut text = match path.into_os_string().into_string() {
            Ok(text) => text,
            Err(path) => return Err(ShellLineError::NotText(path.into())),
        };
        // More may follow: `skill://pdf/scripts/$name`.
        if is_directory && url.ends_with('/') && !text.ends_with('/') {
            text.push('/');
        }
        Ok(text)
    }
}
