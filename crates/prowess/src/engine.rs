//! The engine: the stages, one after the other.

use std::path::PathBuf;

use prowess_format::place::{self, Trouble};
use prowess_format::rules::DocumentKind;
use prowess_format::{
    Diagnostic, Document, Skill, Surroundings, TreePath, manifest, parse, parse_head, validate,
};

use crate::catalog::{Catalog, CatalogEntry};
use crate::discover::{Candidate, discover};
use crate::profile::Profile;
use crate::read::{Extent, read_skill_file};
use crate::resolve::{Status, resolve};

/// Why nothing could be loaded.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A directory that was named is not there.
    #[error("`{}` does not exist", .0.display())]
    Missing(PathBuf),
    /// A path that was named is not a directory.
    #[error("`{}` is not a directory", .0.display())]
    NotADirectory(PathBuf),
}

/// Loads skills the way one agent does.
#[derive(Debug)]
pub struct Engine {
    profile: Profile,
}

impl Engine {
    /// An engine that behaves as the profile says.
    pub fn new(profile: Profile) -> Self {
        Self { profile }
    }

    /// The profile it behaves by.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Finds, reads, checks and resolves the skills below exactly these directories, which are
    /// given in the order of precedence. Bad skills are inside the catalog, not errors.
    pub fn load(&self, directories: &[PathBuf]) -> Result<Catalog, EngineError> {
        let mut candidates = Vec::new();
        let mut troubles: Vec<(PathBuf, Trouble)> = Vec::new();
        for directory in directories {
            match directory.metadata() {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    return Err(EngineError::Missing(directory.clone()));
                }
                Ok(metadata) if !metadata.is_dir() => {
                    return Err(EngineError::NotADirectory(directory.clone()));
                }
                _ => {}
            }
            let found = discover(directory, self.profile.walk, self.profile.format.document);
            candidates.extend(found.candidates);
            troubles.extend(found.troubles);
        }
        let mut entries: Vec<CatalogEntry> =
            candidates.into_iter().map(|candidate| self.read(candidate)).collect();
        resolve(&mut entries, self.profile.identity.collision);
        Ok(Catalog::new(&self.profile.name, entries, troubles))
    }

    /// Reads one candidate's head and judges it by that.
    fn read(&self, candidate: Candidate) -> CatalogEntry {
        let rules = &self.profile.format;
        let name = candidate.place_name();
        let file = candidate.inner_file();
        let flat = candidate.flat;
        let document =
            |bytes, size| Document { file: &file, bytes, directory: name.as_deref(), size, flat };
        let extent = match rules.document {
            DocumentKind::SkillMd => Extent::Head,
            DocumentKind::Manifest => Extent::Whole,
        };
        match read_skill_file(&candidate.file, extent, rules) {
            Ok(read) => {
                let (skill, diagnostics) = match rules.document {
                    DocumentKind::SkillMd => {
                        let parsed = parse_head(document(&read.bytes, read.size), rules);
                        let around =
                            Surroundings { directory: name.as_deref(), flat, ..Default::default() };
                        let found = validate(&parsed.skill, parsed.diagnostics, around, rules);
                        (parsed.skill, found)
                    }
                    DocumentKind::Manifest => self.read_manifest(&read.bytes, &file),
                };
                let (size, modified) = (read.size, read.modified);
                CatalogEntry {
                    candidate,
                    skill,
                    diagnostics,
                    status: Status::Active,
                    size,
                    modified,
                }
            }
            Err(error) => {
                let trouble = Trouble::Unreadable(error.to_string());
                let path = candidate.file.display().to_string();
                let diagnostics = place::diagnose(&trouble, &path, file.clone(), rules);
                let skill = parse(document(b"", 0), rules).skill;
                CatalogEntry {
                    candidate,
                    skill,
                    diagnostics,
                    status: Status::Active,
                    size: 0,
                    modified: None,
                }
            }
        }
    }

    /// A manifest, seen as the skill it describes.
    fn read_manifest(&self, bytes: &[u8], file: &TreePath) -> (Skill, Vec<Diagnostic>) {
        let rules = &self.profile.format;
        let parsed = manifest::parse(bytes, rules);
        let diagnostics = parsed.validate(None, rules);
        let text = parsed.manifest.map(|manifest| manifest::to_skill_md(&manifest, ""));
        let text = text.unwrap_or_default();
        let (bytes, size) = (text.as_bytes(), text.len() as u64);
        let document = Document { file, bytes, directory: None, size, flat: false };
        (parse(document, rules).skill, diagnostics)
    }
}
