//! Files that several catalogs need, read once for all of them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use prowess_format::Rules;

use crate::read::{self, Extent, FileBytes, FileKey, Opened};

/// What was read, by which file it was and what state it was in: one that changes is read again.
#[derive(Debug, Default)]
pub struct Files {
    known: Mutex<HashMap<FileKey, Arc<FileBytes>>>,
}

impl Files {
    /// How many files were read.
    pub fn count(&self) -> usize {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// A whole file: profiles differ in how much of it they need.
    pub(crate) fn read(
        &self,
        path: &Path,
        opened: Option<Opened>,
        rules: &Rules,
    ) -> std::io::Result<Arc<FileBytes>> {
        let opened = match opened {
            Some(opened) => opened,
            None => Opened::at(path)?,
        };
        let key = opened.key();
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return Ok(known.clone());
        }
        let read = Arc::new(read::read_skill_file(path, Some(opened), Extent::Whole, rules)?);
        lock().insert(key, read.clone());
        Ok(read)
    }
}
