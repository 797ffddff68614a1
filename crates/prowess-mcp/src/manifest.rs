//! The files of skills with their digests, remembered for as long as no file is touched.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use prowess::Cancel;
use prowess::contents::{ContentFile, ContentLimits, ContentsError};

use crate::limits;
use crate::shelf::{Item, Shelf};

/// What one skill is made of; nothing where it is more than hosts have to support.
pub(crate) type Manifest = Option<Arc<[ContentFile]>>;

/// What is remembered, by the file that describes a skill.
#[derive(Debug, Default)]
pub(crate) struct Manifests {
    known: Mutex<HashMap<PathBuf, Known>>,
}

#[derive(Debug)]
struct Known {
    fingerprint: String,
    manifest: Manifest,
}

impl Manifests {
    /// The files of a skill as they are now.
    pub(crate) fn of(
        &self,
        shelf: &Shelf,
        item: Item<'_>,
        cancel: &Cancel,
    ) -> Result<Manifest, ContentsError> {
        let file = &item.entry.candidate.file;
        let fingerprint = item.entry.fingerprint();
        if let Some(fingerprint) = &fingerprint
            && let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(file)
            && known.fingerprint == *fingerprint
        {
            return Ok(known.manifest.clone());
        }
        let most = ContentLimits { files: limits::MANIFEST_FILES, bytes: limits::MANIFEST_BYTES };
        let manifest = match shelf.catalog.contents(item.entry, most, cancel) {
            Ok(files) => Some(files.into()),
            Err(ContentsError::TooMuch(_) | ContentsError::Incomplete(_)) => None,
            Err(error) => return Err(error),
        };
        if let Some(fingerprint) = fingerprint {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= limits::REMEMBERED_MANIFESTS {
                known.clear();
            }
            known.insert(file.clone(), Known { fingerprint, manifest: manifest.clone() });
        }
        Ok(manifest)
    }
}
