//! The instructions of a skill of a catalog, which keeps heads only.

use prowess_format::{Document, Rules, parse};

use crate::catalog::CatalogEntry;
use crate::read::{Extent, read_skill_file};

impl CatalogEntry {
    /// The instructions, read now, without white space around them.
    pub(crate) fn body(&self, rules: &Rules) -> std::io::Result<String> {
        if self.skill.has_body() {
            return Ok(self.skill.body().trim().to_owned());
        }
        let candidate = &self.candidate;
        let read = read_skill_file(&candidate.file, None, Extent::Whole, rules)?;
        let (name, file, flat) = (candidate.place_name(), candidate.inner_file(), candidate.flat);
        let (bytes, directory) = (read.bytes.as_slice(), name.as_deref());
        let document = Document { file: &file, bytes, directory, size: read.size, flat };
        Ok(parse(document, rules).skill.body().trim().to_owned())
    }
}
