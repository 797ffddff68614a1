//! The instructions of a skill of a catalog, which keeps heads only.

use std::io::{Error, ErrorKind};

use prowess_format::rules::DocumentKind;
use prowess_format::{Digest, Document, Rules, manifest, parse};

use crate::catalog::CatalogEntry;
use crate::read::{Extent, read_skill_file};
use crate::roots::RootKind;

impl CatalogEntry {
    /// The instructions, read now, without white space around them.
    pub(crate) fn body(&self, rules: &Rules) -> std::io::Result<String> {
        self.body_and_digest(rules).map(|(body, _)| body)
    }

    /// The same, and the digest of the bytes they were read from; nothing where those are part of the
    /// program.
    pub(crate) fn body_and_digest(
        &self,
        rules: &Rules,
    ) -> std::io::Result<(String, Option<Digest>)> {
        if self.root.kind == RootKind::Embedded {
            return Ok((self.skill.body().trim().to_owned(), None));
        }
        let candidate = &self.candidate;
        let read = read_skill_file(&candidate.file, None, Extent::Whole, rules)?;
        if (read.bytes.len() as u64) < read.size {
            // Half of what a skill says may say something else than all of it.
            let limit = read.bytes.len();
            return Err(Error::new(ErrorKind::FileTooLarge, format!("more than {limit} bytes")));
        }
        let digest = Digest::of_bytes(&read.bytes);
        let (name, file, flat) = (candidate.place_name(), candidate.inner_file(), candidate.flat);
        let directory = name.as_deref();
        let text;
        let (bytes, size) = match rules.document {
            DocumentKind::SkillMd => (read.bytes.as_slice(), read.size),
            DocumentKind::Manifest => {
                let described = manifest::parse(&read.bytes, rules).manifest;
                let described = described.map(|manifest| manifest::to_skill_md(&manifest, ""));
                text = described.unwrap_or_default();
                (text.as_bytes(), text.len() as u64)
            }
        };
        let document = Document { file: &file, bytes, directory, size, flat };
        Ok((parse(document, rules).skill.body().trim().to_owned(), Some(digest)))
    }
}
