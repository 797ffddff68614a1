//! What is remembered between runs: one directory outside every project, files with a version,
//! replaced whole under one lock, so that two processes agree.

use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::read::read_bounded;

/// The version of the files.
const VERSION: u32 = 1;

/// Why what is remembered could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The system refused.
    #[error("cannot use `{}`: {cause}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// It makes no sense, or another version wrote it.
    #[error("`{}` cannot be read: {cause}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: String,
    },
}

/// What a file is to whoever relies on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// What a user decided: written so that it can be read and survives a crash, and never lost.
    Kept,
    /// What can be found out again: where it is broken, it is begun anew.
    Cache,
}

/// A file and its version.
#[derive(Deserialize, Serialize)]
struct Versioned<T> {
    version: u32,
    #[serde(flatten)]
    content: T,
}

/// Reads a file; where there is none, it says nothing yet.
pub(crate) fn read<T: DeserializeOwned + Default>(
    directory: &Path,
    name: &str,
) -> Result<T, StateError> {
    let path = directory.join(name);
    let bytes = match read_bounded(&path, limits::STATE_BYTES) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err(StateError::Invalid { path, cause: "it is too large".to_owned() }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(T::default()),
        Err(cause) => return Err(StateError::Io { path, cause }),
    };
    let invalid = |cause: String| StateError::Invalid { path: path.clone(), cause };
    let file: Versioned<T> =
        serde_json::from_slice(&bytes).map_err(|error| invalid(error.to_string()))?;
    match file.version {
        VERSION => Ok(file.content),
        other => Err(invalid(format!("it has version {other}, and this program knows {VERSION}"))),
    }
}

/// Changes a file: what it says is read, changed and written back before anyone else can.
pub(crate) fn update<T: DeserializeOwned + Serialize + Default, R>(
    directory: &Path,
    name: &str,
    file: Use,
    change: impl FnOnce(&mut T) -> R,
) -> Result<R, StateError> {
    let io = |path: &Path, cause| StateError::Io { path: path.to_owned(), cause };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(0o700).create(directory).map_err(|error| io(directory, error))?;
    let lock_path = directory.join("lock");
    let mut options = File::options();
    options.write(true).create(true).truncate(false).mode(0o600);
    let lock = options.open(&lock_path).map_err(|error| io(&lock_path, error))?;
    rustix::fs::flock(&lock, FlockOperation::LockExclusive)
        .map_err(|error| io(&lock_path, error.into()))?;
    let mut content: T = match read(directory, name) {
        Err(StateError::Invalid { .. }) if file == Use::Cache => T::default(),
        content => content?,
    };
    let answer = change(&mut content);
    let path = directory.join(name);
    let document = Versioned { version: VERSION, content };
    replace(&path, file, &document).map_err(|error| io(&path, error))?;
    Ok(answer)
}

/// Puts a new file in the place of the old one, so that whoever reads sees one of the two.
fn replace(path: &Path, file: Use, document: &impl Serialize) -> std::io::Result<()> {
    let mut text = match file {
        Use::Kept => serde_json::to_vec_pretty(document)?,
        Use::Cache => serde_json::to_vec(document)?,
    };
    text.push(b'\n');
    let temporary = path.with_extension(format!("{}.new", std::process::id()));
    // What a run that was killed left behind; nobody else writes while the lock is held.
    let _ = std::fs::remove_file(&temporary);
    let mut open = File::options().write(true).create_new(true).mode(0o600).open(&temporary)?;
    let sync = |open: &File| if file == Use::Kept { open.sync_all() } else { Ok(()) };
    let written = open
        .write_all(&text)
        .and_then(|()| sync(&open))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
