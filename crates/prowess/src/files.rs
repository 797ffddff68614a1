//! Files that several catalogs need, read once for all of them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use prowess_format::Rules;

use crate::limits;
use crate::read::{self, Extent, FileBytes, FileKey, Opened};

/// What was read, by which file it was and what state it was in: one that changes is read again.
#[derive(Debug, Default)]
pub struct Files {
    known: Mutex<Known>,
    reads: AtomicUsize,
}

#[derive(Debug, Default)]
struct Known {
    files: HashMap<FileKey, Arc<FileBytes>>,
    bytes: usize,
}

impl Files {
    /// How many times a file was read.
    pub fn reads(&self) -> usize {
        self.reads.load(Ordering::Relaxed)
    }

    /// A whole file, since profiles differ in how much of it they need; and whether the way to it is a
    /// link.
    pub(crate) fn read(
        &self,
        path: &Path,
        opened: Option<Opened>,
        rules: &Rules,
    ) -> std::io::Result<(Arc<FileBytes>, bool)> {
        let opened = match opened {
            Some(opened) => opened,
            None => Opened::at(path)?,
        };
        let (key, linked) = (opened.key(), opened.is_linked());
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().files.get(&key) {
            return Ok((known.clone(), linked));
        }
        self.reads.fetch_add(1, Ordering::Relaxed);
        let read = Arc::new(read::read_skill_file(path, Some(opened), Extent::Whole, rules)?);
        let mut known = lock();
        if known.bytes + read.bytes.len() <= limits::KEPT_BYTES {
            known.bytes += read.bytes.len();
            known.files.insert(key, read.clone());
        }
        Ok((read, linked))
    }
}
