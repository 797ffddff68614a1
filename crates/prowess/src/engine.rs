//! The engine: the stages, one after the other.

use std::path::PathBuf;
use std::sync::Arc;

use prowess_format::place::{self, Trouble};
use prowess_format::rules::DocumentKind;
use prowess_format::{
    Diagnostic, Document, Origin, Skill, Surroundings, TreePath, manifest, parse, parse_head,
    validate,
};

use crate::cancel::Cancel;
use crate::catalog::{Catalog, CatalogEntry};
use crate::discover::{Candidate, discover};
use crate::host::Host;
use crate::profile::{Profile, ProfileError, Scope};
use crate::read::{Extent, FileBytes, Opened, read_skill_file};
use crate::resolve::{Circumstances, Status, resolve};
use crate::roots::{self, Root};
use crate::settings::Settings;

/// Why nothing could be loaded.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A directory that was named is not there.
    #[error("`{}` does not exist", .0.display())]
    Missing(PathBuf),
    /// A path that was named is not a directory.
    #[error("`{}` is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// It was cancelled.
    #[error("it was cancelled")]
    Cancelled,
}

/// Loads skills the way one agent does.
#[derive(Debug)]
pub struct Engine {
    host: Host,
    profile: Arc<Profile>,
    settings: Settings,
    /// Exactly these directories, in place of the profile's.
    directories: Option<Vec<PathBuf>>,
}

/// What an engine is made of.
#[derive(Debug)]
pub struct EngineBuilder {
    host: Host,
    profile: Result<Profile, ProfileError>,
    settings: Settings,
    directories: Option<Vec<PathBuf>>,
}

impl EngineBuilder {
    /// The agent to behave as, by the name of a built-in profile.
    pub fn profile(self, name: &str) -> Self {
        Self { profile: Profile::named(name), ..self }
    }

    /// What users and projects have set.
    pub fn settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// Search exactly these directories, in this order, in place of the profile's.
    pub fn directories(self, directories: Vec<PathBuf>) -> Self {
        Self { directories: Some(directories), ..self }
    }

    /// The engine.
    pub fn build(self) -> Result<Engine, ProfileError> {
        let Self { host, profile, settings, directories } = self;
        Ok(Engine { host, profile: Arc::new(profile?), settings, directories })
    }
}

impl Engine {
    /// An engine for this machine, with our own profile and no settings until told otherwise.
    pub fn builder(host: Host) -> EngineBuilder {
        let profile = Profile::named("prowess");
        EngineBuilder { host, profile, settings: Settings::default(), directories: None }
    }

    /// The profile it behaves by.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The directories it searches, in order.
    pub fn roots(&self) -> Vec<Root> {
        let Some(directories) = &self.directories else {
            return roots::expand(&self.profile, &self.host, &self.settings);
        };
        // A directory that is named by hand is treated as one that settings add.
        let extra = self.profile.roots.iter().find(|rule| rule.scope == Scope::Extra);
        let named = directories.iter().map(|path| Root {
            path: path.clone(),
            scope: Scope::Extra,
            provider: extra.and_then(|rule| rule.provider.clone()),
            walk: self.profile.walk,
            require_description: extra.is_some_and(|rule| rule.require_description),
            off: None,
        });
        named.collect()
    }

