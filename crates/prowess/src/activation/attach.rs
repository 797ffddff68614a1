//! Files that a skill's text mentions: read into it, or put beside it.

use std::ffi::OsStr;
use std::io::{Error, ErrorKind};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use prowess_format::{Tree as _, TreePath};
use rustix::io::Errno;

use super::Plan;
use crate::beneath::{self, Links};
use crate::bundled;
use crate::limits;

/// A file that is put beside a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// How the text mentions it.
    pub mention: String,
    /// The file.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
}

/// The text of a file inside a skill's directory; where it cannot be read, words that say so.
pub(super) fn read_inside(directory: &Path, path: &str) -> String {
    match read(directory, path) {
        Ok(text) => text.trim_end().to_owned(),
        Err(error) => {
            let path = path.replace("--", "- -");
            format!("<!-- cannot read {path}: {} -->", reason(&error))
        }
    }
}

/// A file that a text mentions, where there is one: of the skill first, then of the project. What leads
/// out of both is none.
pub(super) fn find(
    plan: &Plan,
    mention: &str,
    have: usize,
    warnings: &mut Vec<String>,
) -> Option<Attached> {
    let bases = std::iter::once(&plan.directory).chain(&plan.project);
    for base in bases {
        if may_hold_keys(mention) {
            if base.join(mention).exists() {
                warnings.push(format!("@{mention} is left out: it may hold keys"));
            }
            continue;
        }
        let text = match read(base, mention) {
            Ok(text) => text,
            Err(error) if is_too_much(&error) => {
                warnings.push(format!("@{mention} is left out: {}", reason(&error)));
                return None;
            }
            // A handle, or a word with an @: most of what is mentioned is no file.
            Err(_) => continue,
        };
        if have >= limits::ATTACHED_FILES {
            let most = limits::ATTACHED_FILES;
            warnings.push(format!("@{mention} is left out: there are {most} files already"));
            return None;
        }
        let path = base.join(mention.trim_start_matches("./"));
        return Some(Attached { mention: mention.to_owned(), path, text });
    }
    None
}

/// Whether a file is of a kind that holds keys and passwords.
fn may_hold_keys(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let example = ["example", "sample", "template", "dist"].iter().any(|word| name.ends_with(word));
    let env = name == ".env" || name.starts_with(".env.");
    let named = [".netrc", ".npmrc", ".pypirc", ".git-credentials", ".htpasswd", "credentials"];
    let ends = [".pem", ".key", ".p12", ".pfx", ".keystore", ".kdbx"];
    let key = name.starts_with("id_") && !name.ends_with(".pub");
    !example
        && (env
            || key
            || named.contains(&name.as_str())
            || ends.iter().any(|end| name.ends_with(end)))
}

fn is_too_much(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::FileTooLarge | ErrorKind::InvalidData)
}

fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        _ if beneath::is_escape(error) => "it is outside".to_owned(),
        _ => error.to_string(),
    }
}

fn read(directory: &Path, path: &str) -> std::io::Result<String> {
    let limit = limits::ATTACHED_BYTES;
    let too_large = || Error::new(ErrorKind::FileTooLarge, format!("more than {limit} bytes"));
    let relative = path.trim_start_matches("./");
    if relative.starts_with('/') {
        return Err(Errno::XDEV.into());
    }
    if relative.is_empty() || relative.contains('\0') {
        return Err(ErrorKind::NotFound.into());
    }
    let bytes = match bundled::tree(directory) {
        Some(tree) => {
            let path = TreePath::new(relative).ok_or(ErrorKind::NotFound)?;
            tree.read(&path, limit).map_err(|_| ErrorKind::NotFound)?
        }
        None => {
            let directory = beneath::open_directory(directory)?;
            let path = OsStr::new(relative).as_bytes();
            let file = beneath::open(&directory, path, Links::Contained)?;
            beneath::read_regular(file, limit)?.ok_or_else(too_large)?
        }
    };
    String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}