    /// Finds, reads, checks and resolves skills. Bad skills are inside the catalog, not errors.
    pub fn load(&self, cancel: &Cancel) -> Result<Arc<Catalog>, EngineError> {
        for directory in self.directories.iter().flatten() {
            match directory.metadata() {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    return Err(EngineError::Missing(directory.clone()));
                }
                Ok(metadata) if !metadata.is_dir() => {
                    return Err(EngineError::NotADirectory(directory.clone()));
                }
                _ => {}
            }
        }
        let mut entries = Vec::new();
        let mut troubles: Vec<(PathBuf, Trouble)> = Vec::new();
        for root in self.roots() {
            // A place that an agent would look at and that is not there is nothing to speak of.
            if !root.path.is_dir() && self.directories.is_none() {
                continue;
            }
            let root = Arc::new(root);
            let read = |candidate, file| self.read(candidate, file, &root);
            let found = discover(&root.path, root.walk, &self.profile.format, cancel, read);
            // The first root's entries are most of them, often all: they stay where they are.
            match entries.is_empty() {
                true => entries = found.found,
                false => entries.extend(found.found),
            }
            troubles.extend(found.troubles);
        }
        if cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        let around =
            Circumstances { profile: &self.profile, host: &self.host, settings: &self.settings };
        resolve(&mut entries, &around);
        Ok(Arc::new(Catalog::new(self.profile.clone(), self.host.tools.clone(), entries, troubles)))
    }

    /// Reads one candidate's head and judges it by that.
    fn read(&self, candidate: Candidate, open: Option<Opened>, root: &Arc<Root>) -> CatalogEntry {
        let rules = &self.profile.format;
        let extent = match rules.document {
            DocumentKind::SkillMd => Extent::Head,
            DocumentKind::Manifest => Extent::Whole,
        };
        let (mut size, mut modified) = (0, None);
        let (skill, diagnostics) = match read_skill_file(&candidate.file, open, extent, rules) {
            Ok(read) => {
                (size, modified) = (read.size, read.modified);
                match rules.document {
                    DocumentKind::SkillMd => self.read_skill(&candidate, &read),
                    DocumentKind::Manifest => self.read_manifest(&candidate.inner_file(), &read),
                }
            }
            Err(error) => self.unreadable(&candidate, &error),
        };
        let root = root.clone();
        let status = Status::Active;
        CatalogEntry { candidate, root, skill, diagnostics, status, size, modified }
    }

    fn read_skill(&self, candidate: &Candidate, read: &FileBytes) -> (Skill, Vec<Diagnostic>) {
        let rules = &self.profile.format;
        let (name, file, flat) = (candidate.place_name(), candidate.inner_file(), candidate.flat);
        let directory = name.as_deref();
        let document =
            Document { file: &file, bytes: &read.bytes, directory, size: read.size, flat };
        let mut parsed = parse_head(document, rules);
        let from_body =
            |skill: &Skill| skill.description().is_none_or(|text| text.origin == Origin::Body);
        // Where the body has to stand in for the description, its first paragraph may go on.
        if from_body(&parsed.skill)
            && (read.bytes.len() as u64) < read.size
            && let Ok(whole) = read_skill_file(&candidate.file, None, Extent::Whole, rules)
        {
            parsed = parse_head(Document { bytes: &whole.bytes, ..document }, rules);
        }
        let around = Surroundings { directory, flat, ..Default::default() };
        let diagnostics = validate(&parsed.skill, parsed.diagnostics, around, rules);
        (parsed.skill, diagnostics)
    }

    /// A manifest, seen as the skill it describes.
    fn read_manifest(&self, file: &TreePath, read: &FileBytes) -> (Skill, Vec<Diagnostic>) {
        let rules = &self.profile.format;
        let parsed = manifest::parse(&read.bytes, rules);
        let diagnostics = parsed.validate(None, rules);
        let text = parsed.manifest.map(|manifest| manifest::to_skill_md(&manifest, ""));
        let text = text.unwrap_or_default();
        let (bytes, size) = (text.as_bytes(), text.len() as u64);
        let document = Document { file, bytes, directory: None, size, flat: false };
        (parse(document, rules).skill, diagnostics)
    }

    fn unreadable(
        &self,
        candidate: &Candidate,
        error: &std::io::Error,
    ) -> (Skill, Vec<Diagnostic>) {
        let rules = &self.profile.format;
        let trouble = Trouble::Unreadable(error.to_string());
        let (name, file) = (candidate.place_name(), candidate.inner_file());
        let path = candidate.file.display().to_string();
        let diagnostics = place::diagnose(&trouble, &path, file.clone(), rules);
        let directory = name.as_deref();
        let document =
            Document { file: &file, bytes: b"", directory, size: 0, flat: candidate.flat };
        (parse(document, rules).skill, diagnostics)
    }
}
